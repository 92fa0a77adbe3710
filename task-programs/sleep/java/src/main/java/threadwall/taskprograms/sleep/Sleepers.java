package threadwall.taskprograms.sleep;

import java.util.List;

/** A kind of sleeping task. */
abstract class Sleepers {
    static final List<String> KINDS = List.of("threads", "virtual", "kilim-sleep", "kilim-timer");

    final TaskCounter tally;
    final long millis;

    /** Number of tasks started. */
    int started;

    /** @param millis that each task sleeps */
    Sleepers(TaskCounter tally, long millis) {
        this.tally = tally;
        this.millis = millis;
    }

    /** @param kind one of {@link #KINDS} */
    static Sleepers of(String kind, TaskCounter tally, long millis) {
        return switch (kind) {
            case "threads" -> new ThreadSleepers(tally, millis, false);
            case "virtual" -> new ThreadSleepers(tally, millis, true);
            case "kilim-sleep" -> new TaskSleepers(tally, millis);
            case "kilim-timer" -> new TimerSleepers(tally, millis);
            default -> throw new IllegalArgumentException(kind);
        };
    }

    /**
     * Starts tasks and counts them in {@link #started}. Call {@link #await} on the same thread.
     *
     * @throws OutOfMemoryError from the JDK, when there is no thread or memory for another task
     */
    void start(int tasks) {
        while (started < tasks) {
            startOne();
            started++;
        }
    }

    abstract void startOne();

    /** Returns when all tasks have slept. */
    void await() throws InterruptedException {
        tally.await();
    }

    /** A failed task is never counted, so waiting for the others would never end. */
    static void fail(Throwable failure) {
        failure.printStackTrace();
        Runtime.getRuntime().halt(1);
    }
}
