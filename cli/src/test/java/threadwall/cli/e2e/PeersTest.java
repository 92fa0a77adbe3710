package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.loadgen.testbed.ServerProcess;
import tools.jackson.databind.JsonNode;

/** The peers answer as our servers do: a comparison with one that does less would be none. */
class PeersTest {

    /** Of what {@link #answersAsOurServersDoAndFinishesWhatIsInFlight} asks, that which is for a measured route and right. */
    private static final int ROUTED = 8;

    private static final String JSON = get("/json");

    /** What is sent at once, and the parts that the answers must have, in order, whatever their case. '|' is a line end. */
    private static final Map<String, List<String>> ANSWERS = Map.ofEntries(
            Map.entry(JSON, List.of("HTTP/1.1 200 OK|", "||", "{\"message\":\"Hello, World!\"}")),
            Map.entry(get("/json2?a=b&time=15"), List.of("||", "{\"message\":\"Hello, World! 15\"}")),
            Map.entry(get("/json2"), List.of("||", "{\"message\":\"Hello, World! 0\"}")),
            Map.entry(
                    get("/json2?time=1x"),
                    List.of(
                            "HTTP/1.1 400 ",
                            "{\"error\":\"time must be a whole number of milliseconds from 0 to 3600000, not '1x'\"}")),
            Map.entry(get("/fortunes"), List.of("HTTP/1.1 404 ", "{\"error\":\"no such route: /fortunes\"}")),
            Map.entry(
                    JSON.replace("GET", "PUT"),
                    List.of(
                            "HTTP/1.1 405 ",
                            "Allow: GET",
                            "{\"error\":\"PUT is not allowed on /json; allowed: GET, HEAD\"}")),
            Map.entry(
                    get("/json2?time=30") + JSON + get("/json2?time=1"),
                    List.of("Hello, World! 30", "HTTP/1.1 200 OK|", "Hello, World!\"", "Hello, World! 1\"")));

    /** The same of those that read requests by themselves: a framework's answers to these are its own. */
    private static final Map<String, List<String>> STRICT_ANSWERS = Map.ofEntries(
            Map.entry(get("/a\"b"), List.of("HTTP/1.1 404 ", "{\"error\":\"no such route: /a\\\"b\"}")),
            Map.entry(
                    "GET /json HTTP/1.0|Connection: Keep-Alive||" + "GET /json HTTP/1.0||",
                    List.of("Connection: keep-alive|", "Hello", "Connection: close|", "Hello")),
            Map.entry(
                    "GET /json HTTP/1.1||", List.of("HTTP/1.1 400 ", "Connection: close|", "{\"error\":\"no Host\"}")),
            Map.entry("nonsense||", List.of("HTTP/1.1 400 ", "Connection: close|", "{\"error\":\"")),
            Map.entry(JSON.replace("Host", "Host "), List.of("HTTP/1.1 400 ", "{\"error\":\"")),
            Map.entry(JSON.replace("||", "|Content-Length: 3||abc"), List.of("HTTP/1.1 400 ", "{\"error\":\"")));

    @TempDir
    private Path temporary;

    static Stream<ServerCatalog> peers() {
        return Stream.of(ServerCatalog.values()).filter(server -> !server.hasStore());
    }

    /** Those that compute their answers. */
    static Stream<ServerCatalog> sleepers() {
        return peers().filter(ServerCatalog::sleeps);
    }

    @ParameterizedTest
    @MethodSource("sleepers")
    void answersAsOurServersDoAndFinishesWhatIsInFlight(ServerCatalog peer) throws Exception {
        try (var server = start(peer)) {
            var ready = server.awaitReady();
            var url = URI.create(ready.path("url").asString());
            for (var answer : ANSWERS.entrySet()) {
                var parts = answer.getValue();
                assertThat(readUntil(url, answer.getKey(), parts.getLast()).toLowerCase(Locale.ROOT))
                        .as(peer.label() + ": " + answer.getKey())
                        .containsSubsequence(lowerCase(parts));
            }
            var head = readUntil(url, JSON.replace("GET", "HEAD") + get("/json2?time=1"), "World! 1\"}");
            assertThat(head).containsIgnoringCase("Content-Length: 27|").containsIgnoringCase("|Date: ");
            assertThat(head).containsOnlyOnce("Hello");
            saysWhatItIs(peer, ready, url);
            finishesWhatIsInFlight(peer, server, url);
        }
    }

    private void saysWhatItIs(ServerCatalog peer, JsonNode ready, URI url) throws Exception {
        assertThat(readUntil(url, get("/health"), "}}"))
                .containsIgnoringCase("Content-Type: application/json")
                .contains(
                        "{\"server\":\"%s\"".formatted(peer.identity()),
                        "\"pid\":%d,".formatted(ready.path("pid").asLong()),
                        "\"url\":\"%s\"".formatted(url),
                        "\"store\":null",
                        "\"limits\":{\"nofileSoft\"");
        assertThat(ready.propertyNames()).containsExactly("server", "model", "pid", "url", "store", "workers");
        assertThat(ready.path("workers").asInt()).isEqualTo(2);
        assertThat(exitCode(peer, "--workers", "1", "--port", String.valueOf(url.getPort())))
                .isEqualTo(4);
    }

