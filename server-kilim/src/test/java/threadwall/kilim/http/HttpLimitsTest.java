package threadwall.kilim.http;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each limit is reached exactly, and exceeded by one. */
class HttpLimitsTest {
    private static final HttpLimits SMALL = new HttpLimits(30, 80, 3, 10);
    private static final String EMPTY_LINE = "\r\n";

    /** A request line of that many bytes, without its CRLF. */
    private static String line(int length) {
        return "GET /" + "a".repeat(length - "GET / HTTP/1.1".length()) + " HTTP/1.1";
    }

    /** A head of that many bytes in total. */
    private static String head(int length) {
        var start = "GET / HTTP/1.1\r\nHost: x\r\nA: ";
        return start + "a".repeat(length - start.length() - 4) + "\r\n\r\n";
    }

    private static String shown(int lineLength) {
        return "GET /" + "a".repeat(lineLength - "GET / HTTP/1.1".length());
    }

    private static ParserCase within(String bytes, String... outcomes) {
        return ParserCase.within(SMALL, bytes, outcomes);
    }

    static Stream<ParserCase> cases() {
        var host = "\r\nHost: x\r\n\r\n";
        var length = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ";
        var chunked = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
        return Stream.of(
                // request line
                within(line(30) + host, shown(30)),
                within(line(30), "HEAD"),
                within(line(30) + "\r", "HEAD"),
                within(line(30) + "\rX", "400"),
                within(line(30) + "X", "414"),
                within(line(31) + host, "414"),
                within("GET /" + "a".repeat(25), "HEAD"),
                within("GET /" + "a".repeat(26), "414"),
                within("G".repeat(31), "414"),
                within("G@".repeat(31), "400"),
                within("GET /%" + "a".repeat(25), "414"),
                // including the empty lines before it
                within(EMPTY_LINE + line(28) + host, shown(28)),
                within(EMPTY_LINE + line(29) + host, "414"),
                within(EMPTY_LINE.repeat(15)),
                within(EMPTY_LINE.repeat(15) + "\r", "414"),
                within(EMPTY_LINE.repeat(15) + "G", "414"),
                // which do not count towards the head, and are counted anew for each request
                within((EMPTY_LINE.repeat(5) + head(80)).repeat(3), "GET /", "GET /", "GET /"),
                // head
                within(head(81), "431"),
                within(head(80).substring(0, 79), "HEAD"),
                within(head(81).substring(0, 80), "HEAD"),
                within("GET / HTTP/1.1\r\n" + "A".repeat(64), "HEAD"),
                within("GET / HTTP/1.1\r\n" + "A".repeat(65), "431"),
                // lines
                within("GET / HTTP/1.1\r\nHost:\r\nA:\r\nA:\r\n\r\n", "GET /"),
                within("GET / HTTP/1.1\r\nHost:\r\nA:\r\nA:\r\n", "HEAD"),
                within("GET / HTTP/1.1\r\nHost:\r\nA:\r\nA:\r\nA", "431"),
                // body
                within(length + "10\r\n\r\n0123456789", "POST / : 0123456789"),
                within(length + "11\r\n\r\n", "413"),
                within(chunked + "a\r\n0123456789\r\n0\r\n\r\n", "POST / : 0123456789"),
                within(chunked + "b;", "413"),
                within(chunked + "4\r\n0123\r\n6\r\n456789\r\n0\r\n\r\n", "POST / : 0123456789"),
                within(chunked + "4\r\n0123\r\n7\r", "413"),
                within(chunked + "a\r\n0123456789\r\n1\r", "413"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void areMetExactly(ParserCase example) {
        example.check();
    }
}
