package threadwall.kilim.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.kilim.http.ParseResult.Incomplete;
import threadwall.kilim.http.ParseResult.Refused;
import threadwall.kilim.io.Buffer;

class RequestParserTest {
    private static final String GET = "GET /a?b HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final String POST = "POST / HTTP/1.1\r\nHost: x\r\n";
    private static final String EXPECT = "Expect: 100-continue\r\n";
    private static final String LENGTH = "Content-Length: 4\r\n";
    private static final String CHUNKED = "Transfer-Encoding: chunked\r\n";

    private final Buffer buffer = new Buffer();
    private final RequestParser parser =
            new RequestParser(buffer, HttpLimits.DEFAULT, head -> !head.path().equals("/dropped"));

    private ParseResult receive(String bytes) {
        buffer.put(bytes.getBytes(ISO_8859_1));
        return parser.next();
    }

    @Test
    void requestsThatComeTogetherAreTakenInOrder() {
        ParserCase.of(
                        GET + POST + LENGTH + "\r\nbody\r\n" + POST + CHUNKED + "\r\n2\r\nab\r\n0\r\n\r\n" + GET + "X",
                        "GET /a ?b",
                        "POST / : body",
                        "POST / : ab",
                        "GET /a ?b",
                        "HEAD")
                .check();
    }

    @Test
    void nothingOfOneRequestIsLeftInTheNext() {
        ParserCase.of(
                        "POST /%41?q HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + CHUNKED + "\r\n1\r\na\r\n0\r\n\r\n"
                                + "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
                                + "GET http://x HTTP/1.0\r\n\r\n"
                                + POST + LENGTH + "\r\nbody"
                                + "GET / HTTP/1.1\r\n\r\n",
                        "POST /%41 as /A ?q close : a",
                        "GET / 1.0",
                        "GET / 1.0 close",
                        "POST / : body",
                        "400")
                .check();
    }

