package threadwall.kilim.http;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ChunkedBodyTest {
    private static final String HEAD = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String TOO_LARGE = Integer.toHexString(HttpLimits.DEFAULT.bodyBytes() + 1);

    /** In the cases a bar stands for CRLF. */
    private static ParserCase body(String bytes, String... outcomes) {
        return ParserCase.of(HEAD + bytes.replace("|", "\r\n"), outcomes);
    }

    private static ParserCase extension(String extension, String... outcomes) {
        return body("1" + extension + "|a|0|", outcomes);
    }

    private static ParserCase lines(String version, String lines, String... outcomes) {
        var head = "POST / HTTP/" + version + "\r\nHost: x\r\n" + lines.replace("|", "\r\n");
        return ParserCase.of(head + "\r\n\r\n0\r\n\r\n", outcomes);
    }

    private static ParserCase coding(String value, String... outcomes) {
        return lines("1.1", "Transfer-Encoding:" + value, outcomes);
    }

    static Stream<ParserCase> codings() {
        return Stream.of(
                // RFC 9112, section 6.1
                coding("chunked", "POST /"),
                coding(" CHUNKed\t", "POST /"),
                coding(", chunked ,,", "POST /"),
                coding(",chunked", "POST /"),
                lines("1.1", "Transfer-Encoding:|transfer-encoding: chunked", "POST /"),
                coding("gzip, chunked", "501"),
                coding("x;q=1, y , chunked", "501"),
                lines("1.1", "Transfer-Encoding: gzip|Transfer-Encoding: chunked", "501"),
                lines("1.1", "Transfer-Encoding: chunked|Transfer-Encoding: chunked", "400"),
                lines("1.1", "Transfer-Encoding: chunked|Transfer-Encoding: gzip", "400"),
                coding("chunked, chunked", "400"),
                coding("chunked, gzip, chunked", "400"),
                coding("chunked, gzip", "400"),
                coding("gzip", "400"),
                coding("identity", "400"),
                coding("xchunked", "400"),
                coding("chunkedx", "400"),
                coding("\"chunked\"", "400"),
                coding("", "400"),
                coding(",\t,", "400"),
                coding("chunked;q=1", "400"),
                coding("chunked ;", "400"),
                coding("chunked;q=1, chunked", "400"),
                coding("\u000bchunked", "400"),
                // sections 6.1 and 6.3: framing that parsers have read differently
                lines("1.0", "Transfer-Encoding: chunked", "400"),
                lines("1.0", "Transfer-Encoding: gzip, chunked", "400"),
                lines("1.1", "Transfer-Encoding: chunked|Content-Length: 5", "400"),
                lines("1.1", "Content-Length: 5|Transfer-Encoding: chunked", "400"),
                lines("1.1", "Content-Length: 0|Transfer-Encoding: chunked", "400"),
                lines("1.1", "Content-Length: 99999999|Transfer-Encoding: chunked", "400"),
                lines("1.1", "Content-Length: 5|Transfer-Encoding: gzip, chunked", "501"));
    }

    static Stream<ParserCase> chunks() {
        return Stream.of(
                // section 7.1
                body("0||", "POST /"),
                body("3|abc|0||", "POST / : abc"),
                body("1|a|00002|bc|A|0123456789|0000||", "POST / : abc0123456789"),
                body("0a|0123456789|0||", "POST / : 0123456789"),
                body("2|\r\n|0||GET", "POST / : \r\n", "HEAD"),
                body("0000000000000001|a|0||", "POST / : a"),
                body("", "BODY"),
                body("3", "BODY"),
                body("3|ab", "BODY"),
                body("3|abc|0|", "BODY"),
                body("00000000000000001|a|0||", "400"),
                body("|", "400"),
                body(";a|", "400"),
                body("g|", "400"),
                body("-1|", "400"),
                body("0x1|", "400"),
                body(" 1|", "400"),
                body("1 |", "400"),
                body("1 2|", "400"),
                body("1\na", "400"),
                body("1\rX", "400"),
                body("1|ab|0||", "400"),
                body("1|a\n0||", "400"),
                body("1|a\rX", "400"),
                body("2|a||0||", "400"),
                // 413 as soon as the size is complete
                body(TOO_LARGE, "BODY"),
                body(TOO_LARGE + ";", "413"),
                body(TOO_LARGE + "\r", "413"),
                body(TOO_LARGE + "g", "400"),
                body("FFFFFFFFFFFFFFFF|", "413"),
                body("100000000|", "413"),
                body("1|a|" + Integer.toHexString(HttpLimits.DEFAULT.bodyBytes()) + "|", "413"));
    }

    static Stream<ParserCase> extensions() {
        return Stream.of(
                // section 7.1.1
                extension(";a", "BODY"),
                body("1;a|x|0;b=c||", "POST / : x"),
                body("1;a;b=c ; d = \t e;f=\"\"|x|0||", "POST / : x"),
                body("1 \t;a=\"b c;\\\"\\\\\t\u00e9=\"|x|0||", "POST / : x"),
                body("1;a=\"\\\u00e9\" ;b|x|0||", "POST / : x"),
                extension(";", "400"),
                extension(";;a", "400"),
                extension(";=a", "400"),
                extension(";a=", "400"),
                extension(";a= ;b", "400"),
                extension(";a b", "400"),
                body("1;a ;b|x|0||", "POST / : x"),
                extension(";a bc", "400"),
                extension(";a=b c", "400"),
                extension(";a=b=c", "400"),
                extension(";a ", "400"),
                extension(";a\t", "400"),
                extension(";a=b ", "400"),
                extension(";a=\"b\" ", "400"),
                extension(";a=\"b\"c", "400"),
                extension(";a=\"b", "400"),
                extension(";a=\"b\\", "400"),
                extension(";a=\"\0\"", "400"),
                extension(";a=\"\\\u007f\"", "400"),
                extension(";a=(b)", "400"),
                extension("a=b", "400"),
                // a line without end is not read forever
                extension(";a=" + "b".repeat(1024 - 4), "BODY"),
                extension(";a=" + "b".repeat(1024 - 3), "400"),
                body("1;" + "a".repeat(1022), "BODY"),
                body("1;" + "a".repeat(1023), "400"));
    }

    static Stream<ParserCase> trailers() {
        var limits = new HttpLimits(100, 100, 3, 100);
        return Stream.of(
                // section 7.1.2
                body("0|A: b|C:||", "POST /"),
                body("0|Content-Length: x|Transfer-Encoding: gzip|Host: a|Host: /||", "POST /"),
                body("0|A: b|", "BODY"),
                body("0| A: b||", "400"),
                body("0|A : b||", "400"),
                body("0|A: b\n", "400"),
                body("0|A: \0", "400"),
                body("0|A||", "400"),
                ParserCase.within(limits, HEAD + "0\r\n" + "A:\r\n".repeat(3) + "\r\n", "POST /"),
                ParserCase.within(limits, HEAD + "0\r\n" + "A:\r\n".repeat(3) + "A", "431"),
                ParserCase.within(limits, HEAD + "0\r\nA:" + "b".repeat(100 - 6) + "\r\n\r\n", "POST /"),
                ParserCase.within(limits, HEAD + "0\r\nA:" + "b".repeat(100 - 5) + "\r\n\r\n", "431"),
                ParserCase.within(limits, HEAD + "0\r\nA:" + "b".repeat(100 - 2), "BODY"),
                ParserCase.within(limits, HEAD + "0\r\nA:" + "b".repeat(100 - 1), "431"));
    }

    @ParameterizedTest
    @MethodSource({"codings", "chunks", "extensions", "trailers"})
    void parses(ParserCase example) {
        example.check();
    }
}
