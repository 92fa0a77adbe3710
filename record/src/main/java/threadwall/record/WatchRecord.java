package threadwall.record;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * One look at running servers and clients: what {@code ./threadwall watch --json} prints and what the live page is sent.
 * {@code null} is what could not be read.
 *
 * @param at when the look began
 * @param processes servers first, in order of name and pid; empty when there are none
 * @param timeWait sockets in TIME_WAIT, of the whole network namespace
 * @param socketMemoryBytes that TCP's buffers hold, of the whole machine
 * @param kernelStackBytes of all threads of the machine
 * @param memAvailableBytes that programs can still get without swapping
 * @param lookCpuSeconds CPU time that this look took
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

    /** What a process is to the others. */
    public enum Role {
        SERVER,
        CLIENT
    }

    /**
     * A process at that moment.
     *
     * @param startTicks when it started, in clock ticks after boot: with another one the same pid is another process
     * @param name {@code spring-blocking}, {@code kilim}, {@code ab}; of a process that is none of ours, its program's
     * @param ports at which it listens, in order
     * @param cpuSeconds since it started. Of a process with thousands of threads it is read less often than there are looks
     * @param cpuShare of one core between the last two readings of that, so above 1 where it kept several busy; {@code null}
     *     before there are two
     * @param connections at its ports by TCP state ({@code ESTABLISHED}, {@code CLOSE_WAIT}, …), states without any left
     *     out; {@code null} when there is nothing to tell: no port, no count yet, or another process that shares the port
     *     has them
     * @param connectionsAgeSeconds how old that count is, since many sockets are counted less often than there are looks;
     *     0 for this look's, {@code null} without one
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
