package threadwall.record;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * One sample of running servers and clients: {@code ./threadwall watch --json} prints it, and the live page shows it.
 * Values that could not be read are {@code null}.
 *
 * @param at when the sample began
 * @param processes servers first, in order of name and pid; empty when there are none
 * @param timeWait sockets in TIME_WAIT, of the whole network namespace
 * @param socketMemoryBytes memory of TCP's buffers, of the whole machine
 * @param kernelStackBytes of all threads of the machine
 * @param memAvailableBytes that programs can still get without swapping
 * @param lookCpuSeconds CPU time that this sample took
 */
public record WatchRecord(
        int schema,
        Instant at,
        List<Watched> processes,
        Long timeWait,
        Long socketMemoryBytes,
        Long kernelStackBytes,
        Long memAvailableBytes,
        double lookCpuSeconds)
        implements RecordLine {

    /** The role of a process. */
    public enum Role {
        SERVER,
        CLIENT
    }

    /**
     * A process at that moment.
     *
     * @param startTicks start time in clock ticks after boot. PIDs are reused, so pid and start time identify a process
     * @param name {@code spring-blocking}, {@code kilim}, {@code ab}; for other processes the name of the program
     * @param ports on which it listens, in order
     * @param cpuSeconds since it started. For a process with thousands of threads it is not read in every sample
     * @param cpuShare CPU seconds per second between the last two readings, above 1 if several cores were busy;
     *     {@code null} before the second reading
     * @param connections at its ports by TCP state ({@code ESTABLISHED}, {@code CLOSE_WAIT}, …), without states that
     *     have none; {@code null} without a port, before the first count, and if they are listed at another process
     *     that shares the port
     * @param connectionsAgeSeconds age of that count, since many sockets are not counted in every sample; 0 for a count
     *     of this sample, {@code null} without a count
     */
    public record Watched(
            long pid,
            long startTicks,
            String name,
            Role role,
            List<Integer> ports,
            long threads,
            Long rssBytes,
            Long pageTableBytes,
            double cpuSeconds,
            Double cpuShare,
            Map<String, Long> connections,
            Double connectionsAgeSeconds) {}
}
