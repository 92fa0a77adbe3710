package threadwall.kilim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import threadwall.kilim.connection.ConnectionLimits;
import threadwall.kilim.io.TransportKind;
import threadwall.server.Json;
import threadwall.server.RequestCounter;
import threadwall.server.StoreKind;
import threadwall.store.embedded.EmbeddedData;
import threadwall.store.embedded.Fortunes;

/** The bytes on the wire. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a blocked socket read ignores interrupts
@ParameterizedClass
@MethodSource("threadwall.kilim.io.Transports#all")
@Tag("slow")
class HttpTest {
    private static final String GET_JSON = "GET /json HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final String HELLO = "{\"message\":\"Hello, World!\"}";
    private static final String BAD_TIME = "time must be a whole number of milliseconds from 0 to 3600000, not ";

    private static final RequestCounter COUNTER = new RequestCounter();
    private static FiberServer server;

    @Parameter
    TransportKind kind;

    @BeforeParameterizedClassInvocation
    static void start(TransportKind kind) throws IOException {
        server = FiberServer.bind("127.0.0.1", 0, 2, kind, ConnectionLimits.DEFAULT)
                .start(StoreKind.EMBEDDED, EmbeddedData.temporary(), COUNTER, null);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.stop();
    }

    /** A request and its response; after a well-formed HTTP/1.1 request the connection stays open. */
    private record Case(String request, int status, String body, boolean goesOn) {
        @Override
        public String toString() {
            var text = request.length() > 90 ? request.substring(0, 90) + "…" : request;
            return status + " " + text.replace("\r", "\\r").replace("\n", "\\n").replaceAll("[^ -~…]", "?");
        }
    }

    private static Case ok(String request, String body) {
        return new Case(request, 200, body, true);
    }

    private static Case okAndClose(String request, String body) {
        return new Case(request, 200, body, false);
    }

    /** The reason is escaped for JSON. */
    private static Case refused(int status, String request, String reason) {
        return new Case(request, status, "{\"error\":\"" + reason + "\"}", status == 404 || status == 405);
    }

    private static Case badTime(String time, String shown) {
        var body = "{\"error\":\"" + BAD_TIME + "'" + shown + "'\"}";
        return new Case("GET /json2?time=" + time + " HTTP/1.1\r\nHost: x\r\n\r\n", 400, body, true);
    }

    private static String get(String target) {
        return "GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n";
    }

    private static String with(String... headers) {
        return "GET /json HTTP/1.1\r\nHost: x\r\n" + String.join("\r\n", headers) + "\r\n\r\n";
    }

    static Stream<Case> cases() {
        var control = "a control character in the head";
        var notAHeader = "a header line that is not Name: value";
        var badLength = "a Content-Length that is not one number";
        var belongEncoded = "the request target has characters that must be percent-encoded";
        var badLine = "the request line is not METHOD TARGET HTTP/1.1";
        var badVersion = "the request line does not end with HTTP/1.1 or HTTP/1.0";
        return Stream.of(
                // routes
                ok(GET_JSON, HELLO),
                ok(get("/json2"), "{\"message\":\"Hello, World! 0\"}"),
                ok(get("/json2?time=20"), "{\"message\":\"Hello, World! 20\"}"),
                ok(get("/json2?a=1&time=%31&b"), "{\"message\":\"Hello, World! 1\"}"),
                ok(get("/js%6fn?x"), HELLO),
                ok(get("http://somewhere:80/json"), HELLO),
                ok(get("/fortunes"), Json.line(Fortunes.INITIAL)),
                badTime("abc", "abc"),
                badTime("-1", "-1"),
                badTime("3600001", "3600001"),
                badTime("", ""),
                badTime("1&time=2", "1,2"),
                badTime("%C3%A9+", "é "),
                refused(404, get("/nope?q"), "no such route: /nope"),
                refused(404, get("/json/"), "no such route: /json/"),
                ok("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", ""),
                refused(404, get("http://somewhere?q"), "no such route: /"),
                // versions and connections
                okAndClose("GET /json HTTP/1.0\r\n\r\n", HELLO),
                okAndClose("GET /json HTTP/1.0\r\nConnection: close\r\n\r\n", HELLO),
                ok("GET /json HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", HELLO),
                okAndClose(with("CONNECTION: Close"), HELLO),
                okAndClose(with("Connection: keep-alive , close"), HELLO),
                okAndClose(with("Connection: keep-alive", "Connection: close"), HELLO),
                ok(with("Connection: upgrade", "Upgrade: h2c", "X-Long: " + "x".repeat(9_000)), HELLO),
                ok("\r\n\r\n" + GET_JSON, HELLO),
                ok(with("Accept:\t*/* ", "X-Latin: caf\u00e9"), HELLO),
                refused(505, "GET /json HTTP/2.0\r\n", "HTTP/2.0 is not supported; use HTTP/1.1 or HTTP/1.0"),
                refused(505, "PRI * HTTP/2.0\r\n", "HTTP/2.0 is not supported; use HTTP/1.1 or HTTP/1.0"),
                refused(400, "GET * HTTP/1.1\r\n", "the request target * is for OPTIONS only"),
                // bodies
                ok(with("Content-Length: 5") + "hello", HELLO),
                ok(with("Content-Length: 0"), HELLO),
                refused(
                        405,
                        "POST /json HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na=b",
                        "POST is not allowed on /json; allowed: GET, HEAD"),
                refused(
                        405,
                        "BREW /fortunes HTTP/1.1\r\nHost: x\r\n\r\n",
                        "BREW is not allowed on /fortunes; allowed: GET, HEAD"),
                refused(413, with("Content-Length: 65537"), "the body is longer than 65536 bytes"),
                refused(413, with("Content-Length: " + "9".repeat(40)), "the body is longer than 65536 bytes"),
                ok(with("Transfer-Encoding: chunked") + "5;a=b\r\nhello\r\n0\r\nTrailer: x\r\n\r\n", HELLO),
                refused(
                        501,
                        with("Transfer-Encoding: gzip, chunked"),
                        "the only supported Transfer-Encoding is chunked"),
                refused(
                        400,
                        with("Transfer-Encoding: chunked", "Content-Length: 3"),
                        "both Transfer-Encoding and Content-Length"),
                refused(400, with("Content-Length: 3", "Content-Length: 3"), badLength),
                refused(400, with("Content-Length: 3, 3"), badLength),
                refused(400, with("Content-Length: +3"), badLength),
                refused(400, with("Content-Length:"), badLength),
                refused(417, with("Expect: a-miracle"), "the only supported expectation is 100-continue"),
                // not HTTP
                refused(400, "GET /json\r\n", badLine),
                refused(400, " GET /json HTTP/1.1\r\n", badLine),
                refused(400, "GET  HTTP/1.1\r\n", badLine),
                refused(400, "G@T /json HTTP/1.1\r\n", badLine),
                refused(400, "GET /json HTTP/1.1x\r\n", badVersion),
                refused(400, "GET /json http/1.1\r\n", badVersion),
                refused(400, get("json"), "the request target is neither /path, http://host/path nor *"),
                refused(400, get("/a b"), badVersion),
                refused(400, get("/j\u00e9"), belongEncoded),
                refused(400, get("/%6"), belongEncoded),
                refused(400, get("/json2?time=%zz"), belongEncoded),
                refused(400, "GET /json HTTP/1.1\r\n\r\n", "no Host header, which HTTP/1.1 requires"),
                refused(400, with("Host: y"), "two Host headers"),
                refused(400, with("No colon"), notAHeader),
                refused(400, with("Blank : before"), notAHeader),
                refused(400, with(" folded: line"), notAHeader),
                refused(400, with(": nameless"), notAHeader),
                refused(400, "GET /json HTTP/1.1\n", "a LF without its CR"),
                refused(400, "GET /json HTTP/1.1\rX", "a CR without its LF"),
                refused(400, with("X: a\0b"), control),
                refused(400, "\u0016\u0003\u0001\u0002\0\u0001", control), // TLS
                // limits
                refused(414, "GET /" + "x".repeat(9_000), "the request line is longer than 8192 bytes"),
                refused(431, with("X: " + "x".repeat(17_000)), "the head is longer than 16384 bytes"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void answers(Case expected) throws IOException {
        try (var client = new RawClient(server.url())) {
            client.send(expected.request());
            check(client, expected);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void answersWhenBytesComeOneByOne(Case expected) throws IOException {
        try (var client = new RawClient(server.url())) {
            client.sendBytewise(expected.request());
            check(client, expected);
        }
    }

    private static void check(RawClient client, Case expected) throws IOException {
        var reply = client.reply();
        assertThat(reply.status()).isEqualTo(expected.status());
        assertThat(reply.body()).isEqualTo(expected.body());
        if (reply.body().isEmpty()) {
            assertThat(reply.headers()).containsEntry("content-length", "0").doesNotContainKey("content-type");
        } else {
            assertThat(reply.headers()).containsEntry("content-type", "application/json");
        }
        if (expected.status() == 405) {
            assertThat(reply.headers()).containsEntry("allow", "GET, HEAD");
        } else if (expected.request().startsWith("OPTIONS *")) {
            assertThat(reply.headers()).containsEntry("allow", "GET, HEAD, POST");
        } else {
            assertThat(reply.headers()).doesNotContainKey("allow");
        }
        if (expected.goesOn()) {
            assertThat(client.send(GET_JSON).reply().body()).isEqualTo(HELLO);
        } else {
            assertThat(reply.headers()).containsEntry("connection", "close");
            assertThat(client.isEnded()).as("ended").isTrue();
        }
    }

    @Test
    void theWholeAnswer() throws IOException {
        try (var client = new RawClient(server.url())) {
            var before = Instant.now().getEpochSecond();
            var reply = client.send(GET_JSON).reply();
            assertThat(reply.statusLine()).isEqualTo("HTTP/1.1 200 OK");
            assertThat(reply.headers()).containsOnlyKeys("content-type", "content-length", "date");
            assertThat(reply.headers()).containsEntry("content-length", "27");
            var date = reply.headers().get("date");
            var parsed = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME);
            assertThat(parsed.toEpochSecond()).isBetween(before, Instant.now().getEpochSecond());
            assertThat(date)
                    .matches("(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d\\d [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT");
        }
    }

    @Test
    void aClientOfHttp10IsToldThatTheConnectionGoesOn() throws IOException {
        try (var client = new RawClient(server.url())) {
            var reply = client.send("GET /json HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n")
                    .reply();
            assertThat(reply.headers()).containsEntry("connection", "keep-alive");
        }
    }

    @Test
    void headIsGetWithoutTheBodyAndCountsAsOne() throws IOException {
        try (var client = new RawClient(server.url())) {
            long before = COUNTER.requests();
            for (var target : new String[] {"/json", "/json2?time=1", "/fortunes", "/nope", "/json2?time=x"}) {
                var head = client.send("HEAD " + target + " HTTP/1.1\r\nHost: x\r\n\r\n")
                        .reply(false);
                var get = client.send(get(target)).reply();
                assertThat(head.statusLine()).isEqualTo(get.statusLine());
                assertThat(head.headers().keySet()).isEqualTo(get.headers().keySet());
                assertThat(head.headers().get("content-length"))
                        .isEqualTo(get.headers().get("content-length"));
            }
            assertThat(COUNTER.requests() - before)
                    .as("three good targets, twice each")
                    .isEqualTo(6);
        }
    }

    @Test
    void health() throws IOException {
        try (var client = new RawClient(server.url())) {
            long before = COUNTER.requests();
            var health =
                    Json.MAPPER.readTree(client.send(get("/health")).reply().body());
            assertThat(health.propertyNames())
                    .containsExactly("server", "model", "pid", "url", "store", "workers", "limits", "transport");
            assertThat(health.get("transport").asString()).isEqualTo(kind.toString());
            assertThat(health.get("server").asString()).isEqualTo("kilim");
            assertThat(health.get("url").asString()).isEqualTo(server.url().toString());
            assertThat(COUNTER.requests()).as("not a measured route").isEqualTo(before);
        }
    }

    @Test
    void aClientThatExpectsContinueIsToldToGoOn() throws IOException {
        try (var client = new RawClient(server.url())) {
            client.send(with("Expect: 100-continue", "Content-Length: 4"));
            assertThat(client.reply().statusLine()).isEqualTo("HTTP/1.1 100 Continue");
            assertThat(client.send("body").reply().body()).isEqualTo(HELLO);
            assertThat(client.send(GET_JSON).reply().body()).isEqualTo(HELLO);
        }
    }

    @Test
    void aRefusalArrivesThoughTheBodyIsStillBeingSent() throws IOException {
        try (var client = new RawClient(server.url())) {
            client.send("POST /json HTTP/1.1\r\nHost: x\r\nContent-Length: 300000\r\n\r\n" + "x".repeat(300_000));
            assertThat(client.reply().status()).isEqualTo(413);
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws IOException {
        try (var client = new RawClient(server.url())) {
            var requests = new StringBuilder();
            for (int i = 0; i < 500; i++) {
                requests.append(get("/json2?time=" + (i % 50 == 0 ? 9 : 0) + "&n=" + i))
                        .append(get("/n" + i));
            }
            client.send(requests.toString());
            for (int i = 0; i < 500; i++) {
                assertThat(client.reply().body())
                        .isEqualTo("{\"message\":\"Hello, World! " + (i % 50 == 0 ? 9 : 0) + "\"}");
                assertThat(client.reply().body()).isEqualTo("{\"error\":\"no such route: /n" + i + "\"}");
            }
        }
    }

    @Test
    void nothingIsAnsweredBehindTheLastRequest() throws IOException {
        try (var client = new RawClient(server.url())) {
            client.send(with("Connection: close") + GET_JSON);
            assertThat(client.reply().body()).isEqualTo(HELLO);
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void aClientThatHasSaidAllGetsItsAnswers() throws IOException {
        try (var client = new RawClient(server.url())) {
            client.send(GET_JSON + get("/json2?time=50") + get("/json2?time=51"))
                    .shutdownOutput();
            assertThat(client.reply().body()).isEqualTo(HELLO);
            assertThat(client.reply().body()).isEqualTo("{\"message\":\"Hello, World! 50\"}");
            assertThat(client.reply().body()).isEqualTo("{\"message\":\"Hello, World! 51\"}");
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void aClientThatHasSaidAllLearnsThatItsUserIsStored() throws IOException {
        try (var client = new RawClient(server.url())) {
            var user = "{\"name\":\"Ann\",\"age\":7}";
            client.send("POST /users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
                            + user.length() + "\r\n\r\n" + user)
                    .shutdownOutput();
            assertThat(client.reply().status()).isEqualTo(201);
            assertThat(client.isEnded()).isTrue();
        }
    }
}
