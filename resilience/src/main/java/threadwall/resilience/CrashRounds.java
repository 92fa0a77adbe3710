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
import threadwall.resilience.WriteLog.Sums;

/** One crash after the other, and after each what is left. */
final class CrashRounds {

    /** One of so many kills is followed by another while that which was killed starts again. */
    private static final int IN_START_EACH = 4;

    private static final Duration SERVES_BOUND = Duration.ofSeconds(60);
    private static final long LOOK_MILLIS = 5;

    /** After a crash PostgreSQL leaves out up to 32 numbers that it had noted as given (SEQ_LOG_VALS in its sequence.c). */
    private static final int SKIPPED_IDS = 32;

    private final CrashTarget subject;
    private final int asked;
    private final int clients;
    private final Progress progress;
    private final SplittableRandom random;
    private final WriteLog ledger = new WriteLog();
    private final List<CrashRound> rounds = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private long startMillis;
    private int readTo;

    CrashRounds(CrashTarget subject, int rounds, int clients, long seed, Progress progress) {
        this.subject = subject;
        this.asked = rounds;
        this.clients = clients;
        this.progress = progress;
        random = new SplittableRandom(seed);
    }

    /** Those that were finished. */
    List<CrashRound> rounds() {
        return List.copyOf(rounds);
    }

    /** What was wrong, in sentences. */
    List<String> faults() {
        var all = new ArrayList<>(faults);
        all.addAll(ledger.faults());
        return List.copyOf(all);
    }

    /**
     * Ends before the last round when it cannot be started again, or stores no more users.
     *
     * @throws StartFailed when it does not start the first time: no crash has to do with that
     */
    void run() throws StartFailed, IOException, InterruptedException {
        start();
        long started = System.nanoTime();
        try {
            for (int number = 1; number <= asked && faults.isEmpty(); number++) {
                progress.step(number, asked, "kill -9", Progress.secondsLeft(started, number - 1, asked));
                round(number);
            }
            if (faults.isEmpty()) {
                progress.phase("reading all users once more");
                read(ledger.owed());
            }
        } catch (StartFailed e) {
            faults.add("round %d: %s".formatted(rounds.size() + 1, e.getMessage()));
        }
    }

    private void start() throws StartFailed, IOException, InterruptedException {
        long from = System.nanoTime();
        subject.start();
        startMillis = (System.nanoTime() - from) / 1_000_000;
    }

    private void round(int number) throws StartFailed, IOException, InterruptedException {
        var before = ledger.sums();
        var writers = UserWriters.start(ledger, subject.address(), number, clients);
        Kill kill;
        try {
            kill = kill(number, writers);
        } finally {
            writers.stop();
        }
        if (faults.isEmpty()) {
            readBack();
            var round = round(number, kill, before, ledger.sums());
            rounds.add(round);
            progress.done("%,d acknowledged, %,d of them lost".formatted(round.acknowledged(), round.lost()));
        }
    }

    /** What {@link CrashRound} says of it. */
    private record Kill(boolean inStart, double streamSeconds, double secondsToServe) {}

    /** Kills it and has it come back; a fault when there is nobody who stores users, before or after. */
    private Kill kill(int number, UserWriters writers) throws StartFailed, IOException, InterruptedException {
        long from = System.nanoTime();
        requireMore(number, ledger.acknowledged());
        Thread.sleep(random.nextInt(subject.longestStreamMillis()));
        subject.kill();
        double streamed = (System.nanoTime() - from) / 1e9;
        if (!subject.isBehindServer()) {
            writers.stop();
        }
        boolean inStart = random.nextInt(IN_START_EACH) == 0;
        if (inStart) {
            subject.startAndKill(random.nextLong(startMillis));
        }
        long acknowledged = ledger.acknowledged();
        long again = System.nanoTime();
        start();
        if (subject.isBehindServer()) {
            requireMore(number, acknowledged);
        }
        return new Kill(inStart, streamed, (System.nanoTime() - again) / 1e9);
    }

    private static CrashRound round(int number, Kill kill, Sums before, Sums after) {
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

    /** Waits until more users than these were acknowledged; a fault when that takes too long. */
    private void requireMore(int number, long acknowledged) throws InterruptedException {
        long end = System.nanoTime() + SERVES_BOUND.toNanos();
        while (ledger.acknowledged() <= acknowledged) {
            if (System.nanoTime() > end) {
                faults.add("round %d: the server, which can answer and has its database, stored no user within %d s"
                        .formatted(number, SERVES_BOUND.toSeconds()));
                return;
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    /** Every id since the last that was owed, whether it was acknowledged or not, and those that may come behind. */
    private void readBack() throws InterruptedException {
        int last = ledger.owed().getLast();
        read(IntStream.rangeClosed(readTo + 1, last + clients + SKIPPED_IDS)
                .boxed()
                .toList());
        readTo = last;
    }

    private void read(List<Integer> ids) throws InterruptedException {
        try {
            DurabilityCheck.of(subject.address(), ids, ledger);
        } catch (IOException e) {
            faults.add("after %d rounds: %s".formatted(rounds.size(), e.getMessage()));
        }
    }
}
