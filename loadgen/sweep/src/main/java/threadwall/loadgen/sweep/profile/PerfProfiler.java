package threadwall.loadgen.sweep.profile;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.process.ChildProcess;
import threadwall.record.StackFile;
import threadwall.record.StepRecord.Profile;

/**
 * Runs {@code perf record} on a server's processes under load and writes the step's {@link StackFile}. perf's own file,
 * which only this machine can read, is deleted.
 */
public final class PerfProfiler implements AutoCloseable {

    /** Stacks per second of CPU time. It is prime, so samples do not align with timers of whole milliseconds. */
    private static final int HERTZ = 199;

    private static final Duration DURATION = Duration.ofSeconds(20);

    /** For {@code perf record} to write its file. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

    /** For {@code perf script}, which takes some seconds unless it hangs. The server waits meanwhile. */
    private static final Duration PRINT_TIMEOUT = Duration.ofMinutes(2);

    private static final Path PARANOID = Path.of("/proc/sys/kernel/perf_event_paranoid");

    private final Path home;
    private final Path folder;
    private final List<Long> pids;
    private final ChildProcess perf;

    private PerfProfiler(Path home, Path folder, List<Long> pids, ChildProcess perf) {
        this.home = home;
        this.folder = folder;
        this.pids = pids;
        this.perf = perf;
    }

    /**
     * Starts perf, which exits after 20 s. {@link #finish} reports a perf that is missing or not permitted.
     *
     * @param folder the step's own
     */
    public static PerfProfiler start(Path home, Path folder, List<Long> pids) throws IOException {
        var which = pids.stream().map(String::valueOf).collect(Collectors.joining(","));
        var command = Stream.of(
                        List.of("perf", "record", "-q", "-e", "cpu-clock", "-F", String.valueOf(HERTZ), "-g"),
                        List.of("-o", data(folder).toString(), "-p", which),
                        List.of("--", "sleep", String.valueOf(DURATION.toSeconds())))
                .flatMap(List::stream)
                .toList();
        var perf = ChildProcess.start(home, folder.resolve("perf"), command, folder.resolve("perf.txt"));
        return new PerfProfiler(home, folder, pids, perf);
    }

    private static Path data(Path folder) {
        return folder.resolve("perf.data").toAbsolutePath();
    }

    /** Stops perf and classifies its stacks. The server must still be running. */
    public Profile finish() throws IOException, InterruptedException {
        perf.terminate(STOP_TIMEOUT);
        if (Files.notExists(data(folder)) || Files.size(data(folder)) == 0) {
            return new Profile(null, "perf sampled no stacks: " + firstError("perf.err"), Map.of());
        }
        try (var maps = PerfMaps.of(pids)) {
            var unnamed = maps.write();
            // inlined calls would be looked up in debugging data, which takes minutes for Go, and they have no place
            var script = List.of(
                    "perf", "script", "--no-inline", "-i", data(folder).toString(), "-F", "comm,tid,ip,sym,dso");
            var printed = printed(home, folder, script, PRINT_TIMEOUT);
            if (printed.isEmpty()) {
                return new Profile(
                        "perf", "perf script did not end within %d s".formatted(PRINT_TIMEOUT.toSeconds()), Map.of());
            }
            var stacks = printed.get();
            if (stacks.kinds().isEmpty()) {
                return new Profile(null, "perf script printed no stacks: " + firstError("perf-script.err"), Map.of());
            }
            StackFile.write(folder, stacks.folded());
            return new Profile("perf", missing(stacks, unnamed), stacks.kinds());
        } finally {
            Files.delete(data(folder));
        }
    }

    /** The stacks that a command prints; empty on a time-out, since a part of the load would be missing. */
    static Optional<StackCounts> printed(Path home, Path folder, List<String> command, Duration timeout)
            throws IOException, InterruptedException {
        var text = folder.resolve("perf-script.txt");
        try (var script = ChildProcess.start(home, folder.resolve("perf-script"), command, text)) {
            if (!script.await(timeout)) {
                return Optional.empty();
            }
            // names of threads and methods may contain any bytes, which Files.lines would reject
            try (var lines =
                    new BufferedReader(new InputStreamReader(Files.newInputStream(text), StandardCharsets.UTF_8))) {
                return Optional.of(StackCounts.of(lines.lines()));
            }
        } finally {
            Files.deleteIfExists(text);
        }
    }

    private static String missing(StackCounts stacks, Optional<String> unnamed) throws IOException {
        if (!stacks.kernel()) {
            return "the stacks lack the kernel: kernel.perf_event_paranoid is %s; set it to 1 or run as root"
                    .formatted(Files.readString(PARANOID).strip());
        }
        return unnamed.map(why -> "compiled methods have no names: " + why).orElse(null);
    }

    /** perf's error message, without the heading above it. */
    private String firstError(String file) throws IOException {
        try (var lines = Files.lines(folder.resolve(file))) {
            return lines.map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.equals("Error:"))
                    .findFirst()
                    .orElse("no error message");
        }
    }

    @Override
    public void close() {
        perf.close();
    }
}
