package threadwall.process.proc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Counters that a HotSpot JVM keeps in {@code /tmp/hsperfdata_USER/PID}, the file that jstat(1) reads. A reading costs
 * the JVM nothing: it keeps the file mapped and does not notice that it is read.
 *
 * <p>The layout is that of HotSpot's perfMemory.hpp, version 2: a prologue of 32 bytes, then entries with a name and a
 * value.
 */
public final class JvmCounters {

    private static final Path TEMPORARY = Path.of("/tmp");
    private static final int MAGIC = 0xcafec0c0;
    private static final int PROLOGUE_BYTES = 32;
    private static final int ENTRY_BYTES = 20;

    private final ByteBuffer file;

    private JvmCounters(ByteBuffer file) {
        this.file = file;
    }

    /**
     * Seconds that the JVM has spent in its compilers since its start, over all compiler threads. It is the elapsed
     * time of the compilations: on a busy machine it is more than their CPU time.
     *
     * @return empty for a process that is not a HotSpot JVM, has exited, or runs with {@code -XX:-UsePerfData}
     */
    public static OptionalDouble compilationSeconds(long pid) {
        return compilationSeconds(TEMPORARY, pid);
    }

    static OptionalDouble compilationSeconds(Path temporary, long pid) {
        return read(temporary, pid).map(JvmCounters::compilationSeconds).orElse(OptionalDouble.empty());
    }

    /**
     * Young collections since the JVM's start, which the serial collector and G1 count alike.
     *
     * @return empty as above
     */
    public static OptionalLong youngCollections(long pid) {
        return read(TEMPORARY, pid)
                .map(counters -> counters.value("sun.gc.collector.0.invocations"))
                .orElse(OptionalLong.empty());
    }

    /** @param temporary the folder that has the folders {@code hsperfdata_USER} */
    private static Optional<JvmCounters> read(Path temporary, long pid) {
        try (var users = Files.newDirectoryStream(temporary, "hsperfdata_*")) {
            for (var user : users) {
                var file = user.resolve(Long.toString(pid));
                if (Files.isReadable(file)) {
                    return Optional.of(new JvmCounters(ByteBuffer.wrap(Files.readAllBytes(file))));
                }
            }
        } catch (IOException unreadable) {
            // a JVM that exits removes its file
        }
        return Optional.empty();
    }

    private OptionalDouble compilationSeconds() {
        var ticks = value("java.ci.totalTime");
        var frequency = value("sun.os.hrt.frequency");
        return ticks.isPresent() && frequency.isPresent() && frequency.getAsLong() > 0
                ? OptionalDouble.of((double) ticks.getAsLong() / frequency.getAsLong())
                : OptionalDouble.empty();
    }

    /** Empty also for a file of another kind, or one that is cut off. */
    private OptionalLong value(String name) {
        try {
            file.order(ByteOrder.BIG_ENDIAN);
            if (file.limit() < PROLOGUE_BYTES || file.getInt(0) != MAGIC) {
                return OptionalLong.empty();
            }
            file.order(file.get(4) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
            return entry(name);
        } catch (IndexOutOfBoundsException cutOff) {
            return OptionalLong.empty();
        }
    }

    private OptionalLong entry(String name) {
        int entry = file.getInt(24);
        for (int left = file.getInt(28); left > 0 && entry + ENTRY_BYTES <= file.limit(); left--) {
            if (name(entry + file.getInt(entry + 4)).equals(name)) {
                return OptionalLong.of(file.getLong(entry + file.getInt(entry + 16)));
            }
            entry += file.getInt(entry);
        }
        return OptionalLong.empty();
    }

    private String name(int start) {
        int end = start;
        while (file.get(end) != 0) {
            end++;
        }
        return new String(file.array(), start, end - start, StandardCharsets.US_ASCII);
    }
}
