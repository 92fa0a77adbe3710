package threadwall.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import threadwall.server.ChildServer;
import threadwall.server.DataRoutesContract;
import threadwall.server.Json;
import threadwall.server.Postgres;
import threadwall.server.StoreKind;
import threadwall.spring.RawConnection.Reply;
import threadwall.store.embedded.EmbeddedStore;
import threadwall.store.embedded.Fortunes;
import threadwall.store.embedded.Worlds;

/** What every model sends on the wire. */
@Tag("slow")
@ParameterizedClass
@CsvSource({"BLOCKING, POSTGRES", "VIRTUAL, POSTGRES", "DEFERRED, EMBEDDED", "DEFERRED, POSTGRES"})
class RoutesTest extends DataRoutesContract {
    @TempDir
    private static Path data;

    private static ChildServer server;
    private static URI url;

    private final ConcurrencyModel model;
    private final StoreKind store;

    RoutesTest(ConcurrencyModel model, StoreKind store) {
        this.model = model;
        this.store = store;
    }

    @BeforeParameterizedClassInvocation
    static void start(ConcurrencyModel model, StoreKind store) throws Exception {
        if (store == StoreKind.POSTGRES) {
            Postgres.with(WORLDS);
            server = ChildServer.start(SpringServer.class, Servers.arguments(model, store));
        } else {
            load();
            server = ChildServer.start(SpringServer.class, Servers.arguments(model, store, "--data", "" + data));
        }
        url = URI.create(server.awaitLine("READY").get("url").asString());
    }

    private static void load() {
        try (var embedded = EmbeddedStore.open(data)) {
            for (var world : WORLDS) {
                embedded.submit(txn -> txn.open(Worlds.TABLE).put(world.id(), world.randomNumber()))
                        .get();
            }
        }
    }

    @Override
    protected URI url() {
        return url;
    }

    @Override
    protected StoreKind store() {
        return store;
    }

    @AfterParameterizedClassInvocation
    static void end() throws Exception {
        try (var ending = server) {
            ending.terminate();
            ending.awaitLine("STOPPED");
            assertThat(ending.awaitEnd().exitCode()).isZero();
        }
    }

    static Stream<Arguments> routes() {
        var bodies = Map.of(
                "/json", "{\"message\":\"Hello, World!\"}",
                "/json2", "{\"message\":\"Hello, World! 0\"}",
                "/json2?time=30", "{\"message\":\"Hello, World! 30\"}",
                "/fortunes", Json.line(Fortunes.INITIAL));
        return bodies.entrySet().stream()
                .flatMap(route -> Stream.of("HTTP/1.0", "HTTP/1.1")
                        .map(version -> Arguments.of(version, route.getKey(), route.getValue())));
    }

