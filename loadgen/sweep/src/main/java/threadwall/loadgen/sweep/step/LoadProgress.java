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
    private final long started = System.nanoTime();
    private long lastShown = started - INTERVAL_NANOS;
    private int round = 1;

    /**
     * @param requests of a round; {@code null} for a load that ends by time
     * @param seconds of a round; {@code null} for other loads
     */
    private LoadProgress(Progress progress, String phase, Long requests, int rounds, Integer seconds) {
        this.progress = progress;
        this.phase = phase;
        this.requests = requests;
        this.rounds = rounds;
        this.seconds = seconds;
    }

    static LoadProgress warmUp(StepPlan step, Progress progress) {
        return new LoadProgress(
                progress,
                "warming up",
                step.warmUp().warmUpRequests(),
                step.warmUp().warmUpRounds(),
                step.clients().getFirst().warmUp().load().seconds());
    }

    static LoadProgress measured(StepPlan step, Progress progress) {
        return new LoadProgress(
                progress,
                "loading",
                step.load().requests(),
                1,
                step.clients().getFirst().measured().load().seconds());
    }

    /** @param number 1, 2, … */
    void round(int number) {
        round = number;
    }

    void update(ClientProcesses clients) {
        long now = System.nanoTime();
        if (now - lastShown >= INTERVAL_NANOS) {
            lastShown = now;
            progress.phase(requests == null ? byTime(now) : byRequests(clients.completed()));
        }
    }

    private String byTime(long now) {
        Double left = seconds == null ? null : Double.valueOf(rounds * seconds - (now - started) / 1e9);
        return Countdown.text(phase, "about ", left);
    }

    /** @param completed in this round */
    private String byRequests(long completed) {
        long all = rounds * requests;
        long done = (round - 1) * requests + completed;
        var left = Progress.secondsLeft(started, done, all);
        return Countdown.text("%s: %,d of %,d requests".formatted(phase, done, all), "about ", left);
    }
}
