package threadwall.server.http;

import static threadwall.server.http.RfcCase.ends;
import static threadwall.server.http.RfcCase.get;
import static threadwall.server.http.RfcCase.goesOn;
import static threadwall.server.http.RfcCase.one;
import static threadwall.server.http.RfcCase.ours;
import static threadwall.server.http.RfcCase.request;

import java.util.List;

/** RFC 9112, sections 2.2 to 3.2: line ends, version, request line, the four forms of its target. */
final class RequestLineCases {
    private static final String LENIENT = "recipients MAY instead parse on whitespace-delimited word boundaries";
    private static final String NO_MATCH = "a sequence of octets that does not match the HTTP-message grammar […]"
            + " the server SHOULD respond with a 400 (Bad Request) response and close the connection";
    private static final String INVALID_LINE =
            "Recipients of an invalid request-line SHOULD respond with either a 400 (Bad Request) error or a 301";
    private static final String EMPTY_LINE =
            "SHOULD ignore at least one empty line (CRLF) received prior to the request-line";
    private static final String BARE_LF = "a recipient MAY recognize a single LF as a line terminator";

    private RequestLineCases() {}

    static List<RfcCase> cases() {
        return List.of(
                one("9112, 2.1", "HTTP-message = start-line CRLF", "a plain request", goesOn(200), get("/json")),
                ours("9112, 2.2", EMPTY_LINE, "one empty line first", goesOn(200), "\r\n" + get("/json")),
                ours("9112, 2.2", EMPTY_LINE, "three empty lines first", goesOn(200), "\r\n\r\n\r\n" + get("/json")),
                ours("9112, 2.2", EMPTY_LINE, "between two", goesOn(200, 200), get("/json") + "\r\n" + get("/json")),
                ours("9112, 2.2", BARE_LF, "LF alone ends the head", ends(400), "GET /json HTTP/1.1\nHost: x\n\n"),
                ours("9112, 2.2", BARE_LF, "an empty line of LF alone first", ends(400), "\n" + get("/json")),
                ours(
                        "9112, 2.2",
                        BARE_LF,
                        "LF alone ends the request line",
                        ends(400),
                        "GET /json HTTP/1.1\nHost: x\r\n\r\n"),
                ours(
                        "9112, 2.2",
                        "A recipient of such a bare CR MUST consider that element to be invalid or replace each bare CR",
                        "CR alone in the request line",
                        ends(400),
                        request("GET /json\rHTTP/1.1", "Host: x")),
                // version
                ours(
                        "9110, 6.2",
                        "a minor version number higher than what it implements SHOULD process the message as if",
                        "version 1.2",
                        goesOn(200),
                        request("GET /json HTTP/1.2", "Host: x")),
                ours(
                        "9110, 15.6.6",
                        "the server does not support, or refuses to support, the major version of HTTP",
                        "version 2.0",
                        ends(505),
                        request("GET /json HTTP/2.0", "Host: x")),
                ours(
                        "9112, 2.3",
                        "HTTP-version is case-sensitive",
                        "http in small letters",
                        ends(400),
                        version("http/1.1")),
                ours("9112, 2.3", "HTTP-name \"/\" DIGIT \".\" DIGIT", "two digits", ends(400), version("HTTP/1.10")),
                ours(
                        "9112, 2.3",
                        "HTTP-name \"/\" DIGIT \".\" DIGIT",
                        "no minor version",
                        ends(400),
                        version("HTTP/1")),
                ours("9112, 2.3", "HTTP-name \"/\" DIGIT \".\" DIGIT", "another name", ends(400), version("HTTQ/1.1")),
                ours("9112, 3", NO_MATCH, "no version at all", ends(400), "GET /json\r\n\r\n"),
                // request line
                ours("9112, 3", LENIENT, "two spaces", ends(400), request("GET  /json HTTP/1.1", "Host: x")),
                ours("9112, 3", LENIENT, "a space at the end", ends(400), version("HTTP/1.1 ")),
                ours("9112, 3", LENIENT, "a space at the start", ends(400), " " + get("/json")),
                ours("9112, 3", LENIENT, "a tab for a space", ends(400), request("GET\t/json HTTP/1.1", "Host: x")),
                ours("9112, 3", INVALID_LINE, "a space in the target", ends(400), get("/js on")),
                ours("9112, 3", NO_MATCH, "no target", ends(400), request("GET HTTP/1.1", "Host: x")),
                ours("9112, 3", NO_MATCH, "another protocol", ends(400), "\u0016\u0003\u0001\u0000\u00a5\r\n\r\n"),
                ours("9112, 3.1", "method = token", "no token", ends(400), request("G@T /json HTTP/1.1", "Host: x")),
                ours(
                        "9112, 3.1",
                        "The request method is case-sensitive",
                        "get in small letters",
                        goesOn(405),
                        request("get /json HTTP/1.1", "Host: x")),
                // origin-form
                one(
                        "9112, 3.2.1",
                        "origin-form = absolute-path [ \"?\" query ]",
                        "a query",
                        goesOn(200),
                        get("/json?a=b")),
                one(
                        "9112, 3.2.1",
                        "origin-form = absolute-path [ \"?\" query ]",
                        "an empty query",
                        goesOn(200),
                        get("/json?")),
                one(
                        "3986, 3.4",
                        "The characters slash (\"/\") and question mark (\"?\") may represent data within the query",
                        "? and / in a query",
                        goesOn(200),
                        get("/json?/?a")),
                one(
                        "9110, 4.2.3",
                        "Characters other than those in the \"reserved\" set are equivalent to their percent-encoded octets",
                        "an encoded letter",
                        goesOn(200),
                        get("/%6Ason")),
                ours(
                        "3986, 2.1",
                        "pct-encoded = \"%\" HEXDIG HEXDIG",
                        "% and no hex in the target",
                        ends(400),
                        get("/json%zz")),
                ours("3986, 2.1", "pct-encoded = \"%\" HEXDIG HEXDIG", "% at the end", ends(400), get("/json?a=%4")),
                ours(
                        "3986, 3.5",
                        "indicated by the presence of a number sign",
                        "a fragment",
                        ends(400),
                        get("/json#a")),
                ours("9112, 3.2", INVALID_LINE, "a byte above ASCII in the target", ends(400), get("/jso\u00ff")),
                ours("9112, 3.2", INVALID_LINE, "no slash at the start", ends(400), get("json")),
                // absolute-form
                one(
                        "9112, 3.2.2",
                        "A server MUST accept the absolute-form in requests",
                        "absolute-form",
                        goesOn(200),
                        get("http://x/json")),
                one(
                        "9112, 3.2.2",
                        "the origin server MUST ignore the received Host header field (if any)",
                        "absolute-form of another host than Host",
                        goesOn(200),
                        get("http://y:81/json")),
                one(
                        "9110, 4.2.3",
                        "The scheme and host are case-insensitive",
                        "a scheme in capitals",
                        goesOn(200),
                        get("HTTP://x/json")),
                one(
                        "9110, 4.2.3",
                        "an empty path component is equivalent to an absolute path of \"/\"",
                        "absolute-form without a path",
                        goesOn(404),
                        get("http://x")),
                ours(
                        "9110, 7.4",
                        "a request for an \"https\" resource MUST be rejected unless it has been received over a"
                                + " connection that has been secured",
                        "https over a connection that is not secured",
                        ends(421),
                        get("https://x/json")),
                ours(
                        "9110, 4.2.1",
                        "with an empty host identifier. A recipient that processes such a URI reference MUST reject it",
                        "absolute-form without a host",
                        ends(400),
                        get("http:///json")),
                ours(
                        "9110, 4.2.1",
                        "with an empty host identifier. A recipient that processes such a URI reference MUST reject it",
                        "absolute-form of a port alone",
                        ends(400),
                        get("http://:80/json")),
                ours(
                        "3986, 3.2",
                        "authority = [ userinfo \"@\" ] host [ \":\" port ]",
                        "absolute-form with two ports",
                        ends(400),
                        get("http://x:80:80/json")),
                ours(
                        "9110, 4.2.4",
                        "a recipient SHOULD parse for userinfo and treat its presence as an error",
                        "absolute-form with a user",
                        ends(400),
                        get("http://me@x/json")),
                ours("9112, 3.2.2", INVALID_LINE, "a scheme not served", ends(400), get("ftp://x/json")),
                // authority-form and asterisk-form
                ours(
                        "9112, 3.2.3",
                        "The \"authority-form\" of request-target is only used for CONNECT requests",
                        "GET of an authority",
                        ends(400),
                        get("x:80")),
                ours(
                        "9110, 9.3.6",
                        "most origin servers do not implement CONNECT",
                        "CONNECT",
                        ends(501),
                        request("CONNECT x:80 HTTP/1.1", "Host: x:80")),
                ours(
                        "9110, 9.3.6",
                        "A server MUST reject a CONNECT request that targets an empty or invalid port number, typically 400",
                        "CONNECT without a port",
                        ends(501),
                        request("CONNECT x: HTTP/1.1", "Host: x")),
                ours(
                        "9112, 3.2.4",
                        "The \"asterisk-form\" of request-target is only used for a server-wide OPTIONS request",
                        "GET *",
                        ends(400),
                        get("*")),
                ours(
                        "9110, 15.6.6",
                        "The server SHOULD generate a representation for the 505 response that describes why that version is"
                                + " not supported",
                        "the preface of HTTP/2",
                        ends(505),
                        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
    }

    private static String version(String version) {
        return request("GET /json " + version, "Host: x");
    }
}
