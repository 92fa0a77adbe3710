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

/** RFC 9112, sections 5 and 3.2: field lines, folding, Host. */
final class FieldCases {
    private static final String LINE = "field-line = field-name \":\" OWS field-value OWS";
    private static final String BEFORE_COLON = "MUST reject, with a response status code of 400 (Bad Request), any"
            + " received request message that contains whitespace between a header field name and colon";
    private static final String NOT_ALLOWED = "a recipient of CR, LF, or NUL within a field value MUST either reject"
            + " the message or replace each of those characters with SP";
    private static final String FOLD = "MUST either reject the message by sending a 400 (Bad Request) […] or replace"
            + " each received obs-fold with one or more SP octets";
    private static final String NO_HOST = "MUST respond with a 400 (Bad Request) status code to any HTTP/1.1 request"
            + " message that lacks a Host header field";
    private static final String TWO_HOSTS = "MUST respond with a 400 […] to any request message that contains more"
            + " than one Host header field line";
    private static final String BAD_HOST = "MUST respond with a 400 […] to any request message that contains […] a"
            + " Host header field with an invalid field value";
    private static final String HOST = "Host = uri-host [ \":\" port ]";
    private static final String NO_MATCH = "octets that does not match the HTTP-message grammar […] SHOULD respond 400";

    private FieldCases() {}