    /** Its answers are text in its configuration; it counts all requests, and has no handler. */
    @Test
    void nginxHasOneStaticAnswerAndTakesItsWorkersAlong() throws Exception {
        var asked = new ArrayList<>(List.of(JSON, get("/fortunes"), JSON.replace("GET", "PUT")));
        try (var server = start(ServerCatalog.NGINX)) {
            var ready = server.awaitReady();
            assertThat(ready.path("model").asString()).isEqualTo("static answer");
            var url = URI.create(ready.path("url").asString());
            for (var sent : asked) {
                var parts = ANSWERS.get(sent);
                assertThat(readUntil(url, sent, parts.getLast())).containsSubsequence(parts);
            }
            assertThat(readUntil(url, get("/json2?time=1"), "\"}")).contains(" 404 ", "no such route: /json2\"}");
            assertThat(readUntil(url, get("/a\"b"), "\"}")).contains("{\"error\":\"no such route\"}");
            saysWhatItIs(ServerCatalog.NGINX, ready, url);
            var workers = ProcessHandle.of(ready.path("pid").asLong())
                    .orElseThrow()
                    .descendants()
                    .toList();
            assertThat(workers).hasSize(1 + 2);
            var counters = server.stop().orElseThrow();
            assertThat(counters.path("requests").asLong()).isEqualTo(asked.size() + 3);
            assertThat(counters.path("handlerPeak").isNull()).isTrue();
            assertThat(workers).noneMatch(ProcessHandle::isAlive);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"VIRTUAL_THREADS", "C_EPOLL", "C_URING", "DOTNET_SOCKETS_3", "DOTNET_SOCKETS_8"})
    void refusesWhatIsNoRequest(ServerCatalog peer) throws Exception {
        try (var server = start(peer)) {
            var url = URI.create(server.awaitReady().path("url").asString());
            for (var answer : STRICT_ANSWERS.entrySet()) {
                assertThat(exchange(url, answer.getKey()))
                        .as(peer.label() + ": " + answer.getKey())
                        .containsSubsequence(answer.getValue());
            }
        }
    }

    private static List<String> lowerCase(List<String> parts) {
        return parts.stream().map(part -> part.toLowerCase(Locale.ROOT)).toList();
    }

    private static void finishesWhatIsInFlight(ServerCatalog peer, ServerProcess server, URI url) throws Exception {
        try (var socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(bytes(get("/json2?time=1500")));
            // sent later and answered: the first is in the handler by then, and sleeps
            readUntil(url, get("/json2?time=200"), "World! 200\"}");
            JsonNode counters = server.stop().orElseThrow();
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("Hello, World! 1500");
            assertThat(counters.path("requests").asLong()).isEqualTo(ROUTED + 2);
            // Node.js has a process for each of its two workers, whose peaks are summed
            assertThat(counters.path("handlerPeak").asLong()).isBetween(2L, peer == ServerCatalog.NODE ? 4L : 2L);
        }
    }

    /** What comes on a new connection for what is sent there, up to that text; '|' is a line end. */
    private static String readUntil(URI url, String sent, String end) throws IOException {
        try (var socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(bytes(sent));
            return readUntil(socket, end).replace("\r\n", "|");
        }
    }

    private static String readUntil(Socket socket, String end) throws IOException {
        var read = new StringBuilder();
        while (read.indexOf(end) < 0) {
            int next = socket.getInputStream().read();
            assertThat(next).as("the end of the connection after " + read).isNotNegative();
            read.append((char) next);
        }
        return read.toString();
    }

    /** Not .NET 8, whose runtime aborts ("Out of memory.") in this case: docs/reference/servers.md says so. */
    @ParameterizedTest
    @EnumSource(names = {"VIRTUAL_THREADS", "C_EPOLL", "C_URING", "DOTNET_SOCKETS_3"})
    void goesOnWhenDescriptorsHaveRunOut(ServerCatalog peer) throws Exception {
        Home.with(peer);
        var limited = new ArrayList<>(List.of("prlimit", "--nofile=150:150"));
        limited.addAll(peer.command(null, List.of("--port", String.valueOf(Ports.free()))));
        limited.set(2, peer.jvm() ? ProcessHandle.current().info().command().orElseThrow() : limited.get(2));
        try (var server = ServerProcess.start(peer.label(), Home.path(), temporary.resolve("server"), limited)) {
            var url = URI.create(server.awaitReady().path("url").asString());
            for (int round = 0; round < 3; round++) {
                var crowd = new ArrayList<Socket>();
                for (int i = 0; i < 300; i++) {
                    crowd.add(new Socket(url.getHost(), url.getPort()));
                }
                for (var one : crowd) {
                    one.close();
                }
                if (peer == ServerCatalog.C_URING) { // it may close the first: docs/reference/servers.md says why
                    Await.until("an answer", () -> answers(url));
                } else {
                    assertThat(exchange(url, JSON)).contains("Hello, World!");
                }
            }
        }
    }

