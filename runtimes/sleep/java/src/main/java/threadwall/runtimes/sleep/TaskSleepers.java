package threadwall.runtimes.sleep;

import kilim.Pausable;
import kilim.Scheduler;
import kilim.Task;

/** A Kilim task each, by {@link Task#sleep}, on Kilim's own scheduler and timer. */
final class TaskSleepers extends Sleepers implements Scheduler.Logger {
    /**
     * How many it starts until it gives way to them. The scheduler's queue has a list's node and two objects of the executor
     * for each task that waits in it, 72 bytes. A thread that only starts tasks is faster than those that run them: nearly
     * all would wait long enough for the collector to take those for what lasts. Giving way after each would have the
     * scheduler's threads wake one another a million times.
     */
    private static final int BATCH = 512;

    /** Of all tasks. A field in each would make it 64 bytes instead of 56. */
    private static TaskSleepers all;

    TaskSleepers(TaskCounter tally, long millis) {
        super(tally, millis);
        Scheduler.getDefaultScheduler().setLogger(this);
        all = this;
    }

    /** From a task, which gives way after each {@link #BATCH}. */
    @Override
    void start(int tasks) {
        new Starter(tasks).start().joinb();
    }

    @Override
    void startOne() {
        new Sleeper().start();
    }

    /** What Kilim has to say is that a task threw something. */
    @Override
    public void log(Object source, Object problem) {
        fail(problem instanceof Throwable thrown ? thrown : new IllegalStateException(source + ": " + problem));
    }

    private static final class Starter extends Task<Void> {
        private final int tasks;

        Starter(int tasks) {
            this.tasks = tasks;
        }

        @Override
        public void execute() throws Pausable {
            while (all.started < tasks) {
                new Sleeper().start();
                all.started++;
                if (all.started % BATCH == 0) {
                    Task.yield();
                }
            }
        }
    }

    private static final class Sleeper extends Task<Void> {
        @Override
        public void execute() throws Pausable {
            long began = all.tally.enter();
            Task.sleep(all.millis);
            all.tally.leave(began, all.millis);
        }
    }
}