    static List<RfcCase> cases() {
        return List.of(
                one("9112, 5", "a case-insensitive field name", "host in small letters", goesOn(200), host("host: x")),
                one("9112, 5", "a case-insensitive field name", "HOST in capitals", goesOn(200), host("HOST: x")),
                one("9112, 5", LINE, "no space behind the colon", goesOn(200), host("Host:x")),
                one("9112, 5", LINE, "spaces and tabs around the value", goesOn(200), host("Host: \t x\t \t")),
                one("9112, 5", LINE, "an empty value", goesOn(200), get("/json", "X:")),
                one("9112, 5", LINE, "a colon in the value", goesOn(200), get("/json", "X: a:b")),
                one(
                        "9110, 5.6.2",
                        "tchar",
                        "every character of a token",
                        goesOn(200),
                        get("/json", "!#$%&'*+-.^_`|~09aZ: y")),
                one(
                        "9110, 5.6.3",
                        "OWS = *( SP / HTAB )",
                        "spaces around a length",
                        goesOn(200),
                        getWithBody("hello", "Content-Length: \t5 \t")),
                ours(
                        "9110, 5.5",
                        "treat other allowed octets in field content as opaque",
                        "obs-text",
                        goesOn(200),
                        get("/json", "X: \u00e9\u00ff")),
                oneStatus("9112, 5.1", BEFORE_COLON, "a space before the colon", ends(400), get("/json", "X : y")),
                oneStatus("9112, 5.1", BEFORE_COLON, "a tab before the colon", ends(400), get("/json", "X\t: y")),
                oneStatus(
                        "9112, 5.1",
                        BEFORE_COLON,
                        "a space before the colon of a length",
                        ends(400),
                        getWithBody("hello", "Content-Length : 5")),
                ours("9112, 2.2", NO_MATCH, "no colon", ends(400), get("/json", "X")),
                ours("9112, 2.2", NO_MATCH, "no name", ends(400), get("/json", ": y")),
                ours("9110, 5.1", "field-name = token", "a name that is no token", ends(400), get("/json", "X@Y: z")),
                ours("9110, 5.1", "field-name = token", "a name above ASCII", ends(400), get("/json", "X\u00e9: z")),
                ours("9110, 5.5", NOT_ALLOWED, "NUL in a value", ends(400), get("/json", "X: a\u0000b")),
                ours("9110, 5.5", NOT_ALLOWED, "CR alone in a value", ends(400), get("/json", "X: a\rb")),
                ours("9110, 5.5", NOT_ALLOWED, "LF alone in a value", ends(400), get("/json", "X: a\nY: b")),
                ours(
                        "9110, 5.5",
                        "other CTL characters are also invalid",
                        "ESC in a value",
                        ends(400),
                        get("/json", "X: \u001b")),
                ours(
                        "9110, 5.5",
                        "other CTL characters are also invalid",
                        "DEL in a value",
                        ends(400),
                        get("/json", "X: \u007f")),
                ours("9112, 5.2", FOLD, "a folded line", ends(400), get("/json", "X: a", " b")),
                ours("9112, 5.2", FOLD, "a line folded with a tab", ends(400), get("/json", "X: a", "\tb")),
                ours("9112, 5.2", FOLD, "a folded length", ends(400), getWithBody("hello", "Content-Length:", " 5")),
                ours(
                        "9112, 2.2",
                        "whitespace between the start-line and the first header field MUST either reject the message",
                        "a space before the first field",
                        ends(400),
                        request("GET /json HTTP/1.1", " Host: x", "Host: x")),
                // Host
                oneStatus("9112, 3.2", NO_HOST, "no Host", ends(400), request("GET /json HTTP/1.1")),
                oneStatus(
                        "9112, 3.2",
                        NO_HOST,
                        "no Host in absolute-form",
                        ends(400),
                        request("GET http://x/json HTTP/1.1")),
                one("9112, 3.2", NO_HOST, "no Host in HTTP/1.0", ends(200), request("GET /json HTTP/1.0")),
                oneStatus("9112, 3.2", TWO_HOSTS, "two Hosts", ends(400), get("/json", "Host: y")),
                oneStatus("9112, 3.2", TWO_HOSTS, "the same Host twice", ends(400), get("/json", "Host: x")),
                oneStatus(
                        "9112, 3.2",
                        TWO_HOSTS,
                        "two Hosts in HTTP/1.0",
                        ends(400),
                        request("GET /json HTTP/1.0", "Host: x", "Host: y")),
                oneStatus("9112, 3.2", BAD_HOST, "a space in Host", ends(400), host("Host: a b")),
                oneStatus("9112, 3.2", BAD_HOST, "a path in Host", ends(400), host("Host: a/b")),
                oneStatus("9112, 3.2", BAD_HOST, "a user in Host", ends(400), host("Host: me@x")),
                oneStatus("9112, 3.2", BAD_HOST, "a port of letters", ends(400), host("Host: x:http")),
                oneStatus("9112, 3.2", BAD_HOST, "two ports", ends(400), host("Host: x:80:80")),
                oneStatus("9112, 3.2", BAD_HOST, "a bracket left open", ends(400), host("Host: [::1")),
                oneStatus("9112, 3.2", BAD_HOST, "letters behind a bracket", ends(400), host("Host: [::1]x")),
                oneStatus("9112, 3.2", BAD_HOST, "% and no hex in Host", ends(400), host("Host: a%zz")),
                oneStatus("9112, 3.2", BAD_HOST, "a byte above ASCII in Host", ends(400), host("Host: \u00e9")),
                one("9110, 7.2", HOST, "a port", goesOn(200), host("Host: www.example.org:8080")),
                one("9110, 7.2", HOST, "an address of IPv4", goesOn(200), host("Host: 127.0.0.1:80")),
                one("9110, 7.2", HOST, "an address of IPv6", goesOn(200), host("Host: [::1]:80")),
                one("3986, 3.2.3", "port = *DIGIT", "an empty port", goesOn(200), host("Host: x:")),
                ours(
                        "3986, 3.2.2",
                        "reg-name = *( unreserved / pct-encoded / sub-delims )",
                        "an encoded name",
                        goesOn(200),
                        host("Host: a%2Db_c~d")),
                ours(
                        "3986, 3.2.2",
                        "reg-name = *( unreserved / pct-encoded / sub-delims )",
                        "delimiters",
                        goesOn(200),
                        host("Host: a!$&'()*+,;=b")),
                ours(
                        "9112, 3.2",
                        "MUST send a Host header field with an empty field value",
                        "an empty Host",
                        goesOn(200),
                        host("Host:")),
                ours(
                        "3986, 3.2.2",
                        "IP-literal = \"[\" ( IPv6address / IPvFuture ) \"]\"",
                        "an address of the future",
                        goesOn(200),
                        host("Host: [v1.a:b]")));
    }

    /** A GET of /json with that Host line. */
    private static String host(String line) {
        return request("GET /json HTTP/1.1", line);
    }
}
