package threadwall.runtimes.sleep;

import java.util.List;

/** One kind of task that sleeps. */
abstract class Sleepers {
    static final List<String> KINDS = List.of("threads", "virtual", "kilim-sleep", "kilim-timer");

    final TaskCounter tally;
    final long millis;

    /** How many could be started. */
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
     * Starts tasks and counts them in {@link #started}. The thread that calls it calls {@link #await}, too.
     *
     * @throws OutOfMemoryError as the JDK has it, when there is no thread or memory for one more
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

    /** A task failed, so its count will never come: nothing that could be waited for. */
    static void fail(Throwable failure) {
        failure.printStackTrace();
        Runtime.getRuntime().halt(1);
    }
}
