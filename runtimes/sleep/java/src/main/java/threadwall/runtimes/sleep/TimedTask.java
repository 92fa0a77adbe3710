package threadwall.runtimes.sleep;

import kilim.Pausable;
import kilim.PauseReason;
import kilim.Task;

/**
 * A task of a {@link FiberLoop}, which it can ask to be woken. It is its own entry in the loop's timer, so a sleep
 * allocates nothing but the frames that Kilim saves. Kilim's timer, which every task gets, is let go: {@link Task#sleep}
 * and waits with a bound would need it, this does not.
 */
abstract class TimedTask extends Task<Void> {
    private static final int AWAKE = -1;

    private static final PauseReason ASLEEP = new PauseReason() {
        @Override
        public boolean isValid(Task task) {
            return ((TimedTask) task).isAsleep();
        }
    };

    /** The next in the same slot of {@link TimingWheel}. */
    TimedTask next;

    /** How often the wheel still has to pass by before the time has come. */
    int turns = AWAKE;

    TimedTask(FiberLoop loop) {
        scheduler = loop;
        timer = null;
    }

    /** Pauses this task, from within. Never less than asked. */
    final void pauseFor(long millis) throws Pausable {
        ((FiberLoop) scheduler).wakeAfter(this, millis);
        do {
            Task.pause(ASLEEP);
        } while (isAsleep()); // else somebody else resumed it
    }

    private boolean isAsleep() {
        return turns != AWAKE;
    }

    /** Its time has come. */
    final void wake() {
        turns = AWAKE;
        resume();
    }
}
