package threadwall.kilim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.kilim.connection.AccessLog;
import threadwall.kilim.connection.ConnectionLimits;
import threadwall.kilim.io.TransportKind;
import threadwall.server.ChildServer;
import threadwall.server.RequestCounter;
import threadwall.server.StoreKind;
import threadwall.store.FiberData;
import threadwall.store.embedded.EmbeddedData;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a blocked socket read ignores interrupts
@Tag("slow")
class AccessLogTest {
    private static final String TIME = "\\[\\d\\d/[A-Z][a-z]{2}/\\d{4}:\\d\\d:\\d\\d:\\d\\d \\+0000]";

    @TempDir
    Path folder;

    private static String get(String target) {
        return "GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n";
    }

    private static void ask(URI server) throws Exception {
        try (var client = new RawClient(server)) {
            client.send(get("/json")).reply();
            client.send(get("/json2?time=20&\"")).reply();
            client.send("GET /nope HTTP/1.0\r\n\r\n").reply();
        }
        try (var client = new RawClient(server)) {
            client.send("nonsense\r\n").reply();
        }
    }

    private static void check(List<String> lines) {
        assertThat(lines).hasSize(4);
        assertThat(lines.get(0)).matches("127.0.0.1 - - " + TIME + " \"GET /json HTTP/1.1\" 200 1\\d\\d 0\\.\\d{6}");
        assertThat(lines.get(1)).contains("\"GET /json2?time=20&%22 HTTP/1.1\" 200 ");
        assertThat(Double.parseDouble(lines.get(1).replaceFirst(".* ", ""))).isGreaterThanOrEqualTo(0.02);
        assertThat(lines.get(2)).contains("\"GET /nope HTTP/1.0\" 404 ");
        assertThat(lines.get(3)).contains("\"-\" 400 ").endsWith(" 0.000000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"epoll", "nio"})
    void eachResponseIsALine(String transport) throws Exception {
        var file = folder.resolve("access.log");
        try (var server = ChildServer.start(
                KilimServer.class, "--port", "0", "--transport", transport, "--access-log", file.toString())) {
            ask(URI.create(server.awaitLine("READY").get("url").asString()));
            server.terminate();
            server.awaitLine("STOPPED");
            check(Files.readAllLines(file));
        }
    }

    @Test
    void standardOutputIsAFileToo() throws Exception {
        try (var server = ChildServer.start(KilimServer.class, "--port", "0", "--access-log", "-")) {
            ask(URI.create(server.awaitLine("READY").get("url").asString()));
            server.terminate();
            var lines = server.awaitEnd().stdout().lines().toList();
            assertThat(lines.getLast()).startsWith("STOPPED ");
            check(lines.subList(0, lines.size() - 1));
        }
    }

    /** Whose end may fail, or hang. */
    @Test
    void theLogIsCompleteBeforeTheStoreIsClosed() throws Exception {
        var file = folder.resolve("access.log");
        var logging = new AtomicBoolean();
        try (var store = EmbeddedData.temporary()) {
            InvocationHandler failsAtItsEnd = (proxy, method, arguments) -> {
                if (!method.getName().equals("close")) {
                    return method.invoke(store, arguments);
                }
                logging.set(Thread.getAllStackTraces().keySet().stream()
                        .anyMatch(thread -> thread.getName().equals("access-log")));
                throw new IllegalStateException("tested");
            };
            var data = (FiberData) Proxy.newProxyInstance(
                    FiberData.class.getClassLoader(), new Class<?>[] {FiberData.class}, failsAtItsEnd);
            var server = FiberServer.bind("127.0.0.1", 0, 1, TransportKind.AUTO, ConnectionLimits.DEFAULT)
                    .start(StoreKind.EMBEDDED, data, new RequestCounter(), AccessLog.open(file.toString()));
            ask(server.url());
            assertThatThrownBy(server::stop).hasMessage("tested");
            assertThat(logging).isFalse();
        }
        check(Files.readAllLines(file));
    }

    @Test
    void aFileThatCannotBeWrittenIsTheEnvironmentsFault() throws Exception {
        var ended = ChildServer.run(KilimServer.class, "--port", "0", "--access-log", folder.toString());
        assertThat(ended.exitCode()).isEqualTo(4);
        assertThat(ended.stderr())
                .startsWith("kilim: --access-log cannot be written: ")
                .hasLineCount(1);
    }
}