    private static boolean answers(URI url) {
        try {
            return exchange(url, JSON).contains("Hello, World!");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Stream<ServerCatalog> parsers() {
        return peers().filter(peer -> !peer.jvm() || peer == ServerCatalog.VIRTUAL_THREADS);
    }

    /** Of those on the JVM one is enough: they share what reads the command line. */
    @ParameterizedTest
    @MethodSource("parsers")
    void badOptionsAre2(ServerCatalog peer) throws Exception {
        assertThat(exitCode(peer, "--port", "70000")).isEqualTo(2);
        assertThat(exitCode(peer, "--workers", "0")).isEqualTo(2);
        assertThat(exitCode(peer, "--nope")).isEqualTo(2);
        assertThat(exitCode(peer, "--store", "embedded")).isEqualTo(2);
    }

    /** Not Vert.x and Undertow: to a sweep they are as virtual-threads. */
    static Stream<ServerCatalog> loaded() {
        return peers().filter(peer -> peer != ServerCatalog.VERTX && peer != ServerCatalog.UNDERTOW);
    }

    /** Identity, answers under load, connections and counters: what a sweep looks at. */
    @ParameterizedTest
    @MethodSource("loaded")
    void standsASmallLoad(ServerCatalog peer) throws Exception {
        Home.with(peer);
        // wrk goes by time: a route that sleeps keeps it from taking all processors. CPU time is counted in ticks of 10
        // ms,
        // and a server in C takes less for 500 requests.
        var load = peer.http10()
                ? "--requests %d --route %s".formatted(peer.stores().isEmpty() ? 2_000 : 500, route(peer))
                : "--engine wrk --keep-alive --duration 1s --route /json2?time=50";
        var run = temporary.resolve("run");
        var words = "sweep --connections 20 --workers 2 %s --servers %s --port %d --out %s"
                .formatted(load, peer.label(), Ports.free(), run);
        var result = Cli.run(words.split(" "));
        assertThat(result.exitCode()).as(result.err() + result.out()).isZero();
        assertThat(Cli.steps(run)).singleElement().satisfies(step -> {
            assertThat(step.verified().checked()).isPositive();
            assertThat(step.verified().wrong()).isZero();
            assertThat(step.server().cpuSeconds()).isPositive();
        });
    }

    /** The one that asks most of it: for that which may have a store a sweep starts a PostgreSQL. */
    private static String route(ServerCatalog peer) {
        if (!peer.stores().isEmpty()) {
            return "/fortunes";
        }
        return peer.sleeps() ? "/json2?time=5" : "/json";
    }

    private ServerProcess start(ServerCatalog peer) throws Exception {
        var options = List.of("--port", String.valueOf(Ports.free()), "--workers", "2");
        var command = peer.command(null, options);
        return ServerProcess.start(peer.label(), Home.with(peer), temporary.resolve(peer.label()), command);
    }

    private int exitCode(ServerCatalog peer, String... options) throws Exception {
        var home = Home.with(peer);
        var command = new ArrayList<>(peer.command(null, List.of(options)));
        command.set(0, peer.jvm() ? ProcessHandle.current().info().command().orElseThrow() : command.getFirst());
        var errors = temporary.resolve("errors");
        var builder = new ProcessBuilder(command).directory(home.toFile()).redirectError(errors.toFile());
        var process = Java.withoutToolOptions(builder).start();
        try {
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readAllLines(errors)).singleElement().asString().startsWith(peer.label() + ": ");
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    private static String get(String target) {
        return "GET " + target + " HTTP/1.1|Host: a||";
    }

    private static byte[] bytes(String text) {
        return text.replace("|", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    /** All that the server answers until it closes; we close our side first, once the answers have come. */
    private static String exchange(URI url, String sent) throws IOException {
        var all = new ByteArrayOutputStream();
        try (var socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(10_000);
            // the last request asks for the end of the connection, where it is one that is answered at all
            int last = sent.lastIndexOf("||");
            boolean body = !sent.endsWith("||");
            var closing = body ? sent : sent.substring(0, last) + "|Connection: close||";
            socket.getOutputStream().write(bytes(closing));
            socket.getInputStream().transferTo(all);
        } catch (SocketException reset) {
            // what was sent was not read to its end
        }
        return all.toString(StandardCharsets.UTF_8).replace("\r\n", "|");
    }
}
