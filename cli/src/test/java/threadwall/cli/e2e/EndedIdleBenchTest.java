package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import threadwall.process.StatusFile;
import threadwall.process.socket.SockDiag;
import threadwall.process.socket.SocketCounts;
import threadwall.process.socket.SocketFilter;
import threadwall.record.IdleRecord;
import threadwall.record.RunFile;

/** {@code bench idle}, of which one process is killed once all connections are established. */
class EndedIdleBenchTest {

    private static final int CONNECTIONS = 1_000;

    @TempDir
    private Path temporary;

    @ParameterizedTest
    @CsvSource({
        "the tool, '', 137, ''",
        "its server, steps/001-c-epoll-500/server-1, 3, 'c-epoll was ended by signal 9'",
        "a client, holder-1-measured-1, 3, 'a client that holds connections was ended by signal 9'",
    })
    void kill9LeavesNoProcessAndNoConnection(String killed, String files, int exitCode, String reason)
            throws Exception {
        Home.withNative();
        int port = Ports.free();
        try (var sockets = SockDiag.open();
                var bench = SweepProcess.start(
                        "bench idle",
                        temporary.resolve("run"),
                        "--servers=c-epoll",
                        "--connections=" + CONNECTIONS,
                        "--ping",
                        "--port=" + port)) {
            var client = bench.folder().resolve("holder-1-measured-1" + StatusFile.SUFFIX);
            Await.until("all connections", () -> {
                assertThat(bench.process().isAlive()).as(bench::said).isTrue();
                return Files.exists(client) && at(sockets, port).established() >= CONNECTIONS;
            });
            var started = bench.descendants();
            if (files.isEmpty()) {
                bench.process().destroyForcibly();
            } else {
                SweepProcess.signal("KILL", List.of(processOf(bench.folder().resolve(files))));
            }
            SweepProcess.awaitEnd(started);
            Await.until("the end of the tool", () -> !bench.process().isAlive());
            assertThat(bench.process().exitValue()).as(bench::said).isEqualTo(exitCode);
            Await.until("no connection", () -> at(sockets, port).total() == 0);
            if (!reason.isEmpty()) {
                assertThat(RunFile.in(bench.folder()).read().lines())
                        .filteredOn(IdleRecord.class::isInstance)
                        .singleElement()
                        .extracting(line -> ((IdleRecord) line).failure())
                        .asString()
                        .contains(reason);
            }
        }
    }

    private static ProcessHandle processOf(Path files) throws IOException {
        var status = files.resolveSibling(files.getFileName() + StatusFile.SUFFIX);
        return ProcessHandle.of(StatusFile.read(status).pid().orElseThrow()).orElseThrow();
    }

    private static SocketCounts at(SockDiag sockets, int port) {
        try {
            return sockets.count(port, SocketFilter.CONNECTIONS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