    @Test
    void boundsMayBeAsLargeAsTheyCan() {
        var none = new HttpLimits(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
        var chunked = POST + CHUNKED + "\r\n1\r\na\r\n0\r\nA: b\r\n\r\n";
        ParserCase.within(none, "\r\n" + chunked + GET, "POST / : a", "GET /a ?b")
                .check();
        ParserCase.within(none, POST + "Content-Length: 2147483648\r\n\r\n", "413")
                .check();
        ParserCase.within(none, POST + CHUNKED + "\r\n1\r\na\r\n7fffffff;", "413")
                .check();
        ParserCase.within(none, POST + CHUNKED + "\r\n1\r\na\r\n7ffffffe;", "BODY")
                .check();
    }

    @Test
    void progress() {
        assertThat(parser.progress()).isEqualTo(RequestProgress.NOTHING);
        assertThat(parser.isFresh()).isTrue();
        for (var half : new String[] {"\r", "\n"}) {
            assertThat(receive(half)).isEqualTo(Incomplete.INCOMPLETE);
            assertThat(parser.progress()).isEqualTo(RequestProgress.NOTHING);
            assertThat(parser.isFresh()).as("it counts").isFalse();
        }
        assertThat(receive("P")).isEqualTo(Incomplete.INCOMPLETE);
        assertThat(parser.progress()).isEqualTo(RequestProgress.HEAD);
        assertThat(receive(POST.substring(1) + LENGTH + "\r\n")).isEqualTo(Incomplete.INCOMPLETE);
        assertThat(parser.progress()).isEqualTo(RequestProgress.BODY);
        assertThat(receive("bodyG")).isInstanceOf(Request.class);
        assertThat(parser.progress()).as("a byte of the next is here").isEqualTo(RequestProgress.HEAD);
        assertThat(receive(GET.substring(1))).isInstanceOf(Request.class);
        assertThat(parser.progress()).isEqualTo(RequestProgress.NOTHING);
    }

    @Test
    void whatIsTakenIsGoneFromTheBuffer() {
        receive(POST + CHUNKED + "\r\n5\r\nab");
        assertThat(buffer.isEmpty()).isTrue();
        receive("cde\r\n0\r\nA: b\r\n\r\nnext");
        assertThat(buffer).hasToString("next");
    }

    @ParameterizedTest
    @CsvSource({
        "1.1, Content-Length: 4, true",
        "1.1, Transfer-Encoding: chunked, true", //
        "1.1, Content-Length: 0, false",
        "1.1, X: y, false",
        "1.0, Content-Length: 4, false"
    })
    void whoWaitsForAWord(String version, String framing, boolean waits) {
        var head = "POST / HTTP/" + version + "\r\nHost: x\r\n" + EXPECT + framing + "\r\n\r";
        assertThat(receive(head)).isEqualTo(Incomplete.INCOMPLETE);
        assertThat(parser.awaitsContinue()).as("in the head").isFalse();
        receive("\n");
        assertThat(parser.awaitsContinue()).isEqualTo(waits);
        parser.next();
        assertThat(parser.awaitsContinue()).as("still").isEqualTo(waits);
        receive("1");
        assertThat(parser.awaitsContinue()).as("it sends").isFalse();
    }

    @Test
    void nobodyWaitsWhoseBodyIsHereWithTheHead() {
        assertThat(receive(POST + EXPECT + LENGTH + "\r\nb")).isEqualTo(Incomplete.INCOMPLETE);
        assertThat(parser.awaitsContinue()).isFalse();
    }

    @Test
    void aClientThatWasToldToGoOnWaitsNoMore() {
        receive(POST + EXPECT + LENGTH + "\r\n");
        assertThat(parser.awaitsContinue()).isTrue();
        parser.continueSent();
        parser.next();
        assertThat(parser.awaitsContinue()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "'', ", //
        "'Content-Type: \t text/x; a=b \t|', text/x; a=b",
        "'Content-Type: a/b|Content-Type: a/b|', ",
        "'Content-Type:|', ''"
    })
    void contentTypeIsThatOfTheOneLine(String lines, String type) {
        var head = "GET / HTTP/1.1\r\nHost: x\r\n" + lines.replace("|", "\r\n") + "\r\n";
        assertThat(receive(head))
                .isInstanceOfSatisfying(
                        Request.class,
                        request -> assertThat(request.contentType()).isEqualTo(type));
    }

    @Test
    void nobodyWaitsWhoseRequestIsRefused() {
        assertThat(receive(POST + EXPECT + "Content-Length: 99999\r\n\r\n")).isInstanceOf(Refused.class);
        assertThat(parser.awaitsContinue()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "GET /, HEAD",
        "'POST / HTTP/1.1|Host: x|Expect: 100-continue|Content-Length: 4||', BODY", //
        "'POST / HTTP/1.1|Host: x|Content-Length: 4||b', BODY",
        "'POST / HTTP/1.1|Host: x|Connection: close|X', HEAD",
        "'POST / HTTP/1.1|Host: x|Transfer-Encoding: chunked||2|a', BODY"
    })
    void resetForgetsAll(String bytes, RequestProgress progress) {
        receive(bytes.replace("|", "\r\n"));
        assertThat(parser.progress()).isEqualTo(progress);
        buffer.clear();
        parser.reset();
        assertThat(parser.progress()).isEqualTo(RequestProgress.NOTHING);
        assertThat(parser.awaitsContinue()).isFalse();
        assertThat(receive(GET)).isInstanceOfSatisfying(Request.class, request -> {
            assertThat(request.body()).isEmpty();
            assertThat(request.keepAlive()).isTrue();
        });
    }

    @Test
    void resetForgetsARefusal() {
        assertThat(receive("\r\n@")).isInstanceOf(Refused.class);
        buffer.clear();
        parser.reset();
        assertThat(receive(GET)).isInstanceOf(Request.class);
    }

    @Test
    void aBodyInChunksOfOneByte() {
        int length = HttpLimits.DEFAULT.bodyBytes();
        receive(POST + CHUNKED + "\r\n");
        for (int i = 0; i < length; i++) {
            assertThat(receive("1\r\n" + (char) ('a' + i % 26) + "\r\n")).isEqualTo(Incomplete.INCOMPLETE);
        }
        var request = (Request) receive("0\r\n\r\n");
        assertThat(request.body()).hasSize(length).endsWith((byte) ('a' + (length - 1) % 26));
    }

    @ParameterizedTest
    @ValueSource(strings = {LENGTH + "\r\nbody", CHUNKED + "\r\n3\r\nbod\r\n1\r\ny\r\n0\r\nA: b\r\n\r\n"})
    void aBodyThatNobodyReadsIsDropped(String fieldsAndBody) {
        var dropped = "POST /dropped HTTP/1.1\r\nHost: x\r\n" + fieldsAndBody;
        for (var byteOfIt : dropped.substring(0, dropped.length() - 1).split("")) {
            assertThat(receive(byteOfIt)).isEqualTo(Incomplete.INCOMPLETE);
        }
        assertThat(parser.capacity()).isEqualTo(Buffer.SMALL);
        assertThat(receive(dropped.substring(dropped.length() - 1)))
                .isInstanceOfSatisfying(
                        Request.class, request -> assertThat(request.body()).isEmpty());
        assertThat(receive(POST + LENGTH + "\r\nbody"))
                .as("the next is kept")
                .isInstanceOfSatisfying(
                        Request.class, request -> assertThat(request.body()).hasSize(4));
    }

    @Test
    void aBodyThatNobodyReadsHasTheSameLimit() {
        receive("POST /dropped HTTP/1.1\r\nHost: x\r\n" + CHUNKED + "\r\n10000\r\n");
        for (int i = 0; i < 16; i++) {
            assertThat(receive("x".repeat(4096))).isEqualTo(Incomplete.INCOMPLETE);
        }
        assertThat(receive("\r\n1\r\n"))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.status()).isEqualTo(HttpStatus.CONTENT_TOO_LARGE));
    }

    @Test
    void aLengthAloneAllocatesNothing() {
        var gigabyte = new HttpLimits(8192, 16384, 100, 1 << 30);
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (var framing : new String[] {"Content-Length: 1073741824\r\n\r\nx", CHUNKED + "\r\n40000000\r\nx"}) {
            buffer.clear();
            var generous = new RequestParser(buffer, gigabyte, head -> true);
            buffer.put((POST + framing).getBytes(ISO_8859_1));
            long before = threads.getCurrentThreadAllocatedBytes();
            assertThat(generous.next()).isEqualTo(Incomplete.INCOMPLETE);
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000_000);
        }
    }
}
