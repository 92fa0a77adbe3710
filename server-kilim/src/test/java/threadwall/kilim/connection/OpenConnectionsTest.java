package threadwall.kilim.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OpenConnectionsTest {
    private final OpenConnections open = new OpenConnections(2);

    @Test
    void refusesBeyondTheLimit() {
        assertThat(open.enter()).isTrue();
        assertThat(open.enter()).isTrue();
        assertThat(open.enter()).isFalse();
        assertThat(open.count()).isEqualTo(2);
        open.leave();
        assertThat(open.enter()).isTrue();
    }

    /** Another loop tries all the time. A place that it gets it keeps until it is asked to leave. */
    @Test
    void refusesNothingBelowTheLimit() throws Exception {
        var end = new AtomicBoolean();
        var other = new AtomicReference<>(Other.TRYING);
        open.enter();
        open.enter();
        var trying = Thread.ofPlatform().start(() -> {
            while (!end.get()) {
                if (open.enter()) {
                    other.set(Other.INSIDE);
                    await(other, Other.ASKED_TO_LEAVE);
                    open.leave();
                    other.set(Other.TRYING);
                }
            }
        });
        int wrong = 0;
        for (long begin = System.nanoTime(); System.nanoTime() - begin < 500_000_000L; ) {
            open.leave();
            while (!open.enter()) {
                wrong += open.count() < 2 ? 1 : 0; // right only if the other is inside, and then it stays
                await(other, Other.INSIDE);
                other.set(Other.ASKED_TO_LEAVE);
                while (other.get() == Other.ASKED_TO_LEAVE) {
                    Thread.yield();
                }
            }
        }
        end.set(true);
        trying.join();
        assertThat(wrong).isZero();
    }

    private enum Other {
        TRYING,
        INSIDE,
        ASKED_TO_LEAVE
    }

    private static void await(AtomicReference<Other> other, Other state) {
        while (other.get() != state) {
            Thread.yield();
        }
    }
}
