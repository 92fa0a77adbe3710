package threadwall.taskprograms.sleep;

import kilim.Pausable;

/** A Kilim task per sleeper, on our own scheduler and timer: see {@link FiberLoop}. */
final class TimerSleepers extends Sleepers {
    /** Shared by all tasks: a field in each would make it 72 bytes instead of 64. */
    private static TimerSleepers all;

    private final FiberLoop loop = new FiberLoop();

    TimerSleepers(TaskCounter tally, long millis) {
        super(tally, millis);
        all = this;
    }

    /** The task runs on this thread until it sleeps; then the tasks that are due are woken. */
    @Override
    void startOne() {
        new Sleeper(loop).start();
        loop.runDue();
    }

    @Override
    void await() {
        while (!tally.isOver()) {
            loop.waitForTimer();
            loop.runDue();
        }
    }

    private static final class Sleeper extends TimedTask {
        Sleeper(FiberLoop loop) {
            super(loop);
        }

        @Override
        public void execute() throws Pausable {
            nap();
        }

        private void nap() throws Pausable {
            long began = all.tally.enter();
            pauseFor(all.millis);
            all.tally.leave(began, all.millis);
        }
    }
}
