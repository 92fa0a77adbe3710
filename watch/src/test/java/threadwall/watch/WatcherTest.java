package threadwall.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import threadwall.process.PreconditionException;
import threadwall.record.WatchRecord;
import threadwall.record.WatchRecord.Role;
import threadwall.record.WatchRecord.Watched;

/** Real listening processes, each a JVM that accepts nothing: its connections wait in the kernel. */
@Tag("slow")
@Timeout(60)
class WatcherTest {

    /** No client uses these addresses, see SockDiagTest. */
    private static final String HERE = "127.3.97.1";

    private static final String THERE = "127.3.97.2";

    private final List<Process> children = new ArrayList<>();
    private final List<SocketChannel> clients = new ArrayList<>();

    @AfterEach
    void end() throws Exception {
        for (var client : clients) {
            client.close();
        }
        for (var child : children) {
            child.destroyForcibly().waitFor();
        }
    }

    private static Watcher open(WatchFilter filter) throws Exception {
        return open(Path.of("/proc"), filter);
    }

    /** Without a sampling budget: in the JVM of a test on a busy machine, samples are expensive. */
    private static Watcher open(Path proc, WatchFilter filter) throws Exception {
        return Watcher.open(proc, filter, Duration.ofMillis(20));
    }

    private record Server(Process process, int port) {
        long pid() {
            return process.pid();
        }
    }

