package threadwall.taskprograms.hashmap;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import kilim.Pausable;
import kilim.Scheduler;
import kilim.Task;

/** A way to run the tasks. */
interface Variant {
    List<String> NAMES = List.of("threads", "virtual", "virtual-workers", "pool", "kilim-workers");

    /** Starts a task, which calls {@link Results#work}; does not wait for it. */
    void start(int task);

    /** @param name one of {@link #NAMES} */
    static Variant of(String name, int workers, Results results) {
        return switch (name) {
            case "threads" -> task -> new Thread(() -> results.work(task)).start();
            case "virtual" -> task -> Thread.startVirtualThread(() -> results.work(task));
            case "virtual-workers" -> virtualWorkers(new Semaphore(workers), results);
            case "pool" -> pool(Executors.newFixedThreadPool(workers), results);
            case "kilim-workers" -> new Fibers(Scheduler.make(workers), results);
            default -> throw new IllegalArgumentException(name);
        };
    }

    /**
     * A virtual thread per task, with a limit on how many run at once. A task's time starts when it gets its permit.
     */
    private static Variant virtualWorkers(Semaphore permits, Results results) {
        return task -> Thread.startVirtualThread(() -> {
            permits.acquireUninterruptibly();
            try {
                results.work(task);
            } finally {
                permits.release();
            }
        });
    }

    private static Variant pool(ExecutorService pool, Results results) {
        return task -> pool.execute(() -> results.work(task));
    }

    /** A Kilim task per task, on a scheduler with that many threads. */
    record Fibers(Scheduler scheduler, Results results) implements Variant {
        @Override
        public void start(int task) {
            new Fiber(task, results).setScheduler(scheduler).start();
        }
    }

    /** It never pauses, because there is nothing to wait for. */
    final class Fiber extends Task<Void> {
        private final int task;
        private final Results results;

        Fiber(int task, Results results) {
            this.task = task;
            this.results = results;
        }

        @Override
        public void execute() throws Pausable {
            results.work(task);
        }
    }
}
