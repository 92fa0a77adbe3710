package threadwall.server.http;

import static threadwall.server.http.RfcCase.ends;
import static threadwall.server.http.RfcCase.get;
import static threadwall.server.http.RfcCase.goesOn;
import static threadwall.server.http.RfcCase.one;
import static threadwall.server.http.RfcCase.ours;
import static threadwall.server.http.RfcCase.request;

import java.util.List;

/** RFC 9112, section 9, and RFC 9110, section 10.1.1: persistence, pipelining, tear-down, Expect. */
final class ConnectionCases {
    private static final String PERSISTS =
            "If the received protocol is HTTP/1.1 (or later), the connection will persist";
    private static final String CLOSES =
            "If the \"close\" connection option is present, the connection will not persist"
                    + " after the current response";
    private static final String OLD = "HTTP/1.0, the \"keep-alive\" connection option is present, […] and the recipient"
            + " wishes to honor the HTTP/1.0 \"keep-alive\" mechanism";
    private static final String OTHERWISE = "otherwise, The connection will close after the current response";
    private static final String NO_MORE =
            "The server MUST NOT process any further requests received on that connection";
    private static final String ORDER =
            "MUST send the corresponding responses in the same order that the requests were received";
    private static final String CONTINUE = "MUST send either: an immediate response with a final status code […] or an"
            + " immediate 100 (Continue) response";
    private static final String OMIT = "MAY omit sending a 100 (Continue) response if it has already received some or"
            + " all of the content […] or if the framing indicates that there is no content";
    private static final String UNKNOWN =
            "a member other than 100-continue MAY respond with a 417 (Expectation Failed)";

    private ConnectionCases() {}

