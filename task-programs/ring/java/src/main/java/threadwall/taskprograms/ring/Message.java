package threadwall.taskprograms.ring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The message of the ring. The task that has it changes it; there is one, and a channel publishes the change. */
final class Message {
    private static final long VALUES = 1L << 32;
    private static final long SECOND = 1_000_000_000;

    /** A JVM compiles meanwhile. */
    private static final long WARM_UP = SECOND;

    /** Receipts between two looks at the clock. */
    private static final int LOOK = 1_000;

    private static final int MILLIS_OF_TICK = 10;
    private static final Path STAT = Path.of("/proc/self/stat");

    private final long counted;
    private final long sent = System.nanoTime();
    private long received;
    private long value;

    /** Receipts before counting; 0 during the warm-up. */
    private long from;

    private long start;
    private long cpuMillis;
    private long total;

    /** @param seconds for which it is counted after the warm-up, which begins now */
    Message(int seconds) {
        counted = seconds * SECOND;
    }

    /** @return whether its time is over */
    boolean receivedBy(int index) {
        value = (value * 31 + index) % VALUES;
        received++;
        return received % LOOK == 0 && isOver();
    }

    private boolean isOver() {
        long now = System.nanoTime();
        if (from == 0) {
            if (now - sent >= WARM_UP) {
                from = received;
                start = now;
                cpuMillis = readCpuMillis();
            }
            return false;
        }
        total = now - start;
        return total >= counted;
    }

    /** Call it at once when its time is over. */
    String json() {
        return "\"messages\":" + (received - from) + ",\"received\":" + received + ",\"totalMillis\":"
                + total / 1000 / 1000.0 + ",\"cpuMillis\":" + (readCpuMillis() - cpuMillis) + ",\"checksum\":\"" + value
                + "\"";
    }

    /** User and system time of this process, in ticks of 10 ms: proc_pid_stat(5). */
    private static long readCpuMillis() {
        try {
            var stat = Files.readString(STAT);
            var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * MILLIS_OF_TICK;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
