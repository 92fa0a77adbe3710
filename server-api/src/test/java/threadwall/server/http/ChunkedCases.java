package threadwall.server.http;

import static threadwall.server.http.RfcCase.ends;
import static threadwall.server.http.RfcCase.get;
import static threadwall.server.http.RfcCase.getWithBody;
import static threadwall.server.http.RfcCase.goesOn;
import static threadwall.server.http.RfcCase.one;
import static threadwall.server.http.RfcCase.oneFate;
import static threadwall.server.http.RfcCase.ours;

import java.util.List;

/** RFC 9112, section 7.1: chunks, their extensions, trailers. */
final class ChunkedCases {
    private static final String CHUNK = "chunk = chunk-size [ chunk-ext ] CRLF chunk-data CRLF";
    private static final String SIZE = "chunk-size = 1*HEXDIG";
    private static final String LAST = "last-chunk = 1*(\"0\") [ chunk-ext ] CRLF";
    private static final String IGNORE = "A recipient MUST ignore unrecognized chunk extensions";
    private static final String BAD_WHITESPACE = "A recipient MUST parse for such bad whitespace and remove it before"
            + " interpreting the protocol element";
    private static final String EXTENSION =
            "chunk-ext = *( BWS \";\" BWS chunk-ext-name [ BWS \"=\" BWS chunk-ext-val ] )";
    private static final String LIMIT = "A server ought to limit the total length of chunk extensions received";
    private static final String LARGE = "recipients MUST anticipate potentially large hexadecimal numerals and prevent"
            + " parsing errors due to integer conversion overflows";
    private static final String TRAILER = "trailer-section = *( field-line CRLF )";
    private static final String NOT_MERGED =
            "A recipient MUST NOT merge a received trailer field into the header section"
                    + " unless its corresponding header field definition explicitly permits";

    private ChunkedCases() {}

