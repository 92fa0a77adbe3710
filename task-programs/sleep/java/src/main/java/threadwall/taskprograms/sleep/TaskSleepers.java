package threadwall.taskprograms.sleep;

import kilim.Pausable;
import kilim.Scheduler;
import kilim.Task;

/** A Kilim task per sleeper, with {@link Task#sleep} on Kilim's own scheduler and timer. */
final class TaskSleepers extends Sleepers implements Scheduler.Logger {
    /**
     * Number of tasks started before yielding to them. A task waiting in the scheduler's queue costs a list node and
     * two executor objects, 72 bytes. Starting is faster than running, so without yielding nearly all of these would
     * survive until the collector promotes them. Yielding after each task would make the scheduler's threads wake one
     * another a million times.
     */
    private static final int BATCH = 512;

    /** Shared by all tasks: a field in each would make it 64 bytes instead of 56. */
    private static TaskSleepers all;

    TaskSleepers(TaskCounter tally, long millis) {
        super(tally, millis);
        Scheduler.getDefaultScheduler().setLogger(this);
        all = this;
    }

    /** Starts them from a task, which yields after each {@link #BATCH}. */
    @Override
    void start(int tasks) {
        new Starter(tasks).start().joinb();
    }

    @Override
    void startOne() {
        new Sleeper().start();
    }

    /** Kilim only logs exceptions of tasks. */
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