    private Server listen(String address, int port) throws IOException {
        var child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "threadwall.process.socket.ListeningChild",
                        address,
                        Integer.toString(port))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        children.add(child);
        var at = child.inputReader().readLine();
        return new Server(child, Integer.parseInt(at.substring(at.lastIndexOf(':') + 1)));
    }

    private void connect(int times, String address, int port) throws IOException {
        for (int i = 0; i < times; i++) {
            var client = SocketChannel.open(StandardProtocolFamily.INET);
            clients.add(client);
            client.connect(new InetSocketAddress(address, port));
        }
    }

    /** Samples until the processes match, or the test times out. */
    private static List<Watched> await(Watcher watcher, Predicate<List<Watched>> filter) throws Exception {
        var processes = watcher.sample().processes();
        while (!filter.test(processes)) {
            LockSupport.parkNanos(5_000_000);
            processes = watcher.sample().processes();
        }
        return processes;
    }

    private static WatchFilter pids(long... pids) {
        return WatchFilter.of(LongStream.of(pids).boxed().toList(), List.of());
    }

    private static WatchFilter port(int port) {
        return WatchFilter.of(List.of(), List.of(port));
    }

    @Test
    void followsAProcessThatWasNamed() throws Exception {
        var server = listen(HERE, 0);
        connect(3, HERE, server.port());
        try (var watcher = open(pids(server.pid()))) {
            var sample = watcher.sample();
            assertThat(sample.processes()).hasSize(1);
            var process = sample.processes().getFirst();
            assertThat(process.pid()).isEqualTo(server.pid());
            assertThat(process.name()).isEqualTo("java");
            assertThat(process.role()).isEqualTo(Role.SERVER);
            assertThat(process.ports()).containsExactly(server.port());
            assertThat(process.threads()).isBetween(5L, 100L);
            assertThat(process.rssBytes()).isPositive();
            assertThat(process.pageTableBytes()).isPositive();
            assertThat(process.cpuSeconds()).isPositive();
            assertThat(process.cpuShare()).as("no sample before").isNull();
            assertThat(process.connections()).isEqualTo(Map.of("ESTABLISHED", 3L));
            assertThat(process.connectionsAgeSeconds()).isZero();
            assertThat(sample.memAvailableBytes()).isPositive();
            assertThat(sample.kernelStackBytes()).isPositive();
            assertThat(sample.timeWait()).isNotNull();
            assertThat(sample.socketMemoryBytes()).isNotNull();
            assertThat(sample.lookCpuSeconds()).isPositive();

            assertThat(watcher.sample().processes().getFirst().cpuShare()).isNotNull();

            clients.getFirst().close();
            var states = Map.of("ESTABLISHED", 2L, "CLOSE_WAIT", 1L);
            await(watcher, all -> all.getFirst().connections().equals(states));

            server.process().destroyForcibly().waitFor();
            assertThat(watcher.sample().processes()).isEmpty();
        }
    }

    @Test
    void serversAtAPortComeAndGo() throws Exception {
        var first = listen(HERE, 0);
        try (var watcher = open(port(first.port()))) {
            var processes =
                    await(watcher, all -> !all.isEmpty() && all.getFirst().connections() != null);
            assertThat(processes).extracting(Watched::pid).containsExactly(first.pid());
            connect(2, HERE, first.port());
            await(
                    watcher,
                    all -> Map.of("ESTABLISHED", 2L).equals(all.getFirst().connections()));

            first.process().destroyForcibly().waitFor();
            assertThat(watcher.sample().processes()).isEmpty();

            var second = listen(HERE, first.port());
            processes = await(watcher, all -> !all.isEmpty() && all.getFirst().connections() != null);
            assertThat(processes).extracting(Watched::pid).containsExactly(second.pid());
            assertThat(processes.getFirst().connections())
                    .as("those of the one before are not its own")
                    .doesNotContainKey("ESTABLISHED");
        }
    }

    @Test
    void shardsOfAPortHaveTheirOwnConnections() throws Exception {
        var here = listen(HERE, 0);
        var there = listen(THERE, here.port());
        connect(2, HERE, here.port());
        connect(5, THERE, here.port());
        try (var watcher = open(port(here.port()))) {
            var processes =
                    await(watcher, all -> all.size() == 2 && all.stream().allMatch(one -> one.connections() != null));
            assertThat(connectionsOf(processes, here)).isEqualTo(Map.of("ESTABLISHED", 2L));
            assertThat(connectionsOf(processes, there)).isEqualTo(Map.of("ESTABLISHED", 5L));
        }
    }

    @Test
    void connectionsOfASharedAddressAreCountedOnce() throws Exception {
        var one = listen(HERE, 0);
        var other = listen(HERE, one.port());
        connect(7, HERE, one.port());
        try (var watcher = open(pids(one.pid(), other.pid()))) {
            var processes = watcher.sample().processes();
            assertThat(processes).extracting(Watched::ports).containsOnly(List.of(one.port()));
            var lower = one.pid() < other.pid() ? one : other;
            var higher = lower == one ? other : one;
            assertThat(connectionsOf(processes, lower)).isEqualTo(Map.of("ESTABLISHED", 7L));
            assertThat(connectionsOf(processes, higher)).isNull();
        }
    }

    private static Map<String, Long> connectionsOf(List<Watched> processes, Server server) {
        return processes.stream()
                .filter(one -> one.pid() == server.pid())
                .findFirst()
                .orElseThrow()
                .connections();
    }

    @Test
    void aMissingProcessIsRefused() throws Exception {
        var gone = listen(HERE, 0);
        gone.process().destroyForcibly().waitFor();
        assertThatThrownBy(() -> open(pids(gone.pid())))
                .isInstanceOfSatisfying(
                        PreconditionException.class,
                        refused -> assertThat(refused.exitCode()).isEqualTo(4))
                .hasMessageContaining("--pid " + gone.pid());
    }

    /** PIDs that no kernel assigns, in a folder of the test. */
    @Test
    void aReusedPidIsANewProcess(@TempDir Path proc) throws Exception {
        long pid = 4_999_999_999L;
        process(proc, pid, 100, "ab", "http://127.0.0.1:1/");
        try (var all = open(proc, WatchFilter.ALL_KNOWN);
                var named = open(proc, pids(pid))) {
            assertThat(one(all.sample()).cpuShare()).isNull();
            assertThat(one(all.sample()).cpuShare()).isZero();
            assertThat(one(named.sample()).startTicks()).isEqualTo(100);

            process(proc, pid, 200, "ab", "http://127.0.0.1:1/");
            assertThat(all.sample().processes())
                    .as("the one that was there has ended")
                    .isEmpty();
            var later = await(all, processes -> !processes.isEmpty()).getFirst();
            assertThat(later.startTicks()).isEqualTo(200);
            assertThat(later.cpuShare())
                    .as("another process's CPU time says nothing of it")
                    .isNull();
            assertThat(named.sample().processes()).isEmpty();
        }
    }

    @Test
    void serversComeFirstThenByNameAndPid(@TempDir Path proc) throws Exception {
        process(proc, 4_000_000_001L, 1, "ab", "http://127.0.0.1:1/");
        process(proc, 4_000_000_002L, 1, "wrk", "http://127.0.0.1:2/");
        process(proc, 4_000_000_004L, 1, "java", "-jar", "server-spring.jar", "--model", "virtual");
        process(proc, 4_000_000_005L, 1, "java", "-jar", "server-kilim.jar");
        process(proc, 4_000_000_003L, 1, "java", "-jar", "server-kilim.jar");
        process(proc, 4_000_000_006L, 1, "bash");
        try (var watcher = open(proc, WatchFilter.ALL_KNOWN)) {
            assertThat(watcher.sample().processes())
                    .extracting(Watched::name, Watched::pid)
                    .containsExactly(
                            org.assertj.core.groups.Tuple.tuple("kilim", 4_000_000_003L),
                            org.assertj.core.groups.Tuple.tuple("kilim", 4_000_000_005L),
                            org.assertj.core.groups.Tuple.tuple("spring-virtual", 4_000_000_004L),
                            org.assertj.core.groups.Tuple.tuple("ab", 4_000_000_001L),
                            org.assertj.core.groups.Tuple.tuple("wrk", 4_000_000_002L));
        }
        try (var watcher = open(proc, port(2))) {
            assertThat(watcher.sample().processes())
                    .as("what loads the port belongs to it")
                    .extracting(Watched::name)
                    .containsExactly("wrk");
        }
    }

    private static void process(Path proc, long pid, long startTicks, String... line) throws IOException {
        var folder = Files.createDirectories(proc.resolve(Long.toString(pid)));
        Files.writeString(folder.resolve("cmdline"), String.join("\0", line) + "\0");
        var stat = "%d (x) S 1 42 42 0 -1 4194560 105 0 0 0 250 75 0 0 20 0 7 0 %d 2711552 289%n"
                .formatted(pid, startTicks);
        Files.writeString(folder.resolve("stat"), stat);
        var mainThread = Files.createDirectories(folder.resolve("task").resolve(Long.toString(pid)));
        Files.writeString(mainThread.resolve("stat"), stat);
    }

    private static Watched one(WatchRecord sample) {
        assertThat(sample.processes()).hasSize(1);
        return sample.processes().getFirst();
    }
}