    static List<RfcCase> cases() {
        return List.of(
                one("9112, 7.1", CHUNK, "one chunk", goesOn(200), chunked("5\r\nhello\r\n0\r\n\r\n")),
                one(
                        "9112, 7.1",
                        CHUNK,
                        "three chunks",
                        goesOn(200),
                        chunked("1\r\nh\r\n2\r\nel\r\n2\r\nlo\r\n0\r\n\r\n")),
                one("9112, 7.1", LAST, "no chunk but the last", goesOn(200), chunked("0\r\n\r\n")),
                one("9112, 7.1", LAST, "a last chunk of many zeros", goesOn(200), chunked("5\r\nhello\r\n000\r\n\r\n")),
                one("9112, 7.1", SIZE, "a size with leading zeros", goesOn(200), chunked("0005\r\nhello\r\n0\r\n\r\n")),
                one("9112, 7.1", SIZE, "a size in capitals", goesOn(200), chunked("A\r\n0123456789\r\n0\r\n\r\n")),
                one("9112, 7.1", SIZE, "a size in small letters", goesOn(200), chunked("a\r\n0123456789\r\n0\r\n\r\n")),
                one(
                        "9112, 7.1",
                        CHUNK,
                        "line ends in the data",
                        goesOn(200),
                        chunked("7\r\n\r\n0\r\n\r\n\r\n0\r\n\r\n")),
                one(
                        "9112, 7.1.3",
                        "read chunk-data and CRLF",
                        "a request behind the last chunk",
                        goesOn(200, 404),
                        chunked("5\r\nhello\r\n0\r\n\r\n") + get("/none")),
                ours("9112, 7.1", SIZE, "no size", ends(400), chunked("\r\nhello\r\n0\r\n\r\n")),
                ours("9112, 7.1", SIZE, "a size with 0x", ends(400), chunked("0x5\r\nhello\r\n0\r\n\r\n")),
                ours("9112, 7.1", SIZE, "a negative size", ends(400), chunked("-5\r\nhello\r\n0\r\n\r\n")),
                ours("9112, 7.1", SIZE, "a size with a plus", ends(400), chunked("+5\r\nhello\r\n0\r\n\r\n")),
                ours("9112, 7.1", SIZE, "a space before the size", ends(400), chunked(" 5\r\nhello\r\n0\r\n\r\n")),
                ours("9112, 7.1", SIZE, "a space behind the size", ends(400), chunked("5 \r\nhello\r\n0\r\n\r\n")),
                ours("9112, 7.1", SIZE, "a letter behind F", ends(400), chunked("g\r\nhello\r\n0\r\n\r\n")),
                ours("9112, 7.1", CHUNK, "LF alone behind the size", ends(400), chunked("5\nhello\r\n0\r\n\r\n")),
                ours("9112, 7.1", CHUNK, "more data than said", ends(400), chunked("5\r\nhello!\r\n0\r\n\r\n")),
                ours("9112, 7.1", CHUNK, "less data than said", ends(400), chunked("6\r\nhello\r\n0\r\n\r\n")),
                ours("9112, 7.1", CHUNK, "LF alone behind the data", ends(400), chunked("5\r\nhello\n0\r\n\r\n")),
                oneFate(
                        "9112, 7.1",
                        LARGE,
                        "a size of 2^64 + 5",
                        ends(400),
                        chunked("10000000000000005\r\nhello\r\n0\r\n\r\n")),
                oneFate(
                        "9112, 7.1",
                        LARGE,
                        "a size of 2^32 + 5",
                        ends(413),
                        chunked("100000005\r\nhello\r\n0\r\n\r\n")),
                oneFate(
                        "9112, 7.1",
                        LARGE,
                        "a size that is negative in 64 bits",
                        ends(413),
                        chunked("FFFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n")),
                // extensions
                one("9112, 7.1.1", IGNORE, "an extension", goesOn(200), chunked("5;a\r\nhello\r\n0\r\n\r\n")),
                one(
                        "9112, 7.1.1",
                        IGNORE,
                        "an extension with a value",
                        goesOn(200),
                        chunked("5;a=b\r\nhello\r\n0;c=d\r\n\r\n")),
                one(
                        "9112, 7.1.1",
                        IGNORE,
                        "a quoted value",
                        goesOn(200),
                        chunked("5;a=\"b;\\\"c\"\r\nhello\r\n0\r\n\r\n")),
                one("9112, 7.1.1", IGNORE, "two extensions", goesOn(200), chunked("5;a=b;c\r\nhello\r\n0\r\n\r\n")),
                one(
                        "9110, 5.6.3",
                        BAD_WHITESPACE,
                        "bad whitespace around an extension",
                        goesOn(200),
                        chunked("5 ; a = b\r\nhello\r\n0\r\n\r\n")),
                ours(
                        "9112, 7.1.1",
                        EXTENSION,
                        "an extension without a name",
                        ends(400),
                        chunked("5;\r\nhello\r\n0\r\n\r\n")),
                ours(
                        "9112, 7.1.1",
                        EXTENSION,
                        "an extension without a value",
                        ends(400),
                        chunked("5;a=\r\nhello\r\n0\r\n\r\n")),
                ours(
                        "9112, 7.1.1",
                        EXTENSION,
                        "a quote left open",
                        ends(400),
                        chunked("5;a=\"b\r\nhello\r\n0\r\n\r\n")),
                ours(
                        "9112, 7.1.1",
                        EXTENSION,
                        "LF alone in an extension",
                        ends(400),
                        chunked("5;a\nb\r\nhello\r\n0\r\n\r\n")),
                ours(
                        "9112, 7.1.1",
                        LIMIT,
                        "an extension of 2,000 bytes",
                        ends(400),
                        chunked("5;" + "a".repeat(2000) + "\r\nhello\r\n0\r\n\r\n")),
                // trailers
                one("9112, 7.1.2", TRAILER, "a trailer", goesOn(200), chunked("5\r\nhello\r\n0\r\nX: y\r\n\r\n")),
                one("9112, 7.1.2", TRAILER, "two trailers", goesOn(200), chunked("0\r\nX: y\r\nZ:\r\n\r\n")),
                one(
                        "9112, 7.1.2",
                        NOT_MERGED,
                        "a trailer Connection: close",
                        goesOn(200),
                        chunked("0\r\nConnection: close\r\n\r\n")),
                one(
                        "9112, 7.1.2",
                        NOT_MERGED,
                        "a trailer Content-Length",
                        goesOn(200),
                        chunked("0\r\nContent-Length: 50\r\n\r\n")),
                ours("9112, 7.1.2", TRAILER, "a trailer without a colon", ends(400), chunked("0\r\nX\r\n\r\n")),
                ours(
                        "9112, 7.1.2",
                        TRAILER,
                        "a space before a trailer's colon",
                        ends(400),
                        chunked("0\r\nX : y\r\n\r\n")),
                ours("9112, 7.1.2", TRAILER, "a folded trailer", ends(400), chunked("0\r\nX: y\r\n z\r\n\r\n")),
                ours("9112, 7.1.2", TRAILER, "NUL in a trailer", ends(400), chunked("0\r\nX: \u0000\r\n\r\n")),
                ours(
                        "9110, 5.4",
                        "field line […] larger than it wishes to process MUST respond with an appropriate 4xx",
                        "a trailer of 20,000 bytes",
                        ends(431),
                        chunked("0\r\nX: " + "y".repeat(20_000) + "\r\n\r\n")),
                ours(
                        "9110, 5.4",
                        "set of fields larger than it wishes to process MUST respond with an appropriate 4xx",
                        "1,000 trailers",
                        ends(431),
                        chunked("0\r\n" + "X: y\r\n".repeat(1000) + "\r\n")));
    }

    private static String chunked(String body) {
        return getWithBody(body, "Transfer-Encoding: chunked");
    }
}
