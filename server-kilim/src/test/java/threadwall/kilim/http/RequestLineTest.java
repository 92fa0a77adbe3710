package threadwall.kilim.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.kilim.io.Buffer;

class RequestLineTest {
    private static final String HOST = "\r\nHost: x\r\n\r\n";

    private static ParserCase target(String target, String... outcomes) {
        return ParserCase.of("GET " + target + " HTTP/1.1" + HOST, outcomes);
    }

    private static ParserCase line(String line, String... outcomes) {
        return ParserCase.of(line + HOST, outcomes);
    }

    static Stream<ParserCase> cases() {
        return Stream.of(
                // RFC 9112, section 3: the line
                line("GET / HTTP/1.1", "GET /"),
                line("get / HTTP/1.1", "get /"),
                line("!#$%&'*+-.^_`|~09azAZ / HTTP/1.1", "!#$%&'*+-.^_`|~09azAZ /"),
                line("G@T / HTTP/1.1", "400"),
                line("G\u00e9T / HTTP/1.1", "400"),
                line(" / HTTP/1.1", "400"),
                line("GET  / HTTP/1.1", "400"),
                line("GET /  HTTP/1.1", "400"),
                line("GET / HTTP/1.1 ", "400"),
                line("GET\t/ HTTP/1.1", "400"),
                line("GET /\tHTTP/1.1", "400"),
                line("GET", "400"),
                line("GET ", "400"),
                line("GET /", "400"),
                line("GET / ", "400"),
                ParserCase.of("GET / HTTP/1.1\nHost: x\n\n", "400"),
                ParserCase.of("GET / HTTP/1.1\r\r\n", "400"),
                ParserCase.of("GET / HTTP/1.1\r", "HEAD"),
                ParserCase.of("GET /\0 HTTP/1.1", "400"),
                ParserCase.of("GET /\u007f", "400"),
                // section 2.2: empty lines before it
                ParserCase.of("\r\n"),
                ParserCase.of("\r\n\r\nGET / HTTP/1.1" + HOST + "\r\n", "GET /"),
                ParserCase.of("\nGET / HTTP/1.1", "400"),
                ParserCase.of("\rGET / HTTP/1.1", "400"),
                ParserCase.of("\r\n GET / HTTP/1.1", "400"),
                // section 2.3: versions
                line("GET / HTTP/1.0", "GET / 1.0 close"),
                line("GET / HTTP/1.2", "GET /"),
                line("GET / HTTP/1.9", "GET /"),
                line("GET / HTTP/2.0", "505"),
                line("GET / HTTP/0.9", "505"),
                line("GET / HTTP/9.9", "505"),
                line("GET / HTTP/1.10", "400"),
                line("GET / HTTP/11", "400"),
                line("GET / HTTP/1,1", "400"),
                line("GET / http/1.1", "400"),
                line("GET / HTTP/x.1", "400"),
                line("GET / HTTP/2.x", "400"),
                line("GET / HTTPS/1.1", "400"),
                // section 3.2.1: origin-form
                target("/a/b?c=d&e", "GET /a/b ?c=d&e"),
                target("/?", "GET / ?"),
                target("//a//?b?c/", "GET //a// ?b?c/"),
                target("/a%20b%C3%A9%2f", "GET /a%20b%C3%A9%2f as /a b\u00e9/"),
                target("/%FF", "GET /%FF as /\ufffd"),
                target("/a?%20", "GET /a ?%20"),
                target("/[]|{}^\\`\"<>@:;,~!$&'()*+=", "GET /[]|{}^\\`\"<>@:;,~!$&'()*+="),
                target("/?[]|{}^\\`\"<>@", "GET / ?[]|{}^\\`\"<>@"),
                target("/%", "400"),
                target("/%4", "400"),
                target("/%4g", "400"),
                target("/%g4", "400"),
                target("/%%41", "400"),
                target("/?%4", "400"),
                target("/?%zz", "400"),
                target("/a#b", "400"),
                target("/?a#b", "400"),
                target("/\u00e9", "400"),
                target("/?\u0080", "400"),
                target("json", "400"),
                target("?a", "400"),
                // section 3.2.2: absolute-form
                target("http://a", "GET /"),
                target("http://a/", "GET /"),
                target("HTTP://a:80/b?c", "GET /b ?c"),
                target("HTTPS://a:80/b?c", "421"),
                target("hTTp://[::1]:80?q", "GET / ?q"),
                target("http://%61/%62", "GET /%62 as /b"),
                target("http://a/b@c", "GET /b@c"),
                target("http://a?b@c", "GET / ?b@c"),
                target("http://", "400"),
                target("http:///a", "400"),
                target("http://?a", "400"),
                target("http://@a", "400"),
                target("http://me@a/", "400"),
                target("http://me:secret@a/", "400"),
                target("http://a%2", "400"),
                target("http://a#b", "400"),
                target("http:/a", "400"),
                target("httpx://a", "400"),
                target("htt\u0070\u001a//a", "400"), // a colon with the lower-case bit set
                target("ftp://a/", "400"),
                // sections 3.2.3 and 3.2.4: authority-form and asterisk-form
                line("CONNECT a:80 HTTP/1.1", "501"),
                line("CONNECT a:80 HTTP/2.0", "501"),
                target("a:80", "400"),
                line("OPTIONS * HTTP/1.1", "OPTIONS *"),
                line("OPTIONS /a HTTP/1.1", "OPTIONS /a"),
                line("OPTIONS ** HTTP/1.1", "400"),
                line("OPTIONS *?a HTTP/1.1", "400"),
                target("*", "400"),
                ParserCase.of("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "505"),
                // refused before the line is complete
                ParserCase.of("\u0016\u0003\u0001", "400"),
                ParserCase.of("G@", "400"),
                ParserCase.of("GET x", "400"),
                ParserCase.of("CONNECT ", "501"),
                ParserCase.of("GET / HTTQ", "400"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void parses(ParserCase example) {
        example.check();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
    void ofUsualMethodsNoTextIsMade(String method) {
        var parser = new RequestParser(new Buffer(), HttpLimits.DEFAULT, head -> true);
        parser.buffer().put((method + " / HTTP/1.1" + HOST).getBytes());
        var request = (Request) parser.next();
        assertThat(request.method()).isSameAs(method.intern());
        assertThat(request.path()).isSameAs(request.rawPath());
    }
}
