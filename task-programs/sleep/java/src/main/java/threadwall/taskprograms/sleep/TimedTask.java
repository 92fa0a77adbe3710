package threadwall.taskprograms.sleep;

import kilim.Pausable;
import kilim.PauseReason;
import kilim.Task;

/**
 * A task that a {@link FiberLoop} can wake after a time. It is its own timer entry, so a sleep allocates nothing but
 * the frames that Kilim saves. The timer that Kilim creates for each task is dropped: only {@link Task#sleep} and
 * bounded waits use it.
 */
abstract class TimedTask extends Task<Void> {
    private static final int AWAKE = -1;

    private static final PauseReason ASLEEP = new PauseReason() {
        @Override
        public boolean isValid(Task task) {
            return ((TimedTask) task).isAsleep();
        }
    };

    /** Next task in the same slot of the {@link TimingWheel}. */
    TimedTask next;

    /** Remaining turns of the wheel before the task is due. */
    int turns = AWAKE;

    TimedTask(FiberLoop loop) {
        scheduler = loop;
        timer = null;
    }

    /** Pauses this task, for at least this time. Call it from within the task. */
    final void pauseFor(long millis) throws Pausable {
        ((FiberLoop) scheduler).wakeAfter(this, millis);
        do {
            Task.pause(ASLEEP);
        } while (isAsleep()); // else it was resumed for another reason
    }

    private boolean isAsleep() {
        return turns != AWAKE;
    }

    /** Called when the task is due. */
    final void wake() {
        turns = AWAKE;
        resume();
    }
}
