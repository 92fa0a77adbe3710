package threadwall.loadgen.sweep.step;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import threadwall.loadgen.engine.ClientOutput;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.engine.LoadReport;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.process.ChildProcess;
import threadwall.process.ProcessTree;
import threadwall.record.StepPlan.PlannedLoad;
import threadwall.record.StepRecord.HostUsage;

/** The client processes of one load, all of one engine, started together. */
public final class ClientProcesses implements AutoCloseable {

    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    /**
     * The result of one client.
     *
     * @param startOffset seconds from the first client's start to this one's
     * @param cpuSeconds of the process here, or of those on other hosts
     * @param hosts what the load took on other hosts; empty for a load on this machine
     * @param report empty when it printed none
     */
    record Result(
            double startOffset,
            double seconds,
            Optional<Double> cpuSeconds,
            List<HostUsage> hosts,
            Optional<LoadReport> report) {}

    /** @param program whether it is a user's own command, which may start processes */
    private record Running(LoadEngine engine, ChildProcess process, ClientOutput output, Path errors, boolean program) {

        Optional<LoadReport> report() throws IOException {
            var report = engine.report(output);
            if (report.flatMap(LoadReport::arrivals).isPresent()) {
                Files.delete(output.log()); // 170 bytes a request, whose times are in histograms now
            }
            return report;
        }

        /** Used for progress alone, so an unreadable file counts as 0. */
        long completed() {
            try {
                return engine.completed(Files.readString(errors, StandardCharsets.ISO_8859_1));
            } catch (IOException e) {
                return 0;
            }
        }

        String fault() throws IOException {
            var last = lastLine(errors);
            var ended = program ? "the command" : engine.name();
            return engine.timeout(output.load(), last)
                    .orElseGet(() -> "%s ended with exit code %d: %s".formatted(ended, process.exitCode(), last));
        }
    }

    /** What {@code ab} prints to standard error after each tenth of its requests, and at its end. */
    private static final Pattern PROGRESS = Pattern.compile("(?:Completed|Finished) \\d+ requests");

    private final List<Running> running = new ArrayList<>();

    /** A server that responds too slowly must not block the sweep for ever. */
    private final Duration longest;

    private ClientProcesses(Duration longest) {
        this.longest = longest;
    }

    /** @param files prefix of their files, followed by a number and {@code .txt}, {@code .err} or {@code .status} */
    static ClientProcesses start(Path home, Path files, LoadEngine engine, List<PlannedLoad> loads) throws IOException {
        var clients = new ClientProcesses(engine.longestLoad());
        try {
            for (var planned : loads) {
                var input = engine.input(planned.load());
                if (input.isPresent()) {
                    var file = home.resolve(input.get().path());
                    Files.createDirectories(file.getParent());
                    Files.writeString(file, input.get().text());
                }
                var prefix = files.resolveSibling(files.getFileName() + "-" + (clients.running.size() + 1));
                var output = prefix.resolveSibling(prefix.getFileName() + ".txt");
                var errors = prefix.resolveSibling(prefix.getFileName() + ".err");
                var words = planned.command().words();
                var process = planned.directory() == null
                        ? ChildProcess.start(home, prefix, words, output)
                        : ChildProcess.startProgram(
                                home, Path.of(planned.directory()), prefix, words, output, Map.of());
                var written = new ClientOutput(planned.load(), home, output);
                clients.running.add(new Running(engine, process, written, errors, planned.directory() != null));
            }
            return clients;
        } catch (IOException e) {
            clients.close();
            throw e;
        }
    }

    /** PIDs of the clients that could be started, and of the processes that a user's own command has started. */
    List<Long> pids() throws InterruptedException, IOException {
        var pids = new ArrayList<Long>();
        for (var client : running) {
            client.process
                    .pid()
                    .ifPresent(pid -> pids.addAll(client.program ? new ProcessTree(pid).pids() : List.of(pid)));
        }
        return List.copyOf(pids);
    }

    /** Requests that all clients together have completed so far; see {@link LoadEngine#completed}. */
    long completed() {
        return running.stream().mapToLong(Running::completed).sum();
    }

    /**
     * Waits for all of them.
     *
     * @param serverAlive polled while waiting; once it is false, the clients are ended and the result is empty
     * @throws StepFailedException when a client failed, with its error message, or the load timed out
     */
    List<Result> await(BooleanSupplier serverAlive) throws StepFailedException, InterruptedException, IOException {
        long deadline = System.nanoTime() + longest.toNanos();
        var results = new ArrayList<Result>();
        for (var client : running) {
            while (!client.process.await(POLL_INTERVAL)) {
                if (!serverAlive.getAsBoolean()) {
                    close();
                    return List.of();
                }
                if (System.nanoTime() > deadline) {
                    throw new StepFailedException(
                            "the load took longer than %d minutes".formatted(longest.toMinutes()));
                }
            }
            results.add(result(client));
        }
        for (var client : running) {
            if (client.process.exitCode() != 0) {
                throw new StepFailedException(client.fault());
            }
            if (client.program && client.engine.loads(client.output) > 1) {
                throw new StepFailedException("the command ran %s %d times; record each by itself"
                        .formatted(client.engine.name(), client.engine.loads(client.output)));
            }
        }
        return results;
    }

    /**
     * From the first client's start to the last response of any client, by each client's own "Time taken for tests". It
     * excludes what {@code ab} does after its last response (sorting, writing). 0 without a report.
     */
    static double windowSeconds(List<Result> results) {
        return results.stream()
                .mapToDouble(client -> client.startOffset
                        + client.report.map(LoadReport::seconds).orElse(0.0))
                .max()
                .orElse(0);
    }

    /** CPU time of all clients; {@code null} if that of one is not known. */
    static Double cpuSeconds(List<Result> results) {
        return results.isEmpty() || results.stream().anyMatch(client -> client.cpuSeconds.isEmpty())
                ? null
                : Double.valueOf(results.stream()
                        .mapToDouble(client -> client.cpuSeconds.get())
                        .sum());
    }

    private Result result(Running client) throws IOException {
        long first = running.getFirst().process.startedNanos();
        var hosts = client.engine.hosts(client.output);
        return new Result(
                (client.process.startedNanos() - first) / 1e9,
                client.process.seconds(),
                hosts.isEmpty() ? client.process.cpuSeconds() : ofHosts(hosts),
                hosts,
                client.report());
    }

    /** Of all hosts; empty if one was not read. */
    private static Optional<Double> ofHosts(List<HostUsage> hosts) {
        return hosts.stream().anyMatch(host -> host.cpuSeconds() == null)
                ? Optional.empty()
                : Optional.of(hosts.stream().mapToDouble(HostUsage::cpuSeconds).sum());
    }

    private static String lastLine(Path errors) throws IOException {
        return Files.readAllLines(errors, StandardCharsets.ISO_8859_1).stream()
                .filter(line -> !line.isBlank() && !PROGRESS.matcher(line).matches())
                .reduce((first, second) -> second)
                .orElse("no error message");
    }

    @Override
    public void close() {
        ChildProcess.closeAll(running.stream().map(Running::process).toList());
    }
}
