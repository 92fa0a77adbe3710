package threadwall.server.http;

import static threadwall.server.http.RfcCase.ends;
import static threadwall.server.http.RfcCase.get;
import static threadwall.server.http.RfcCase.getWithBody;
import static threadwall.server.http.RfcCase.goesOn;
import static threadwall.server.http.RfcCase.one;
import static threadwall.server.http.RfcCase.oneFate;
import static threadwall.server.http.RfcCase.ours;
import static threadwall.server.http.RfcCase.request;

import java.util.List;

/** RFC 9112, sections 6.1 to 6.3: Content-Length, Transfer-Encoding, and their precedence. */
final class FramingCases {
    private static final String CHUNKED = "Transfer-Encoding: chunked";
    private static final String HELLO = "5\r\nhello\r\n0\r\n\r\n";

    private static final String BY_LENGTH = "its decimal value defines the expected message body length in octets";
    private static final String NO_BODY = "the message body length is zero (no message body is present)";
    private static final String BAD_LENGTH = "an invalid Content-Length header field […] the server MUST respond with"
            + " the 400 (Bad Request) status code and then close the connection";
    private static final String SAME_TWICE = "the same decimal value repeated as a comma-separated list […] MAY either"
            + " reject the message as invalid or replace that invalid field value";
    private static final String LARGE = "MUST anticipate potentially large decimal numerals and prevent parsing errors"
            + " due to integer conversion overflows";
    private static final String NOT_FINAL = "the chunked transfer coding is not the final encoding, […] the server MUST"
            + " respond with the 400 (Bad Request) status code and then close the connection";
    private static final String BOTH = "MAY reject a request that contains both Content-Length and Transfer-Encoding"
            + " […] Regardless, the server MUST close the connection after responding to such a request";
    private static final String OLD = "an HTTP/1.0 message containing a Transfer-Encoding header field MUST treat the"
            + " message as if the framing is faulty […] and close the connection after processing the message";
    private static final String UNKNOWN =
            "a transfer coding it does not understand SHOULD respond with 501 (Not Implemented)";
    private static final String EMPTY_ELEMENTS =
            "A recipient MUST parse and ignore a reasonable number of empty list elements";

    private FramingCases() {}

