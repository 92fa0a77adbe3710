package threadwall.resilience;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import threadwall.loadgen.testbed.ServerProcess.StartFailed;
import threadwall.process.Progress;
import threadwall.record.ResilienceRecord.CrashRound;
import threadwall.resilience.WriteLog.Totals;

/** Runs one crash after another, and checks the stored users after each. */
final class CrashRounds {

    /** One of so many kills is followed by another during the restart. */
    private static final int KILL_IN_START_EVERY = 4;

    private static final Duration STORES_BOUND = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 5;

    /** After a crash PostgreSQL skips up to 32 ids that it had logged in advance (SEQ_LOG_VALS in its sequence.c). */
    private static final int SKIPPED_IDS = 32;

    private final CrashTarget target;
    private final int count;
    private final int clients;
    private final Progress progress;
    private final SplittableRandom random;
    private final WriteLog log = new WriteLog();
    private final List<CrashRound> rounds = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private long startMillis;
    private int readTo;

    CrashRounds(CrashTarget target, int rounds, int clients, long seed, Progress progress) {
        this.target = target;
        this.count = rounds;
        this.clients = clients;
        this.progress = progress;
        random = new SplittableRandom(seed);
    }

    /** The finished rounds. */
    List<CrashRound> rounds() {
        return List.copyOf(rounds);
    }

    /** A sentence for each fault. */
    List<String> faults() {
        var all = new ArrayList<>(faults);
        all.addAll(log.faults());
        return List.copyOf(all);
    }

    /**
     * Stops before the last round when the target does not restart, or stores no more users.
     *
     * @throws StartFailed when the first start fails, which no crash has caused
     */
    void run() throws StartFailed, IOException, InterruptedException {
        start();
        long started = System.nanoTime();
        try {
            for (int number = 1; number <= count && faults.isEmpty(); number++) {
                progress.step(number, count, "kill -9", Progress.secondsLeft(started, number - 1, count));
                round(number);
            }
            if (faults.isEmpty()) {
                progress.phase("reading all users once more");
                read(log.expectedIds());
            }
        } catch (StartFailed e) {
            faults.add("round %d: %s".formatted(rounds.size() + 1, e.getMessage()));
        }
    }

    private void start() throws StartFailed, IOException, InterruptedException {
        long from = System.nanoTime();
        target.start();
        startMillis = (System.nanoTime() - from) / 1_000_000;
    }

    private void round(int number) throws StartFailed, IOException, InterruptedException {
        var before = log.totals();
        var writers = UserWriters.start(log, target.address(), number, clients);
        Kill kill;
        try {
            kill = kill(number, writers);
        } finally {
            writers.stop();
        }
        if (faults.isEmpty()) {
            readRound();
            var round = round(number, kill, before, log.totals());
            rounds.add(round);
            progress.done("%,d acknowledged, %,d of them lost".formatted(round.acknowledged(), round.lost()));
        }
    }

    /** As in {@link CrashRound}. */
    private record Kill(boolean inStart, double streamSeconds, double secondsToServe) {}

    /** Kills and restarts the target; adds a fault when no users are stored before or after. */
    private Kill kill(int number, UserWriters writers) throws StartFailed, IOException, InterruptedException {
        long from = System.nanoTime();
        requireMore(number, log.acknowledged());
        Thread.sleep(random.nextInt(target.longestStreamMillis()));
        target.killDuringWrites();
        double streamSeconds = (System.nanoTime() - from) / 1e9;
        if (!target.isBehindServer()) {
            writers.stop();
        }
        boolean inStart = random.nextInt(KILL_IN_START_EVERY) == 0;
        if (inStart) {
            target.startAndKill(random.nextLong(startMillis));
        }
        long acknowledged = log.acknowledged();
        long restart = System.nanoTime();
        start();
        if (target.isBehindServer()) {
            requireMore(number, acknowledged);
        }
        return new Kill(inStart, streamSeconds, (System.nanoTime() - restart) / 1e9);
    }

    private static CrashRound round(int number, Kill kill, Totals before, Totals after) {
        return new CrashRound(
                number,
                kill.inStart(),
                kill.streamSeconds(),
                after.acknowledged() - before.acknowledged(),
                after.unanswered() - before.unanswered(),
                after.unavailable() - before.unavailable(),
                after.refused() - before.refused(),
                after.unknownAndThere() - before.unknownAndThere(),
                after.missing() - before.missing(),
                kill.secondsToServe());
    }

    /** Waits until more users than these are acknowledged; adds a fault when that takes too long. */
    private void requireMore(int number, long acknowledged) throws InterruptedException {
        long end = System.nanoTime() + STORES_BOUND.toNanos();
        while (log.acknowledged() <= acknowledged) {
            if (System.nanoTime() > end) {
                faults.add("round %d: the server and its database run, but the server stored no user within %d s"
                        .formatted(number, STORES_BOUND.toSeconds()));
                return;
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Reads every id since the last round, acknowledged or not, and the ids that may follow; again after a power cut. */
    private void readRound() throws StartFailed, IOException, InterruptedException {
        int last = log.expectedIds().getLast();
        var ids = IntStream.rangeClosed(readTo + 1, last + clients + SKIPPED_IDS)
                .boxed()
                .toList();
        read(ids);
        if (target.cutPower()) {
            target.start();
            read(ids);
        }
        readTo = last;
    }

    private void read(List<Integer> ids) throws InterruptedException {
        try {
            DurabilityCheck.run(target.address(), ids, log);
        } catch (IOException e) {
            faults.add("after %d rounds: %s".formatted(rounds.size(), e.getMessage()));
        }
    }
}
