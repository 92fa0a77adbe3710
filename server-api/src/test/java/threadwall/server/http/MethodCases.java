package threadwall.server.http;

import static threadwall.server.http.RfcCase.ends;
import static threadwall.server.http.RfcCase.get;
import static threadwall.server.http.RfcCase.getWithBody;
import static threadwall.server.http.RfcCase.goesOn;
import static threadwall.server.http.RfcCase.one;
import static threadwall.server.http.RfcCase.oneStatus;
import static threadwall.server.http.RfcCase.ours;
import static threadwall.server.http.RfcCase.request;

import java.util.List;

/** RFC 9110, sections 9 and 15: methods and statuses; 5.4, 15.5.14 and RFC 9112, 3: sizes. */
final class MethodCases {
    private static final String ALLOW = "The origin server MUST generate an Allow header field in a 405 response";
    private static final String NO_CONTENT =
            "identical to GET except that the server MUST NOT send content in the response";
    private static final String UNKNOWN =
            "a request method that is unrecognized or not implemented SHOULD respond with the 501";
    private static final String TARGET_TOO_LONG =
            "a request-target longer than any URI it wishes to parse MUST respond with a 414 (URI Too Long) status code";
    private static final String FIELDS_TOO_LARGE = "a request header field line, field value, or set of fields larger"
            + " than it wishes to process MUST respond with an appropriate 4xx";
    private static final String CONTENT_TOO_LARGE =
            "refusing to process a request because the request content is larger than the server is willing";
    private static final String AT_LEAST =
            "It is RECOMMENDED that all HTTP senders and recipients support, at a minimum,"
                    + " request-line lengths of 8000 octets";

    private MethodCases() {}

    static List<RfcCase> cases() {
        return List.of(
                one("9110, 9.1", "MUST support the methods GET and HEAD", "GET", goesOn(200), get("/health")),
                one(
                        "9110, 9.1",
                        "MUST support the methods GET and HEAD",
                        "GET of a longer answer",
                        goesOn(200),
                        get("/fortunes")),
                one("9110, 9.3.2", NO_CONTENT, "HEAD", goesOn(200), method("HEAD", "/json")),
                one(
                        "9110, 9.3.2",
                        NO_CONTENT,
                        "HEAD that closes",
                        ends(200),
                        request("HEAD /json HTTP/1.1", "Host: x", "Connection: close")),
                one("9110, 9.3.2", NO_CONTENT, "HEAD of nothing", goesOn(404), method("HEAD", "/none")),
                one("9110, 9.3.2", NO_CONTENT, "HEAD in HTTP/1.0", ends(200), request("HEAD /json HTTP/1.0")),
                one(
                        "9110, 9.3.1",
                        "request message framing is independent of the method used",
                        "HEAD with a body",
                        goesOn(200),
                        request("HEAD /json HTTP/1.1", "Host: x", "Content-Length: 5") + "hello"),
                one(
                        "9110, 15.5.5",
                        "did not find a current representation for the target resource",
                        "an unknown path",
                        goesOn(404),
                        get("/none")),
                one("9110, 15.5.6", ALLOW, "POST without a body", goesOn(405), method("POST", "/json")),
                oneStatus(
                        "9110, 15.5.6",
                        ALLOW,
                        "POST with a body",
                        goesOn(405),
                        request("POST /json HTTP/1.1", "Host: x", "Content-Length: 5") + "hello"),
                one("9110, 15.5.6", ALLOW, "DELETE", goesOn(405), method("DELETE", "/fortunes")),
                ours("9110, 9.1", UNKNOWN, "a method nobody knows", goesOn(405), method("BREW", "/json")),
                ours(
                        "9110, 9.3.8",
                        "The TRACE method requests a remote, application-level loop-back",
                        "TRACE",
                        goesOn(405),
                        method("TRACE", "/json")),
                ours(
                        "9110, 9.3.7",
                        "applies to the server in general rather than to a specific resource",
                        "OPTIONS *",
                        goesOn(200),
                        method("OPTIONS", "*")),
                ours(
                        "9110, 9.3.7",
                        "applies to the options that are available when communicating with the target resource",
                        "OPTIONS of a route",
                        goesOn(405),
                        method("OPTIONS", "/json")),
                ours(
                        "9112, 2.1",
                        "HTTP-message = start-line CRLF",
                        "a parameter that is no number",
                        goesOn(400),
                        get("/json2?time=x")),
                // sizes
                ours("9112, 3", AT_LEAST, "a request line of 8,000 bytes", goesOn(200), get(ofLine(8000))),
                ours("9112, 3", TARGET_TOO_LONG, "a request line of the longest", goesOn(200), get(ofLine(8192))),
                ours("9112, 3", TARGET_TOO_LONG, "a request line one longer", ends(414), get(ofLine(8193))),
                oneStatus("9112, 3", TARGET_TOO_LONG, "a target of 20,000 bytes", ends(414), get(ofLine(20_000))),
                oneStatus(
                        "9112, 3",
                        TARGET_TOO_LONG,
                        "a target of 20,000 bytes without an end",
                        ends(414),
                        "GET /" + "a".repeat(20_000)),
                ours(
                        "9110, 5.4",
                        FIELDS_TOO_LARGE,
                        "a head of the longest",
                        goesOn(200),
                        get("/json", ofHead(16 * 1024))),
                ours(
                        "9110, 5.4",
                        FIELDS_TOO_LARGE,
                        "a head one longer",
                        ends(431),
                        get("/json", ofHead(16 * 1024 + 1))),
                ours("9110, 5.4", FIELDS_TOO_LARGE, "a field of 20,000 bytes", ends(431), get("/json", ofHead(20_000))),
                ours(
                        "9110, 5.4",
                        FIELDS_TOO_LARGE,
                        "100 fields",
                        goesOn(200),
                        get("/json", "X: y\r\n".repeat(98) + "X: y")),
                ours(
                        "9110, 5.4",
                        FIELDS_TOO_LARGE,
                        "101 fields",
                        ends(431),
                        get("/json", "X: y\r\n".repeat(99) + "X: y")),
                ours(
                        "9110, 15.5.14",
                        CONTENT_TOO_LARGE,
                        "a body of the longest",
                        goesOn(200),
                        getWithBody("b".repeat(65_536), "Content-Length: 65536")),
                ours(
                        "9110, 15.5.14",
                        CONTENT_TOO_LARGE,
                        "a length one longer",
                        ends(413),
                        get("/json", "Content-Length: 65537")),
                ours(
                        "9110, 15.5.14",
                        CONTENT_TOO_LARGE,
                        "a chunk too long",
                        ends(413),
                        getWithBody("10001\r\n", "Transfer-Encoding: chunked")),
                ours(
                        "9110, 15.5.14",
                        CONTENT_TOO_LARGE,
                        "chunks too long together",
                        ends(413),
                        getWithBody("8000\r\n" + "b".repeat(0x8000) + "\r\n8001\r\n", "Transfer-Encoding: chunked")));
    }

    private static String method(String method, String target) {
        return request(method + " " + target + " HTTP/1.1", "Host: x");
    }

    /** A target of /json that makes a GET's request line that long. */
    private static String ofLine(int bytes) {
        return "/json?" + "q".repeat(bytes - "GET /json? HTTP/1.1".length());
    }

    /** A field line that makes a GET's head that long. */
    private static String ofHead(int bytes) {
        return "X: " + "y".repeat(bytes - get("/json", "X: ").length());
    }
}
