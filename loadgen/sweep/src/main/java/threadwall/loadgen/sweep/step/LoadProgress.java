package threadwall.loadgen.sweep.step;

import threadwall.process.Countdown;
import threadwall.process.Progress;
import threadwall.record.StepPlan;

/**
 * Shows the progress of a load and the time left, once a second: by its completed requests, or by its planned duration.
 */
final class LoadProgress {

    private static final long INTERVAL_NANOS = 1_000_000_000;

    private final Progress progress;
    private final String phase;
    private final Long requests;
    private final int rounds;
    private final Integer seconds;

    /** Of all rounds; {@code null} if their number is known. */
    private final Integer limitSeconds;

    private final long started = System.nanoTime();
    private long lastShown = started - INTERVAL_NANOS;
    private int round = 1;

    /**
     * @param requests of a round; {@code null} for a load that ends by time
     * @param seconds of a round; {@code null} for other loads
     * @param limitSeconds no round begins after this time; {@code null} if all are made
     */
    private LoadProgress(
            Progress progress, String phase, Long requests, int rounds, Integer seconds, Integer limitSeconds) {
        this.progress = progress;
        this.phase = phase;
        this.requests = requests;
        this.rounds = rounds;
        this.seconds = seconds;
        this.limitSeconds = limitSeconds;
    }

    static LoadProgress warmUp(StepPlan step, Progress progress) {
        return new LoadProgress(
                progress,
                "warming up",
                step.warmUp().warmUpRequests(),
                step.warmUp().warmUpRounds(),
                step.clients().getFirst().warmUp().load().seconds(),
                step.warmUp().warmUpLimitSeconds());
    }

    static LoadProgress measured(StepPlan step, Progress progress) {
        return new LoadProgress(
                progress,
                "loading",
                step.load().requests(),
                1,
                step.clients().getFirst().measured().load().seconds(),
                null);
    }

    /** @param number 1, 2, … */
    void round(int number) {
        round = number;
    }

    void update(ClientProcesses clients) {
        long now = System.nanoTime();
        if (now - lastShown >= INTERVAL_NANOS) {
            lastShown = now;
            progress.phase(
                    limitSeconds != null
                            ? untilSettled(now)
                            : requests == null ? byTime(now) : byRequests(now, clients.completed()));
        }
    }

    private String untilSettled(long now) {
        double left = Math.max(0, limitSeconds - (now - started) / 1e9);
        return Countdown.text("%s: round %d".formatted(phase, round), "at most ", left);
    }

    private String byTime(long now) {
        Double left = seconds == null ? null : Double.valueOf(rounds * seconds - (now - started) / 1e9);
        return Countdown.text(phase, "about ", left);
    }

    /** @param completed in this round; 0 until the engine reports some, which not all engines do before their end */
    private String byRequests(long now, long completed) {
        long all = rounds * requests;
        if (completed == 0) {
            long seconds = (now - started) / 1_000_000_000;
            return "%s: %,d requests%s".formatted(phase, all, seconds == 0 ? "" : ", " + seconds + " s so far");
        }
        long done = (round - 1) * requests + completed;
        var left = Progress.secondsLeft(started, done, all);
        return Countdown.text("%s: %,d of %,d requests".formatted(phase, done, all), "about ", left);
    }
}
