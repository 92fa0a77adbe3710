package threadwall.taskprograms.sleep;

/**
 * Starts tasks that sleep once, all alive at the same time, and waits for them.
 *
 * <pre>sleep-java {threads|virtual|kilim-sleep|kilim-timer} N MILLIS</pre>
 *
 * One line of JSON on stdout; exit code 1 when not all tasks could be started, 2 for wrong arguments. Loaded classes
 * are part of the measured memory, so there is no lambda, no formatter and no library except Kilim.
 */
public final class Sleep {
    private static final int WAVE = 1000;

    private Sleep() {}

    public static void main(String[] words) throws InterruptedException {
        Arguments asked;
        try {
            asked = Arguments.parse(words);
        } catch (IllegalArgumentException e) {
            System.err.println("sleep-java: " + e.getMessage());
            System.exit(2);
            return;
        }
        int futexSlots = Integer.getInteger("sleep.futexSlots", 0);
        if (futexSlots > 0) {
            FutexHash.enlarge(futexSlots);
        }
        warmUp(asked.kind(), Integer.getInteger("sleep.warmup", 0));
        System.exit(run(asked) ? 0 : 1);
    }

    /**
     * Runs tasks that are not counted, in waves, with {@code -Dsleep.warmup=TASKS}. Without it the code after a sleep
     * is first run when all of a million tasks have been started (docs/explanation/small-fibers.md).
     */
    private static void warmUp(String kind, int tasks) throws InterruptedException {
        for (int done = 0; done < tasks; done += WAVE) {
            var sleepers = Sleepers.of(kind, new TaskCounter(WAVE), 1);
            sleepers.start(WAVE);
            sleepers.await();
        }
    }

    /**
     * Whether all tasks could be started. A failure is printed at once; then it waits for the tasks that were started.
     */
    private static boolean run(Arguments asked) throws InterruptedException {
        var tally = new TaskCounter(asked.tasks());
        var sleepers = Sleepers.of(asked.kind(), tally, asked.millis());
        String failure = null;
        long first = System.nanoTime();
        try {
            sleepers.start(asked.tasks());
        } catch (OutOfMemoryError e) {
            failure = e.getMessage();
        }
        long startNanos = System.nanoTime() - first;
        if (failure != null) {
            tell(asked, sleepers.started, tally, startNanos, ",\"failure\":\"" + failure + "\"");
            tally.expectOnly(sleepers.started);
        }
        sleepers.await();
        if (failure == null) {
            tell(asked, sleepers.started, tally, startNanos, ",\"latestWakeUpMillis\":" + millis(tally.latestNanos()));
        }
        return failure == null;
    }

    private static void tell(Arguments asked, int started, TaskCounter tally, long startNanos, String last) {
        System.out.println("{\"tasks\":" + asked.tasks() + ",\"started\":" + started + ",\"mostAlive\":"
                + tally.mostAlive() + ",\"startMillis\":" + millis(startNanos) + last + "}");
    }

    /** Rounded to microseconds. */
    private static double millis(long nanos) {
        return nanos / 1000 / 1000.0;
    }
}
