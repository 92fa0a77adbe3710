package threadwall.loadgen.sweep.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.loadgen.testbed.database.PostgresServer;
import threadwall.process.ChildProcess;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.process.ThreadReadings;
import threadwall.record.RecordLine;
import threadwall.record.ThreadRecord;

/**
 * Measures the threads of a server with a thread for each request: all connections are opened, and then all of them make a
 * request that sleeps, so that all are in the handler at once.
 *
 * @param folder the run's own, which already has its run record
 */
public record HandlerThreads(Path home, Path folder, Progress progress) {

    /** Of each thread that is started, at least: 20,000 took 10 to 15 s on two cores. */
    private static final int MILLIS_PER_THREAD = 2;

    /** The same as a multiple of the time in which its connection opened, for machines that are much slower. */
    private static final int OPENINGS_PER_THREAD = 10;

    /** The most that {@code /json2} takes: {@code threadwall.server.Routes.LONGEST_SLEEP}. */
    private static final long LONGEST_SLEEP_MILLIS = 3_600_000;

    /** Until memory is at rest, which is awaited for 25 s at most, and it has been read. */
    private static final int MILLIS_TO_READ = 30_000;

    /**
     * Starts the server with its database and measures it.
     *
     * @param plan of {@link HeldPlan#ofThreads}
     * @throws PreconditionException (environment) when there is no database
     */
    public ThreadRecord run(HeldPlan plan) throws PreconditionException, IOException, InterruptedException {
        var at = Instant.now();
        long began = System.nanoTime();
        var measurement = new Measurement(plan, new ThreadReadings(plan.connections(), progress));
        String failure = null;
        try (var postgres = PostgresServer.start(home, folder);
                var server = WarmServer.start(home, folder, plan.step(), Optional.of(postgres), progress)) {
            measurement.of(server);
        } catch (StepFailedException e) {
            failure = e.getMessage();
        }
        if (ChildProcess.shuttingDown()) {
            throw new InterruptedException();
        }
        return new ThreadRecord(
                RecordLine.SCHEMA,
                at,
                (System.nanoTime() - began) / 1e9,
                plan.server().label(),
                plan.step().shards().getFirst().command().words(),
                plan.clients().getFirst().command("{classpath}"),
                plan.connections(),
                measurement.readings.all(),
                measurement.answered,
                measurement.handlerPeak,
                failure);
    }

    /** Of one server. */
    private final class Measurement {

        private final HeldPlan plan;
        private final ThreadReadings readings;
        private Long answered;
        private Long handlerPeak;

        Measurement(HeldPlan plan, ThreadReadings readings) {
            this.plan = plan;
            this.readings = readings;
        }

        void of(WarmServer server) throws StepFailedException, IOException, InterruptedException {
            long pid = server.pids().getFirst();
            var files = folder.resolve("holder-" + plan.step().number());
            int sleepMillis;
            try (var held = HeldConnections.start(home, files, plan.clients())) {
                progress.phase("opening %,d connections".formatted(plan.connections()));
                long opening = System.nanoTime();
                requireAll(server, held.open(plan.connections(), done -> server.rssBytes()), "open");
                sleepMillis = sleepMillis((System.nanoTime() - opening) / 1_000_000);
                readings.readOwn(pid);
                requireOpen(server);
                progress.phase("making a request of %d s on each".formatted(sleepMillis / 1_000));
                long sent = System.nanoTime();
                readings.begin();
                var taken = held.sleep(sleepMillis, done -> {
                    server.rssBytes(); // says how it ended, if it has
                    readings.look(pid);
                });
                requireAll(server, taken, "take a request");
                var missing = readings.awaitAll(pid, plan.connections());
                server.rssBytes();
                requireAsleep(sent, sleepMillis);
                if (missing.isPresent()) {
                    throw new StepFailedException(missing.get());
                }
                progress.phase("reading the answers");
                var read = held.read(done -> server.rssBytes());
                answered = read.done();
                requireAll(server, read, "answer");
            }
            progress.phase("stopping the server");
            handlerPeak = server.stop(Duration.ofMillis(sleepMillis / ConnectionHolder.SLEEP_PER_EXTRA_TIME))
                    .handlerPeak();
            if (handlerPeak == null) {
                throw new StepFailedException("the server did not say how many requests were in its handler at once:"
                        + " it crashed when it was to stop, or did not stop in time");
            }
            if (handlerPeak < plan.connections()) {
                throw new StepFailedException("the server counted %,d requests in its handler at once, instead of %,d"
                        .formatted(handlerPeak, plan.connections()));
            }
        }

        /** So long that all requests are asleep when memory is read. */
        private int sleepMillis(long openMillis) {
            long starting = Math.max((long) MILLIS_PER_THREAD * plan.connections(), OPENINGS_PER_THREAD * openMillis);
            return (int) Math.min(MILLIS_TO_READ + starting, LONGEST_SLEEP_MILLIS);
        }

        private void requireAll(WarmServer server, HeldConnections.Result result, String what)
                throws StepFailedException, InterruptedException {
            if (result.done() < plan.connections()) {
                server.requireAlive(plan.connections());
                throw new StepFailedException("%,d of %,d connections did not %s: %s"
                        .formatted(
                                plan.connections() - result.done(),
                                plan.connections(),
                                what,
                                result.lost().getFirst()));
            }
        }

        private void requireOpen(WarmServer server) throws StepFailedException, IOException, InterruptedException {
            int open = server.open(plan.sources());
            if (open < plan.connections()) {
                server.requireAlive(plan.connections());
                throw new StepFailedException("%,d of %,d connections were open when memory had been read"
                        .formatted(open, plan.connections()));
            }
        }

        /** The reading counts all threads only if no request had ended by then. */
        private void requireAsleep(long sent, int sleepMillis) throws StepFailedException {
            double seconds = (System.nanoTime() - sent) / 1e9;
            if (seconds * 1_000 > sleepMillis) {
                throw new StepFailedException(
                        "it took %.0f s to start the threads and read memory, and the requests slept %.0f s"
                                .formatted(seconds, sleepMillis / 1e3));
            }
        }
    }
}
