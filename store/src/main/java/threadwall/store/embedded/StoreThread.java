package threadwall.store.embedded;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A thread of the store. It survives whatever its steps throw, because others wait for it. */
final class StoreThread {
    /** Pause after a failed step, so that a repeated failure does not use up the CPU. */
    private static final long RECOVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private StoreThread() {}

    /** What the thread repeats. */
    @FunctionalInterface
    interface Step {
        /** @return whether there are more steps */
        boolean run() throws Exception;
    }

    static void start(String name, Step step) {
        Thread.ofPlatform().name(name).daemon().start(() -> {
            boolean more = true;
            while (more) {
                try {
                    more = step.run();
                } catch (Throwable e) {
                    recover(name, e);
                }
            }
        });
    }

    private static void recover(String name, Throwable failure) {
        try {
            System.err.println("store: the thread " + name + " had an error, and continues: " + failure);
        } catch (Throwable e) {
            // it cannot be printed, for example because memory is exhausted
        }
        LockSupport.parkNanos(RECOVERY_NANOS);
    }
}
