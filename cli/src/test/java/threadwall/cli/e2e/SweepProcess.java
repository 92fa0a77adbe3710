package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.process.StatusFile;
import threadwall.record.RunFile;

/**
 * A sweep as a process of its own, which a signal can end.
 *
 * @param folder of its run
 * @param err what it says on standard error
 */
record SweepProcess(Process process, Path folder, Path err) implements AutoCloseable {

    private static final Duration ENDED = Duration.ofSeconds(30);

    static SweepProcess start(Path folder, String... options) throws IOException {
        return start("sweep", folder, options);
    }

    /** The same of another command that has the option {@code --out}, such as {@code bench idle}. */
    static SweepProcess start(String command, Path folder, String... options) throws IOException {
        var err = folder.resolveSibling(folder.getFileName() + ".err");
        var start = Stream.concat(Stream.of(command.split(" ")), Stream.of("--out", folder.toString()));
        var arguments = Stream.concat(start, Stream.of(options));
        var process = Cli.process(arguments.toList())
                .redirectError(err.toFile())
                .redirectOutput(
                        folder.resolveSibling(folder.getFileName() + ".out").toFile())
                .start();
        return new SweepProcess(process, folder, err);
    }

    /** Waits until {@code ab} loads the server in that step: its pid is printed before the shell there has become it. */
    void awaitLoad(String step) {
        var status = folder.resolve("steps").resolve(step).resolve("ab-1.status");
        Await.until("the load of " + step, () -> {
            assertThat(process.isAlive())
                    .as(() -> "the sweep has ended: " + said())
                    .isTrue();
            return Files.exists(status)
                    && descendants().stream()
                            .flatMap(descendant -> descendant.info().command().stream())
                            .anyMatch(command -> command.endsWith("/ab"));
        });
    }

    /** Everything that it has started and that is alive now, by the process tree. */
    Set<ProcessHandle> descendants() {
        return process.descendants().collect(Collectors.toSet());
    }

    /** The one that loads a server now. */
    ProcessHandle ab() {
        return descendants().stream()
                .filter(process -> process.info().command().orElse("").endsWith("/ab"))
                .findFirst()
                .orElseThrow();
    }

    /** The PostgreSQL of its servers, from its status file; it is not a descendant, because it runs as a daemon. */
    ProcessHandle postgres() throws IOException {
        var status = StatusFile.read(folder().resolve("postmaster" + StatusFile.SUFFIX));
        return ProcessHandle.of(status.pid().orElseThrow()).orElseThrow();
    }

    void signal(String name) throws IOException, InterruptedException {
        signal(name, List.of(process.toHandle()));
    }

    /** Sends a signal to all of them, of which some may have ended meanwhile. */
    static void signal(String name, List<ProcessHandle> processes) throws IOException, InterruptedException {
        var pids = processes.stream().map(process -> String.valueOf(process.pid()));
        var kill = new ProcessBuilder(
                Stream.concat(Stream.of("kill", "-" + name), pids).toList());
        boolean sent = kill.inheritIO().start().waitFor() == 0;
        assertThat(sent || !processes.stream().allMatch(ProcessHandle::isAlive))
                .as("kill -%s of processes that run", name)
                .isTrue();
    }

    /** What it has said on standard error so far. */
    String said() {
        try {
            return Files.readString(err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many lines its record has so far. */
    int recorded() {
        try {
            return Files.exists(folder.resolve(RunFile.NAME)) ? lines().size() : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> lines() throws IOException {
        return Files.readAllLines(folder.resolve(RunFile.NAME));
    }

    static void awaitEnd(Set<ProcessHandle> processes) {
        for (var one : processes) {
            Await.until("the end of " + one.pid() + " " + one.info(), ENDED, () -> !one.isAlive());
        }
    }

    @Override
    public void close() {
        // the supervisors end with it
        process.destroyForcibly().onExit().join();
    }
}