    static List<RfcCase> cases() {
        return List.of(
                one("9112, 9.3", PERSISTS, "HTTP/1.1", goesOn(200), get("/json")),
                one(
                        "9112, 9.3",
                        PERSISTS,
                        "another option than close",
                        goesOn(200),
                        get("/json", "Connection: closed, x")),
                one("9112, 9.3", PERSISTS, "close in another field", goesOn(200), get("/json", "Keep-Alive: close")),
                one("9112, 9.3", CLOSES, "close", ends(200), get("/json", "Connection: close")),
                one(
                        "9110, 7.6.1",
                        "Connection options are case-insensitive",
                        "CLOSE",
                        ends(200),
                        get("/json", "Connection: CLOSE")),
                one(
                        "9110, 7.6.1",
                        "Connection = #connection-option",
                        "close in a list",
                        ends(200),
                        get("/json", "Connection: x ,close,y")),
                one(
                        "9110, 5.6.1.2",
                        "MUST parse and ignore a reasonable number of empty list elements",
                        "empty elements",
                        ends(200),
                        get("/json", "Connection: ,, close")),
                one(
                        "9110, 5.3",
                        "combine multiple field lines […] into one field line",
                        "close on a second line",
                        ends(200),
                        get("/json", "Connection: x", "Connection: close")),
                one(
                        "9112, 9.3",
                        CLOSES,
                        "close wins over keep-alive",
                        ends(200),
                        get("/json", "Connection: keep-alive, close")),
                one(
                        "9112, 9.3",
                        CLOSES,
                        "close wins on another line",
                        ends(200),
                        get("/json", "Connection: close", "Connection: keep-alive")),
                one("9112, 9.3", OTHERWISE, "HTTP/1.0", ends(200), request("GET /json HTTP/1.0")),
                one(
                        "9112, 9.3",
                        CLOSES,
                        "HTTP/1.0 with both",
                        ends(200),
                        request("GET /json HTTP/1.0", "Connection: keep-alive, close")),
                ours(
                        "9112, 9.3",
                        OLD,
                        "HTTP/1.0 with keep-alive",
                        goesOn(200),
                        request("GET /json HTTP/1.0", "Connection: Keep-Alive")),
                ours(
                        "9112, 9.3",
                        OLD,
                        "two of HTTP/1.0",
                        goesOn(200, 200),
                        request("GET /json HTTP/1.0", "Connection: keep-alive").repeat(2)),
                ours(
                        "9112, 9.3",
                        OLD,
                        "HTTP/1.0 with keep-alive and a body",
                        goesOn(200),
                        request("GET /json HTTP/1.0", "Connection: keep-alive", "Content-Length: 5") + "hello"),
                one(
                        "9112, 9.6",
                        NO_MORE,
                        "a request behind close",
                        ends(200),
                        get("/json", "Connection: close") + get("/json")),
                one(
                        "9112, 9.3",
                        OTHERWISE,
                        "a request behind HTTP/1.0",
                        ends(200),
                        request("GET /json HTTP/1.0") + get("/json")),
                one("9112, 9.3.2", ORDER, "two in one packet", goesOn(200, 200), get("/json") + get("/json")),
                one(
                        "9112, 9.3.2",
                        ORDER,
                        "a slow one first",
                        goesOn(200, 404, 200),
                        get("/json2?time=40") + get("/none") + get("/json")),
                one(
                        "9112, 9.3.2",
                        ORDER,
                        "the last one closes",
                        ends(200, 404, 200),
                        get("/json2?time=10") + get("/none") + get("/json", "Connection: close")),
                one(
                        "9112, 9.3.2",
                        ORDER,
                        "ten in one packet",
                        goesOn(200, 200, 200, 200, 200, 200, 200, 200, 200, 200),
                        get("/json").repeat(10)),
                ours(
                        "9112, 2.2",
                        "SHOULD respond with a 400 (Bad Request) response and close",
                        "good, then bad, then good",
                        ends(200, 400),
                        get("/json") + "x\r\n\r\n" + get("/json")),
                // Expect
                ours(
                        "9110, 10.1.1",
                        CONTINUE,
                        "100-continue and a length",
                        goesOn(100, 200),
                        get("/json", "Content-Length: 5", "Expect: 100-continue"),
                        "hello"),
                ours(
                        "9110, 10.1.1",
                        CONTINUE,
                        "100-continue and chunks",
                        goesOn(100, 200),
                        get("/json", "Transfer-Encoding: chunked", "Expect: 100-continue"),
                        "5\r\nhello\r\n0\r\n\r\n"),
                ours(
                        "9110, 10.1.1",
                        "The Expect field value is case-insensitive",
                        "100-Continue",
                        goesOn(100, 200),
                        get("/json", "Content-Length: 5", "Expect: 100-Continue"),
                        "hello"),
                ours(
                        "9110, 10.1.1",
                        CONTINUE,
                        "100-continue after another request",
                        goesOn(200, 100, 200),
                        get("/json"),
                        get("/json", "Content-Length: 5", "Expect: 100-continue"),
                        "hello"),
                ours(
                        "9110, 10.1.1",
                        OMIT,
                        "100-continue without a body",
                        goesOn(200),
                        get("/json", "Expect: 100-continue")),
                ours(
                        "9110, 10.1.1",
                        OMIT,
                        "100-continue with length 0",
                        goesOn(200),
                        get("/json", "Content-Length: 0", "Expect: 100-continue")),
                ours(
                        "9110, 10.1.1",
                        OMIT,
                        "100-continue with the body at once",
                        goesOn(200),
                        get("/json", "Content-Length: 5", "Expect: 100-continue") + "hello"),
                one(
                        "9110, 10.1.1",
                        "100-continue expectation in an HTTP/1.0 request MUST ignore that expectation",
                        "100-continue in HTTP/1.0",
                        ends(200),
                        request("GET /json HTTP/1.0", "Content-Length: 5", "Expect: 100-continue") + "hello"),
                ours("9110, 10.1.1", UNKNOWN, "another expectation", ends(417), get("/json", "Expect: a-miracle")),
                ours(
                        "9110, 10.1.1",
                        UNKNOWN,
                        "100-continue and another",
                        ends(417),
                        get("/json", "Content-Length: 5", "Expect: 100-continue, a-miracle")));
    }
}
