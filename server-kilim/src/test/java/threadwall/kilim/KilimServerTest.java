package threadwall.kilim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import threadwall.server.Await;
import threadwall.server.ChildServer;
import threadwall.server.Json;
import threadwall.server.ServerLifecycle;
import threadwall.store.StoreProvider;

/** The server as a process: command line, signals, and running out of descriptors. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a blocked socket read ignores interrupts
@Tag("slow")
class KilimServerTest {
    private static final String GET_JSON = "GET /json HTTP/1.1\r\nHost: x\r\n\r\n";

    @TempDir
    Path data;

    @Test
    void finishesWhatIsInFlightAndSaysStopped() throws Exception {
        try (var child = ChildServer.start(KilimServer.class, "--port", "0", "--workers", "3", "--data", "" + data)) {
            var ready = child.awaitLine("READY");
            assertThat(ready.get("server").asString()).isEqualTo("kilim");
            assertThat(ready.get("store").asString()).isEqualTo("embedded");
            assertThat(ready.get("workers").asInt()).isEqualTo(3);
            try (var client = new RawClient(url(ready.get("url").asString()))) {
                // in one packet: once the first is answered, the server has received the second
                client.send(GET_JSON + "GET /json2?time=500 HTTP/1.1\r\nHost: x\r\n\r\n");
                client.reply();
                child.terminate();
                assertThat(client.reply().body()).isEqualTo("{\"message\":\"Hello, World! 500\"}");
            }
            var stopped = child.awaitLine("STOPPED");
            assertThat(stopped.get("requests").asInt()).isEqualTo(2);
            assertThat(child.awaitEnd().exitCode()).isZero();
        }
        assertThat(data).as("the store of the user stays").isNotEmptyDirectory();
    }

    @Test
    void drainTimeIsForWhatIsInFlight() throws Exception {
        try (var child = ChildServer.start(KilimServer.class, "--port", "0", "--drain-time", "30s")) {
            try (var client =
                    new RawClient(url(child.awaitLine("READY").get("url").asString()))) {
                int longerThanTheDefault = (int) ServerLifecycle.GRACE.toMillis() + 1_000;
                client.send(GET_JSON + "GET /json2?time=" + longerThanTheDefault + " HTTP/1.1\r\nHost: x\r\n\r\n");
                client.reply();
                child.terminate();
                assertThat(client.reply().body())
                        .isEqualTo("{\"message\":\"Hello, World! " + longerThanTheDefault + "\"}");
            }
            child.awaitLine("STOPPED");
        }
    }

    @Test
    void drainTimeIsTheLongest() throws Exception {
        try (var child = ChildServer.start(KilimServer.class, "--port", "0", "--drain-time", "100ms")) {
            try (var client =
                    new RawClient(url(child.awaitLine("READY").get("url").asString()))) {
                client.send(GET_JSON + "GET /json2?time=600000 HTTP/1.1\r\nHost: x\r\n\r\n");
                client.reply();
                child.terminate();
                assertThat(client.isEnded()).isTrue();
            }
            child.awaitLine("STOPPED");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--transport=iocp, '--transport must be auto, epoll, uring or nio, not ''iocp'''",
        "--max-head=63, '--max-head must be from 64 to 1048576, not 63'",
        "--max-connections=0, '--max-connections must be from 1 to 2147483647, not 0'",
        "--idle-time=25h, '--idle-time must be a time up to a day, such as 500ms, 30s or 2m, not ''25h'''",
        "--write-time=0s, '--write-time must be a time up to a day, such as 500ms, 30s or 2m, not ''0s'''"
    })
    void anOptionOutOfItsRangeIsExitCode2(String option, String reason) throws Exception {
        var ended = ChildServer.run(KilimServer.class, option);
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.stderr()).startsWith("kilim: " + reason).hasLineCount(1);
        assertThat(ended.stdout()).isEmpty();
    }

    @Test
    void postgresHasToBeNamed() throws Exception {
        var ended = ChildServer.run(KilimServer.class, "--store", "postgres");
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.stderr()).startsWith("kilim: --store postgres needs --postgres jdbc:postgresql://");
    }

    @Test
    void aStoreThatIsNotInThisBuildIsTheEnvironmentsFault() throws Exception {
        assumeTrue(ServiceLoader.load(StoreProvider.class).findFirst().isEmpty(), "the profile db4j is on");
        var ended = ChildServer.run(KilimServer.class, "--port", "0", "--store", "db4j");
        assertThat(ended.exitCode()).isEqualTo(4);
        assertThat(ended.stderr())
                .startsWith("kilim: --store db4j: this build has no db4j")
                .contains("-Pdb4j (docs/reference/stores.md), or use --store embedded")
                .hasLineCount(1);
    }

    @Test
    void aSilentDatabaseIsTheEnvironmentsFault() throws Exception {
        try (var silent = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
            var address = "jdbc:postgresql://127.0.0.1:" + silent.getLocalPort() + "/postgres";
            var ended = ChildServer.run(
                    KilimServer.class, "--store", "postgres", "--port", "0", "--postgres", address + "?password=p");
            assertThat(ended.exitCode()).isEqualTo(4);
            assertThat(ended.stderr())
                    .startsWith("kilim: the database at " + address + " does not answer")
                    .hasLineCount(1);
        }
    }

    @Test
    void aPortInUseIsTheEnvironmentsFault() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            var ended = ChildServer.run(KilimServer.class, "--port", "" + taken.getLocalPort());
            assertThat(ended.exitCode()).isEqualTo(4);
            assertThat(ended.stderr()).startsWith("kilim: port " + taken.getLocalPort() + " on 127.0.0.1 is in use");
        }
    }

    /** 500 clients connect to a server with 200 descriptors. It accepts what it can, and recovers when they leave. */
    @Test
    void survivesRunningOutOfDescriptors() throws Exception {
        var process = startWith200Descriptors();
        try (var stdout = process.inputReader();
                var stderr = process.errorReader()) {
            var ready = Json.MAPPER.readTree(awaitLine(stdout, "READY ").substring("READY ".length()));
            var url = url(ready.get("url").asString());
            long before = Descriptors.of(process.pid());
            var crowd = new ArrayList<SocketChannel>();
            for (int i = 0; i < 500; i++) {
                var client = SocketChannel.open();
                client.configureBlocking(false); // the backlog may be shorter than 500
                client.connect(new InetSocketAddress(url.getHost(), url.getPort()));
                crowd.add(client);
            }
            assertThat(awaitLine(stderr, "kilim: cannot accept"))
                    .contains("as many as --max-connections and nofile allow");
            for (var client : crowd) {
                client.close();
            }
            try (var client = new RawClient(url)) {
                assertThat(client.send(GET_JSON).reply().status()).isEqualTo(200);
                assertThat(client.send("GET /fortunes HTTP/1.1\r\nHost: x\r\n\r\n")
                                .reply()
                                .status())
                        .isEqualTo(200);
                assertThat(client.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
                                .reply()
                                .status())
                        .isEqualTo(200);
            }
            Await.until("descriptors are back", () -> Descriptors.of(process.pid()) <= before);
            process.toHandle().destroy();
            awaitLine(stdout, "STOPPED ");
            assertThat(process.waitFor()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    private static Process startWith200Descriptors() throws IOException {
        var java = ProcessHandle.current().info().command().orElseThrow();
        var command = "ulimit -n 200; exec \"$0\" \"$@\"";
        return new ProcessBuilder(
                        "bash",
                        "-c",
                        command,
                        java,
                        "--sun-misc-unsafe-memory-access=deny",
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilimServer.class.getName(),
                        "--port",
                        "0")
                .start();
    }

    private static String awaitLine(BufferedReader from, String start) throws IOException {
        for (var line = from.readLine(); line != null; line = from.readLine()) {
            if (line.startsWith(start)) {
                return line;
            }
        }
        throw new AssertionError("no line starts with " + start);
    }

    private static URI url(String text) {
        return URI.create(text);
    }
}
