package threadwall.loadgen.sweep.step;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.engine.LoadReport;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.process.ChildProcess;
import threadwall.record.ClientLoad;
import threadwall.record.StepPlan.PlannedLoad;

/** The processes of one load, all of one engine, started together. */
public final class ClientProcesses implements AutoCloseable {

    /** No load of a sweep is longer; a server that trickles its answers must not hold it up for ever. */
    private static final Duration LONGEST = Duration.ofMinutes(15);

    private static final Duration LOOK = Duration.ofMillis(20);

    /**
     * How one client ended.
     *
     * @param startOffset seconds from the first client's start to this one's
     * @param report empty when it gave none
     */
    record Result(double startOffset, double seconds, Optional<Double> cpuSeconds, Optional<LoadReport> report) {}

    private record Running(LoadEngine engine, ClientLoad load, ChildProcess process, Path output, Path errors) {

        Optional<LoadReport> report() throws IOException {
            return engine.report(Files.readString(output));
        }

        /** For the time left alone: what cannot be read has not said anything yet. */
        long completed() {
            try {
                return engine.completed(Files.readString(errors, StandardCharsets.ISO_8859_1));
            } catch (IOException e) {
                return 0;
            }
        }

        String fault() throws IOException {
            var last = lastLine(errors);
            return engine.timeout(load, last)
                    .orElseGet(
                            () -> "%s ended with exit code %d: %s".formatted(engine.name(), process.exitCode(), last));
        }
    }

    private final List<Running> running = new ArrayList<>();

    private ClientProcesses() {}

    /** @param files prefix of their files; a number and {@code .txt}, {@code .err}, {@code .status} follow */
    static ClientProcesses start(Path home, Path files, LoadEngine engine, List<PlannedLoad> loads) throws IOException {
        var clients = new ClientProcesses();
        try {
            for (var planned : loads) {
                var mine = files.resolveSibling(files.getFileName() + "-" + (clients.running.size() + 1));
                var output = mine.resolveSibling(mine.getFileName() + ".txt");
                var errors = mine.resolveSibling(mine.getFileName() + ".err");
                var process = ChildProcess.start(home, mine, planned.command().words(), output);
                clients.running.add(new Running(engine, planned.load(), process, output, errors));
            }
            return clients;
        } catch (IOException e) {
            clients.close();
            throw e;
        }
    }

    /** Of those that could be started, once each has its own. */
    List<Long> pids() throws InterruptedException, IOException {
        var pids = new ArrayList<Long>();
        for (var client : running) {
            client.process.pid().ifPresent(pids::add);
        }
        return List.copyOf(pids);
    }

    /** Requests that all together say they have completed so far; see {@link LoadEngine#completed}. */
    long completed() {
        return running.stream().mapToLong(Running::completed).sum();
    }

    /**
     * Waits for all of them.
     *
     * @param goOn asked again and again; once false there is nothing left to load, and the clients are ended
     * @throws StepFailedException when one ended badly, with its own words, or the load took too long
     */
    List<Result> await(BooleanSupplier goOn) throws StepFailedException, InterruptedException, IOException {
        long deadline = System.nanoTime() + LONGEST.toNanos();
        var results = new ArrayList<Result>();
        for (var client : running) {
            while (!client.process.await(LOOK)) {
                if (!goOn.getAsBoolean()) {
                    close();
                    return List.of();
                }
                if (System.nanoTime() > deadline) {
                    throw new StepFailedException(
                            "the load took longer than %d minutes".formatted(LONGEST.toMinutes()));
                }
            }
            results.add(result(client));
        }
        for (var client : running) {
            if (client.process.exitCode() != 0) {
                throw new StepFailedException(client.fault());
            }
        }
        return results;
    }

    private Result result(Running client) throws IOException {
        long first = running.getFirst().process.startedNanos();
        return new Result(
                (client.process.startedNanos() - first) / 1e9,
                client.process.seconds(),
                client.process.cpuSeconds(),
                client.report());
    }

    private static String lastLine(Path errors) throws IOException {
        return Files.readAllLines(errors, StandardCharsets.ISO_8859_1).stream()
                .filter(line -> !line.isBlank())
                .reduce((first, second) -> second)
                .orElse("without a word");
    }

    @Override
    public void close() {
        ChildProcess.closeAll(running.stream().map(Running::process).toList());
    }
}
