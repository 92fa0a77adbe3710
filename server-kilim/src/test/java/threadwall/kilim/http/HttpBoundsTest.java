package threadwall.kilim.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each bound is met exactly, and passed by one. */
class HttpBoundsTest {
    private static final HttpBounds SMALL = new HttpBounds(30, 80, 3, 10);
    private static final String EMPTY_LINE = "\r\n";

    /** A request line of that many bytes, without its CRLF. */
    private static String line(int length) {
        return "GET /" + "a".repeat(length - "GET / HTTP/1.1".length()) + " HTTP/1.1";
    }

    /** A head of that many bytes in all. */
    private static String head(int length) {
        var start = "GET / HTTP/1.1\r\nHost: x\r\nA: ";
        return start + "a".repeat(length - start.length() - 4) + "\r\n\r\n";
    }

    private static String shown(int lineLength) {
        return "GET /" + "a".repeat(lineLength - "GET / HTTP/1.1".length());
    }

    static Stream<ParserCase> cases() {
        var host = "\r\nHost: x\r\n\r\n";
        var length = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ";
        var chunked = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
        return Stream.of(
                        // request line
                        new Object[] {line(30) + host, shown(30)},
                        new Object[] {line(30), "HEAD"},
                        new Object[] {line(30) + "\r", "HEAD"},
                        new Object[] {line(30) + "\rX", "400"},
                        new Object[] {line(30) + "X", "414"},
                        new Object[] {line(31) + host, "414"},
                        new Object[] {"GET /" + "a".repeat(25), "HEAD"},
                        new Object[] {"GET /" + "a".repeat(26), "414"},
                        new Object[] {"G".repeat(31), "414"},
                        new Object[] {"G@".repeat(31), "400"},
                        new Object[] {"GET /%" + "a".repeat(25), "414"},
                        // with the empty lines before it
                        new Object[] {EMPTY_LINE + line(28) + host, shown(28)},
                        new Object[] {EMPTY_LINE + line(29) + host, "414"},
                        new Object[] {EMPTY_LINE.repeat(15)},
                        new Object[] {EMPTY_LINE.repeat(15) + "\r", "414"},
                        new Object[] {EMPTY_LINE.repeat(15) + "G", "414"},
                        // which do not count towards the head, and start afresh with each request
                        new Object[] {(EMPTY_LINE.repeat(5) + head(80)).repeat(3), "GET /", "GET /", "GET /"},
                        // head
                        new Object[] {head(81), "431"},
                        new Object[] {head(80).substring(0, 79), "HEAD"},
                        new Object[] {head(81).substring(0, 80), "HEAD"},
                        new Object[] {"GET / HTTP/1.1\r\n" + "A".repeat(64), "HEAD"},
                        new Object[] {"GET / HTTP/1.1\r\n" + "A".repeat(65), "431"},
                        // lines
                        new Object[] {"GET / HTTP/1.1\r\nHost:\r\nA:\r\nA:\r\n\r\n", "GET /"},
                        new Object[] {"GET / HTTP/1.1\r\nHost:\r\nA:\r\nA:\r\n", "HEAD"},
                        new Object[] {"GET / HTTP/1.1\r\nHost:\r\nA:\r\nA:\r\nA", "431"},
                        // body
                        new Object[] {length + "10\r\n\r\n0123456789", "POST / : 0123456789"},
                        new Object[] {length + "11\r\n\r\n", "413"},
                        new Object[] {chunked + "a\r\n0123456789\r\n0\r\n\r\n", "POST / : 0123456789"},
                        new Object[] {chunked + "b;", "413"},
                        new Object[] {chunked + "4\r\n0123\r\n6\r\n456789\r\n0\r\n\r\n", "POST / : 0123456789"},
                        new Object[] {chunked + "4\r\n0123\r\n7\r", "413"},
                        new Object[] {chunked + "a\r\n0123456789\r\n1\r", "413"})
                .map(row -> ParserCase.within(
                        SMALL, (String) row[0], java.util.Arrays.copyOfRange(row, 1, row.length, String[].class)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void areMetExactly(ParserCase example) {
        assertThat(example.bounds()).isEqualTo(SMALL);
        example.check();
    }
}
