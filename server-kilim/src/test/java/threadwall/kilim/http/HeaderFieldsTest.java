package threadwall.kilim.http;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HeaderFieldsTest {
    private static ParserCase head(String version, String lines, String... outcomes) {
        return ParserCase.of("GET / HTTP/" + version + "\r\n" + lines.replace("|", "\r\n") + "\r\n\r\n", outcomes);
    }

    /** Lines of an HTTP/1.1 request, separated by bars, after Host. */
    private static ParserCase fields(String lines, String... outcomes) {
        return head("1.1", "Host: x|" + lines, outcomes);
    }

    private static ParserCase host(String value, String... outcomes) {
        return head("1.1", "Host:" + value, outcomes);
    }

    private static ParserCase old(String lines, String... outcomes) {
        return head("1.0", "X: y|" + lines, outcomes);
    }

    static Stream<ParserCase> lines() {
        return Stream.of(
                // RFC 9112, section 5, and RFC 9110, section 5.5
                fields("A:", "GET /"),
                fields("A: \t b \t c\t ", "GET /"),
                fields("!#$%&'*+-.^_`~09azAZ: \u0080\u00ff!~", "GET /"),
                fields("A::b", "GET /"),
                // names as long as those that the parser knows
                fields("Most: /|Accept: */*|Connecting: close|Content-Lenght: x|Transfer-Encodink: y", "GET /"),
                fields("A : b", "400"),
                fields("A\t: b", "400"),
                fields("A b: c", "400"),
                fields(": b", "400"),
                fields("A", "400"),
                fields("A(b): c", "400"),
                fields("\u00e9: a", "400"),
                fields("A: b| c", "400"),
                fields("A: b|\tc: d", "400"),
                head("1.1", " Host: x", "400"),
                fields("A: \0", "400"),
                fields("A: \u001f", "400"),
                fields("A: \u007f", "400"),
                fields("A: b\rc", "400"),
                fields("A: b\nC: d", "400"),
                fields("A\r: b", "400"),
                ParserCase.of("GET / HTTP/1.1\r\nHost: x\r\n\n", "400"),
                ParserCase.of("GET / HTTP/1.1\r\nHost: x\r\n\rX", "400"),
                ParserCase.of("GET / HTTP/1.1\r\nHost: x\r\n\r", "HEAD"));
    }

    static Stream<ParserCase> hosts() {
        return Stream.of(
                // RFC 9112, section 3.2
                head("1.1", "X: y", "400"),
                head("1.1", "Host: x|Host: x", "400"),
                head("1.1", "hOST: x|HOst: y", "400"),
                head("1.0", "X: y", "GET / 1.0 close"),
                head("1.0", "Host: x|Host: y", "400"),
                head("1.0", "Host: a/b", "400"),
                ParserCase.of("GET http://a/ HTTP/1.1\r\nA: b\r\n\r\n", "400"),
                ParserCase.of("GET http://a/ HTTP/1.1\r\nHost: b c\r\n\r\n", "400"),
                // RFC 3986, section 3.2.2
                host("", "GET /"),
                host(" \t ", "GET /"),
                host("a.b-c_d~e:80", "GET /"),
                host(" a:\t", "GET /"),
                host("!$&'()*+,;=", "GET /"),
                host("%4a%4B:1", "GET /"),
                host("1.2.3.4:65536000", "GET /"),
                host("[::]", "GET /"),
                host("[::ffff:1.2.3.4]:80", "GET /"),
                host("[v1.a:b]:80", "GET /"),
                host("[VfF.~]", "GET /"),
                host(":80", "GET /"),
                host("a:b", "400"),
                host("a:80:80", "400"),
                host("a b", "400"),
                host("a/b", "400"),
                host("me@a", "400"),
                host("a%4", "400"),
                host("a%4g", "400"),
                host("\u00e9", "400"),
                host("::1", "400"),
                host("[::1", "400"),
                host("[", "400"),
                host("[]", "400"),
                host("[:]", "400"),
                host("[::g]", "400"),
                host("[::1]a", "400"),
                host("[::1]:a", "400"),
                host("[v.a]", "400"),
                host("[v1]", "400"),
                host("[v1.]", "400"),
                host("[v1./]", "400"),
                host("[vg.a]", "400"),
                host("[v1.a%41]", "400"));
    }

    static Stream<ParserCase> connections() {
        return Stream.of(
                // RFC 9112, section 9.3
                fields("Connection: close", "GET / close"),
                fields("cONNECTION:CLOSE", "GET / close"),
                fields("Connection: keep-alive, Close ,x", "GET / close"),
                fields("Connection: close|Connection: keep-alive", "GET / close"),
                fields("Connection: x, closed, clos e, cloze", "GET /"),
                fields("Connection: x,close", "GET / close"),
                fields("Connection:,", "GET /"),
                old("Connection: Keep-Alive", "GET / 1.0"),
                old("Connection: x|Connection: ,\tkeep-alive\t,", "GET / 1.0"),
                old("Connection: keep-alive, x", "GET / 1.0"),
                old("Connection: keep-alive, close", "GET / 1.0 close"),
                old("Connection: keep\ralive", "400"),
                // RFC 9110, section 10.1.1
                fields("Expect: 100-Continue", "GET /"),
                fields("Expect: 100-continue|Expect: 100-continue", "GET /"),
                fields("Expect:100-continue", "GET /"),
                fields("Expect: 200-ok", "417"),
                fields("Expect:", "417"),
                fields("Expect: 100-continue, x", "417"),
                old("Expect: 200-ok", "GET / 1.0 close"),
                // the first error counts
                fields("Expect: x|Host: y", "417"),
                fields("Host: y|Expect: x", "400"),
                head("1.1", "Expect: x", "417"));
    }

    static Stream<ParserCase> lengths() {
        return Stream.of(
                // RFC 9112, sections 6.2 and 6.3
                fields("Content-Length: 0", "GET /"),
                fields("Content-Length:0", "GET /"),
                fields("content-LENGTH:\t3\t||abc".replace("||", "\r\n\r\n") + "GET", "GET / : abc", "400"),
                ParserCase.of("POST /a HTTP/1.1\r\nHost:\r\nContent-Length: 0003\r\n\r\n\r\n\0", "POST /a : \r\n\0"),
                ParserCase.of("POST /a HTTP/1.0\r\nContent-Length: 1\r\n\r\nb", "POST /a 1.0 close : b"),
                ParserCase.of("POST /a HTTP/1.1\r\nHost:\r\nContent-Length: 3\r\n\r\nab", "BODY"),
                fields("Content-Length:", "400"),
                fields("Content-Length: +3", "400"),
                fields("Content-Length: -3", "400"),
                fields("Content-Length: 3,3", "400"),
                fields("Content-Length: 3 3", "400"),
                fields("Content-Length: 0x3", "400"),
                fields("Content-Length: 3.0", "400"),
                fields("Content-Length: 3|Content-Length: 3", "400"),
                fields("Content-Length: 65537", "413"),
                fields("Content-Length: 4294967296", "413"),
                fields("Content-Length: 18446744073709551616", "413"),
                fields("Content-Length: " + "9".repeat(100), "413"),
                // framing is checked first, and only at the end of the head
                head("1.1", "Content-Length: 65537", "400"),
                head("1.1", "Content-Length: 65537|Host: x|Expect: y", "417"));
    }

    @ParameterizedTest
    @MethodSource({"lines", "hosts", "connections", "lengths"})
    void parses(ParserCase example) {
        example.check();
    }
}