    static List<RfcCase> cases() {
        return List.of(
                one("9112, 6.3", BY_LENGTH, "a body by its length", goesOn(200), length("5")),
                one("9112, 6.3", BY_LENGTH, "a request behind a body", goesOn(200, 404), length("5") + get("/none")),
                one(
                        "9112, 6.3",
                        BY_LENGTH,
                        "a body that looks like a request",
                        goesOn(200),
                        getWithBody(
                                get("/none"), "Content-Length: " + get("/none").length())),
                one("9112, 6.3", NO_BODY, "neither field: no body", goesOn(200, 200), get("/json") + get("/json")),
                one(
                        "9110, 8.6",
                        "Any Content-Length field value greater than or equal to zero is valid",
                        "length 0",
                        goesOn(200),
                        get("/json", "Content-Length: 0")),
                one("9110, 8.6", "Content-Length = 1*DIGIT", "leading zeros", goesOn(200), length("0005")),
                one("9112, 6.3", BAD_LENGTH, "two lengths", ends(400), length("5", "6")),
                one("9112, 6.3", BAD_LENGTH, "a list of two lengths", ends(400), length("5, 6")),
                one("9112, 6.3", BAD_LENGTH, "a negative length", ends(400), length("-5")),
                one("9112, 6.3", BAD_LENGTH, "a length with a plus", ends(400), length("+5")),
                one("9112, 6.3", BAD_LENGTH, "a hexadecimal length", ends(400), length("0x5")),
                one("9112, 6.3", BAD_LENGTH, "a length with a space", ends(400), length("1 0")),
                one("9112, 6.3", BAD_LENGTH, "an empty length", ends(400), length("")),
                one("9112, 6.3", BAD_LENGTH, "a length of letters", ends(400), length("five")),
                one("9112, 6.3", BAD_LENGTH, "a length with a fraction", ends(400), length("5.0")),
                one("9112, 6.3", BAD_LENGTH, "a digit that is not ASCII's", ends(400), length("\u00b2")),
                ours("9110, 8.6", SAME_TWICE, "the same length twice", ends(400), length("5", "5")),
                ours("9110, 8.6", SAME_TWICE, "a list of the same length", ends(400), length("5, 5")),
                oneFate("9110, 8.6", LARGE, "a length of 2^64 + 5", ends(413), length("18446744073709551621")),
                oneFate(
                        "9110, 8.6",
                        LARGE,
                        "a length of 30 digits",
                        ends(413),
                        length("100000000000000000000000000005")),
                one(
                        "9112, 6.3",
                        "the message body length is determined by reading and decoding the chunked data",
                        "a chunked body",
                        goesOn(200),
                        coded("chunked")),
                one(
                        "9112, 6.3",
                        "determined by reading and decoding the chunked data",
                        "a request behind chunks",
                        goesOn(200, 404),
                        coded("chunked") + get("/none")),
                one(
                        "9112, 7",
                        "All transfer-coding names are case-insensitive",
                        "Chunked",
                        goesOn(200),
                        coded("ChUnKeD")),
                one(
                        "9110, 5.6.1.2",
                        EMPTY_ELEMENTS,
                        "an empty element before chunked",
                        goesOn(200),
                        coded(", chunked")),
                one(
                        "9110, 5.6.1.2",
                        EMPTY_ELEMENTS,
                        "empty elements behind chunked",
                        goesOn(200),
                        coded("chunked , ,")),
                one("9112, 6.3", NOT_FINAL, "gzip alone", ends(400), coded("gzip")),
                one("9112, 6.3", NOT_FINAL, "identity", ends(400), coded("identity")),
                one("9112, 6.3", NOT_FINAL, "chunked, then gzip", ends(400), coded("chunked, gzip")),
                one("9112, 6.3", NOT_FINAL, "chunked, then gzip, on two lines", ends(400), coded("chunked", "gzip")),
                one("9112, 6.3", NOT_FINAL, "a name that ends in chunked", ends(400), coded("xchunked")),
                one("9112, 6.3", NOT_FINAL, "a name that starts with chunked", ends(400), coded("chunkedx")),
                one("9112, 6.3", NOT_FINAL, "an empty Transfer-Encoding", ends(400), coded("")),
                ours("9112, 6.1", UNKNOWN, "gzip, then chunked", ends(501), coded("gzip, chunked")),
                ours("9112, 6.1", UNKNOWN, "gzip, then chunked, on two lines", ends(501), coded("gzip", "chunked")),
                ours(
                        "9112, 6.1",
                        "A sender MUST NOT apply the chunked transfer coding more than once",
                        "chunked twice",
                        ends(400),
                        coded("chunked, chunked")),
                ours(
                        "9112, 7.1",
                        "The chunked coding does not define any parameters. Their presence SHOULD be treated as an error",
                        "chunked with a parameter",
                        ends(400),
                        coded("chunked;q=1")),
                oneFate("9112, 6.1", BOTH, "both, length first", ends(400), both("Content-Length: 5", CHUNKED)),
                oneFate("9112, 6.1", BOTH, "both, coding first", ends(400), both(CHUNKED, "Content-Length: 5")),
                oneFate(
                        "9112, 6.1",
                        BOTH,
                        "both, and a request behind",
                        ends(400),
                        both("Content-Length: 5", CHUNKED) + get("/json")),
                oneFate(
                        "9112, 6.1",
                        OLD,
                        "HTTP/1.0 with a coding",
                        ends(400),
                        old("Connection: keep-alive", CHUNKED) + HELLO),
                oneFate(
                        "9112, 6.1",
                        OLD,
                        "HTTP/1.0 with a coding and a length",
                        ends(400),
                        old("Connection: keep-alive", "Content-Length: 15", CHUNKED) + HELLO));
    }

    /** A body of five bytes after these lengths. */
    private static String length(String... lengths) {
        return withEach("Content-Length: ", lengths) + "hello";
    }

    /** A chunked body after these codings. */
    private static String coded(String... codings) {
        return withEach("Transfer-Encoding: ", codings) + HELLO;
    }

    private static String withEach(String name, String... values) {
        var lines = new String[values.length];
        for (int i = 0; i < values.length; i++) {
            lines[i] = name + values[i];
        }
        return get("/json", lines);
    }

    private static String both(String... lines) {
        return get("/json", lines) + HELLO;
    }

    private static String old(String... lines) {
        return request("GET /json HTTP/1.0", String.join("\r\n", lines));
    }
}
