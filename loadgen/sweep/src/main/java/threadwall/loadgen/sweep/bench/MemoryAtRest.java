package threadwall.loadgen.sweep.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.record.IdleRecord.Memory;

/** Reads a server's memory once it has come to rest: its RSS within a percent for some seconds. */
final class MemoryAtRest {

    private static final double CALM = 0.01;
    private static final Duration LOOK = Duration.ofMillis(250);

    /** 3 s: a JVM gives memory back, and a compiler its arenas, in steps of a second or more. */
    private static final int CALM_LOOKS = 12;

    /** Servers close connections that are idle for a minute, as do ours. */
    private static final Duration LONGEST = Duration.ofSeconds(20);

    private MemoryAtRest() {}

    static Memory await(WarmServer server, java.util.List<String> sources)
            throws StepFailedException, IOException, InterruptedException {
        var seen = new ArrayDeque<Long>();
        long deadline = System.nanoTime() + LONGEST.toNanos();
        while (!isCalm(seen) && System.nanoTime() < deadline) {
            Thread.sleep(LOOK);
            seen.addLast(server.rssBytes());
            if (seen.size() > CALM_LOOKS) {
                seen.removeFirst();
            }
        }
        return new Memory(server.open(sources), server.rssBytes(), server.pssBytes(), isCalm(seen));
    }

    private static boolean isCalm(ArrayDeque<Long> seen) {
        var readings = seen.stream().mapToLong(Long::longValue).summaryStatistics();
        return seen.size() == CALM_LOOKS && readings.getMax() - readings.getMin() <= CALM * readings.getMax();
    }
}
