package threadwall.tasks;

import java.util.OptionalLong;
import threadwall.tasks.TaskWorkload.Test;

/**
 * Takes the PSS of a program once, when all of its tasks are asleep: after half of the sleep, as soon as it takes hardly any
 * CPU, which those that are still started would; before nine tenths of the sleep anyway, since then the first may wake.
 */
final class SleepingPss {

    /** Of a core: less is the runtime's own timers and housekeeping. */
    private static final double IDLE = 0.2;

    private static final double LATEST = 0.9;
    private static final double BETWEEN_SECONDS = 0.2;

    private final TaskWorkload work;
    private final TaskProcessTree tree;
    private OptionalLong pss = OptionalLong.empty();
    private boolean taken;
    private double lookedAt;
    private double cpuThen;

    SleepingPss(TaskWorkload work, TaskProcessTree tree) {
        this.work = work;
        this.tree = tree;
        this.taken = work.test() != Test.SLEEP;
    }

    /** @param seconds since the program was started */
    void look(double seconds) {
        double sleep = taken ? 0 : work.sleep().toMillis() / 1e3;
        if (taken || seconds < sleep / 2 || seconds - lookedAt < Math.min(BETWEEN_SECONDS, sleep / 10)) {
            return;
        }
        double cpu = tree.cpuSeconds();
        boolean idle = lookedAt > 0 && cpu - cpuThen < IDLE * (seconds - lookedAt);
        if (idle || seconds >= LATEST * sleep) {
            takeNow();
        }
        lookedAt = seconds;
        cpuThen = cpu;
    }

    void takeNow() {
        if (!taken) {
            taken = true;
            pss = tree.pssBytes();
        }
    }

    /** {@code null} when it was not taken. */
    Long pssBytes() {
        return pss.isPresent() ? Long.valueOf(pss.getAsLong()) : null;
    }
}
