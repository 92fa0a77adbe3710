package threadwall.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What idle keep-alive connections cost one server under one collector, {@code ./threadwall bench idle}.
 *
 * @param collector {@code serial} or {@code g1}; {@code null} for a server that is not a JVM
 * @param command command line that starts the server, run from the project's root; of several processes the first one's
 * @param warmUp command lines of one round of warm-up
 * @param client command line of the process that holds the connections, without its class path; of several the first one's
 * @param serverProcesses one where its descriptors allow all connections
 * @param asked connections to hold
 * @param readings of memory, in the order of time; those after a failure are missing
 * @param answers to the requests on held connections, in the order of time; empty up to format 22
 * @param lost the first connections that did not open or did not answer, each with its addresses and the reason
 * @param failure why the server was not measured, in one line; {@code null} if it was
 */
public record IdleRecord(
        int schema,
        Instant at,
        double seconds,
        String server,
        String collector,
        List<String> command,
        List<List<String>> warmUp,
        List<String> client,
        int serverProcesses,
        int clientProcesses,
        int asked,
        List<Reading> readings,
        List<Answers> answers,
        List<String> lost,
        String failure)
        implements RecordLine {

    /** When memory was read. */
    public enum Moment {
        /** After the warm-up, without a connection. */
        OWN,
        /** After a tenth of the connections or more were opened; not at rest. */
        OPENING,
        /** With all connections, each after one request. */
        HELD,
        /** The same after a full collection of a JVM. */
        COLLECTED,
        /** After every other connection was closed. */
        HALF_CLOSED,
        /** After as many were opened again. */
        REOPENED,
        /** After all were closed, and after a full collection of a JVM. */
        CLOSED
    }

    /**
     * The memory of a server, and of the kernel, at one moment.
     *
     * @param connections open at that moment, by sock_diag
     * @param rssBytes of all processes of the server
     * @param pssBytes {@code null} if not readable
     * @param atRest true if RSS had stayed within a percent for some seconds, and since format 23 the kernel's memory, too;
     *     false if it was still changing at the time-out
     * @param descriptors of all processes of the server; {@code null} if not readable, and up to format 22
     * @param live objects in use in all JVMs of the server, by a class histogram after a full collection; at OWN before the
     *     loads that precede that reading. {@code null} where there is none
     * @param kernel {@code null} up to format 22
     */
    public record Reading(
            Moment moment,
            long connections,
            long rssBytes,
            Long pssBytes,
            boolean atRest,
            Long descriptors,
            Live live,
            KernelMemory kernel) {}

    public record Live(long objects, long bytes) {}

    /**
     * Memory of the kernel, for the whole machine: of both ends of all connections. A value is {@code null} if not readable.
     *
     * @param slabBytes of all caches of objects: {@code Slab} of {@code /proc/meminfo}
     * @param caches those of at least 64 kB; empty if not readable: only root can read
     *     {@code /proc/slabinfo}
     * @param pageTableBytes of all processes
     * @param socketBufferBytes of all TCP sockets
     */
    public record KernelMemory(Long slabBytes, List<ObjectCache> caches, Long pageTableBytes, Long socketBufferBytes) {}

    /**
     * A cache of the kernel for objects of one kind.
     *
     * @param objects in use
     * @param objectBytes of one object
     * @param bytes of all its pages
     */
    public record ObjectCache(String name, long objects, long objectBytes, long bytes) {}

    /** Which held connections requests were made on. */
    public enum Asked {
        /** Each when it was opened. */
        OPENED,
        /** Some, chosen at random. */
        SAMPLED,
        /** Each that was opened again. */
        REOPENED,
        /** All, at the end. */
        ALL
    }

    /**
     * Requests on held connections.
     *
     * @param requests one on each
     * @param answered the correct answers
     * @param seconds from the first connection or request to the last answer
     */
    public record Answers(Asked asked, long requests, long answered, double seconds) {}

    /** The first reading at that moment. */
    public Optional<Reading> at(Moment moment) {
        return readings.stream().filter(reading -> reading.moment == moment).findFirst();
    }

    /** Requests on held connections that had no correct answer. */
    @JsonIgnore
    public long unanswered() {
        return answers.stream().mapToLong(each -> each.requests - each.answered).sum();
    }

    /** RSS above the server's own, per connection; negative if the server returned memory to the kernel meanwhile. */
    @JsonIgnore
    public Double bytesPerConnection() {
        return bytesPerConnection(Moment.HELD);
    }

    /** The same after a full collection. The server's own memory was not collected in full. */
    @JsonIgnore
    public Double bytesPerConnectionCollected() {
        return bytesPerConnection(Moment.COLLECTED);
    }

    /** {@code Slab} of the machine above that without connections, for each: both ends. {@code null} if not readable. */
    @JsonIgnore
    public Double slabBytesPerConnection() {
        var own = at(Moment.OWN).map(Reading::kernel).map(KernelMemory::slabBytes);
        var held = at(Moment.HELD).map(Reading::kernel).map(KernelMemory::slabBytes);
        return own.isEmpty() || held.isEmpty() ? null : Double.valueOf((double) (held.get() - own.get()) / asked);
    }

    private Double bytesPerConnection(Moment moment) {
        var own = at(Moment.OWN);
        var then = at(moment);
        return own.isEmpty() || then.isEmpty()
                ? null
                : Double.valueOf((double) (then.get().rssBytes - own.get().rssBytes) / asked);
    }
}
