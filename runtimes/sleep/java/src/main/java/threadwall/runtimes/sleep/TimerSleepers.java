package threadwall.runtimes.sleep;

import kilim.Pausable;

/** A Kilim task each, on a scheduler with a timer of ours: see {@link FiberLoop}. */
final class TimerSleepers extends Sleepers {
    /** Of all tasks. A field in each would make it 72 bytes instead of 64. */
    private static TimerSleepers all;

    private final FiberLoop loop = new FiberLoop();

    TimerSleepers(TaskCounter tally, long millis) {
        super(tally, millis);
        all = this;
    }

    /** It runs until it sleeps, on this very thread, which between two tasks wakes those whose time has come. */
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