    @ParameterizedTest
    @MethodSource("routes")
    void answersWithItsLengthAndDate(String version, String target, String body) throws IOException {
        try (var wire = new RawConnection(url)) {
            var reply = wire.ask(version, "GET", target);
            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.body()).isEqualTo(body);
            checkHeaders(reply);
        }
    }

    @ParameterizedTest
    @MethodSource("routes")
    void headIsTheSameWithoutTheBody(String version, String target, String body) throws IOException {
        try (var wire = new RawConnection(url)) {
            var reply = wire.ask(version, "HEAD", target, "Connection: close");
            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.headers())
                    .containsEntry("content-length", "" + body.getBytes(StandardCharsets.UTF_8).length);
            checkHeaders(reply);
            assertThat(wire.atEnd()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"HTTP/1.0,Connection: Keep-Alive", "HTTP/1.1,X: y"})
    void aConnectionServesManyRequests(String version, String header) throws IOException {
        try (var wire = new RawConnection(url)) {
            for (int i = 0; i < 150; i++) { // Tomcat's default is 100
                var reply = wire.ask(version, "GET", "/json2?time=" + i % 3, header);
                assertThat(reply.body()).isEqualTo("{\"message\":\"Hello, World! %d\"}".formatted(i % 3));
                if (version.equals("HTTP/1.0")) {
                    assertThat(reply.headers().get("connection")).isEqualToIgnoringCase("keep-alive");
                }
            }
        }
    }

    @Test
    void withoutKeepAliveAnOldClientIsHungUpOn() throws IOException {
        try (var wire = new RawConnection(url)) {
            assertThat(wire.ask("HTTP/1.0", "GET", "/json").status()).isEqualTo(200);
            assertThat(wire.atEnd()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET     | /json2?time=abc     | 400 | time must be a whole number of milliseconds from 0 to 3600000, not 'abc'
            GET     | /json2?time=        | 400 | time must be a whole number of milliseconds from 0 to 3600000, not ''
            GET     | /json2?time=-1      | 400 | time must be a whole number of milliseconds from 0 to 3600000, not '-1'
            GET     | /json2?time=3600001 | 400 | time must be a whole number of milliseconds from 0 to 3600000, not '3600001'
            GET     | /json2?time=1&time=2 | 400 | time must be a whole number of milliseconds from 0 to 3600000, not '1,2'
            GET     | /json2?time=%zz     | 400 | time must be a whole number of milliseconds from 0 to 3600000, not 'time=%zz'
            GET     | /x                  | 404 | no such route: /x
            GET     | /json/              | 404 | no such route: /json/
            POST    | /x                  | 404 | no such route: /x
            GET     | /error              | 404 | no such route: /error
            POST    | /json               | 405 | POST is not allowed on /json; allowed: GET, HEAD
            DELETE  | /fortunes           | 405 | DELETE is not allowed on /fortunes; allowed: GET, HEAD
            OPTIONS | /json2              | 405 | OPTIONS is not allowed on /json2; allowed: GET, HEAD
            TRACE   | /json               | 405 | TRACE is not allowed on /json; allowed: GET, HEAD
            BREW    | /health             | 405 | BREW is not allowed on /health; allowed: GET, HEAD
            GET     | /%2F                | 400 | bad request
            GET     | /{}                 | 400 | bad request
            """)
    void refusesWithAReason(String method, String target, int status, String reason) throws IOException {
        try (var wire = new RawConnection(url)) {
            var reply = wire.ask("HTTP/1.1", method, target);
            assertThat(reply.status()).isEqualTo(status);
            assertThat(reply.body()).isEqualTo("{\"error\":\"%s\"}".formatted(reason));
            assertThat(reply.headers().get("allow")).isEqualTo(status == 405 ? "GET, HEAD" : null);
            checkHeaders(reply);
        }
    }

    @Test
    void aBodyThatCannotBeReadIsRefused() throws IOException {
        try (var wire = new RawConnection(url)) {
            var chunks = "Transfer-Encoding: chunked\r\n\r\nnot a chunk";
            var reply = wire.ask("HTTP/1.1", "POST", "/users", "Content-Type: application/json", chunks);
            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.body()).isEqualTo("{\"error\":\"bad request\"}");
            assertThat(wire.atEnd()).isTrue();
        }
    }

    @Test
    void browsersGetJsonToo() throws IOException {
        try (var wire = new RawConnection(url)) {
            var reply = wire.ask("HTTP/1.1", "GET", "/json", "Accept: text/html");
            assertThat(reply.status()).isEqualTo(200);
            checkHeaders(reply);
        }
    }

    @Test
    void healthTellsWhoAndUnderWhichLimits() throws IOException {
        try (var wire = new RawConnection(url)) {
            var reply = wire.ask("HTTP/1.1", "GET", "/health");
            checkHeaders(reply);
            var health = Json.MAPPER.readTree(reply.body());
            assertThat(health.propertyNames())
                    .containsExactly("server", "model", "pid", "url", "store", "workers", "limits");
            assertThat(health.get("server").asString()).isEqualTo("spring-" + model);
            assertThat(health.get("store").asString()).isEqualTo("" + store);
            assertThat(health.get("pid").asLong()).isEqualTo(server.pid());
            assertThat(health.get("url").asString()).isEqualTo(url.toString());
            assertThat(health.get("limits").propertyNames())
                    .containsExactly("nofileSoft", "nofileHard", "nprocSoft", "nprocHard", "somaxconn");
        }
    }

    private static void checkHeaders(Reply reply) {
        assertThat(reply.headers())
                .containsEntry("content-type", "application/json")
                .containsKey("date")
                .doesNotContainKey("transfer-encoding");
        ZonedDateTime.parse(
                reply.headers().get("date"), DateTimeFormatter.RFC_1123_DATE_TIME); // throws if it is malformed
    }
}
