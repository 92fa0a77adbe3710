package threadwall.resilience;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import threadwall.record.ResilienceRecord.HealthyClientStats;

/**
 * A client that does all right: one connection kept, {@code /json} at a steady rate, every answer checked. A request is
 * due at its time whether or not the one before was answered, and its wait counts from there: a server that stalls for a
 * second has not delayed one request alone.
 */
final class HealthyClient implements Closeable {

    /** A request each 5 ms: a percent of what a core can answer, and 4,000 for a p99 in 20 s. */
    private static final long INTERVAL_NANOS = 5_000_000;

    private static final int PATIENCE_MILLIS = 30_000;

    private final ServerUnderTest victim;
    private RawHttpConnection wire;

    HealthyClient(ServerUnderTest victim) {
        this.victim = victim;
    }

    /** Asks while the condition holds, and tells what it saw. */
    HealthyClientStats askWhile(BooleanSupplier goOn) {
        var waits = new double[1024];
        int asked = 0;
        int answered = 0;
        int wrong = 0;
        long start = System.nanoTime();
        while (goOn.getAsBoolean()) {
            long due = start + asked * INTERVAL_NANOS;
            for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
                LockSupport.parkNanos(early);
            }
            asked++;
            try {
                wrong += ask() ? 0 : 1;
                if (answered == waits.length) {
                    waits = Arrays.copyOf(waits, 2 * answered);
                }
                waits[answered++] = (System.nanoTime() - due) / 1e6;
            } catch (IOException e) {
                leave();
            }
        }
        return pulse(asked, wrong, Arrays.copyOf(waits, answered));
    }

    /** @param waits of those answered, in ms */
    static HealthyClientStats pulse(int asked, int wrong, double[] waits) {
        Arrays.sort(waits);
        return new HealthyClientStats(
                asked,
                asked - waits.length,
                wrong,
                percentile(waits, 50),
                percentile(waits, 99),
                percentile(waits, 100));
    }

    /** The least of the sorted values that so many percent do not exceed (nearest rank); 0 of none. */
    private static double percentile(double[] sorted, int percent) {
        return sorted.length == 0 ? 0 : sorted[Math.ceilDiv(sorted.length * percent, 100) - 1];
    }

    /** Whether the answer is right. */
    private boolean ask() throws IOException {
        if (wire == null) {
            wire = RawHttpConnection.open(victim.address(), HeldConnections.source(150), PATIENCE_MILLIS, 0);
        }
        wire.send(RawRequest.JSON.bytes());
        var reply = wire.read(false);
        if (reply.closes()) {
            leave(); // a server may end a connection after so many requests
        }
        return RawRequest.JSON.due().faultIn(reply).isEmpty();
    }

    private void leave() {
        close();
        wire = null;
    }

    @Override
    public void close() {
        try {
            if (wire != null) {
                wire.close();
            }
        } catch (IOException e) {
            throw new AssertionError("a socket's close does not fail", e);
        }
    }
}
