package threadwall.taskprograms.sleep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import kilim.Pausable;
import kilim.Task;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FiberLoopTest {
    private final FiberLoop loop = new FiberLoop();
    private final List<String> said = new ArrayList<>();

    /** Sleeps a number of times, two calls deep, and records it. */
    private final class Talker extends TimedTask {
        private final String name;
        private final long[] naps;
        private long shortestNanosOver = Long.MAX_VALUE;

        Talker(String name, long... naps) {
            super(loop);
            this.name = name;
            this.naps = naps;
        }

        @Override
        public void execute() throws Pausable {
            for (long nap : naps) {
                nap(nap);
            }
            said.add(name + " done");
        }

        private void nap(long millis) throws Pausable {
            long began = System.nanoTime();
            pauseFor(millis);
            shortestNanosOver = Math.min(shortestNanosOver, System.nanoTime() - began - millis * 1_000_000);
            said.add(name + " " + millis);
        }
    }

    private void runUntilSaid(int lines) {
        while (said.size() < lines) {
            loop.waitForTimer();
            loop.runDue();
        }
    }

    @Test
    void eachWakesInItsOrderAndNeverEarly() {
        var fast = new Talker("fast", 1, 0, 2);
        var slow = new Talker("slow", 400);
        slow.start();
        fast.start();
        runUntilSaid(6);
        assertThat(said).containsExactly("fast 1", "fast 0", "fast 2", "fast done", "slow 400", "slow done");
        assertThat(fast.shortestNanosOver).isNotNegative();
        assertThat(slow.shortestNanosOver).isNotNegative();
        assertThat(slow.isDone()).isTrue();
    }

    @Test
    void whatResumesItMeanwhileDoesNotWakeIt() {
        var sleeper = new Talker("sleeper", 300);
        sleeper.start();
        sleeper.resume();
        assertThat(said).isEmpty();
        runUntilSaid(2);
        assertThat(sleeper.shortestNanosOver).isNotNegative();
    }

    @Test
    void aFiberThatYieldsRunsAgainAfterTheOthers() {
        new TimedTask(loop) {
            @Override
            public void execute() throws Pausable {
                new Talker("inner").start();
                said.add("outer");
                Task.yield();
                said.add("outer again");
            }
        }.start();
        loop.runDue();
        assertThat(said).containsExactly("outer", "inner done", "outer again");
    }

    @Test
    void anotherThreadMayNotResumeItsFibers() throws Exception {
        var talker = new Talker("talker");
        var seen = new Throwable[1];
        var other = new Thread(() -> {
            try {
                talker.start();
            } catch (IllegalStateException e) {
                seen[0] = e;
            }
        });
        other.start();
        other.join();
        assertThat(seen[0]).hasMessage("only the loop's own thread can resume its fibers");
        assertThat(said).isEmpty();
    }

    @Test
    void nothingToWaitForIsSaid() {
        assertThatThrownBy(loop::waitForTimer).hasMessage("no timer is set, so nothing will ever run here");
    }
}
