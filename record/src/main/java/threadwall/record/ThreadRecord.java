package threadwall.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What platform threads of one JVM cost, {@code ./threadwall bench threads}.
 *
 * @param at when it began
 * @param seconds that all of it took
 * @param server whose requests they answer; {@code null} for a JVM without sockets, whose threads sleep
 * @param command command line that starts the JVM, run from the project's root
 * @param client command line of the process that sends the requests, without its class path; of several the first one's;
 *     empty without a server
 * @param asked threads to have at once, besides the JVM's own
 * @param readings of memory, in the order of time; those after a failure are missing
 * @param answered requests with a correct answer, of one for each thread; {@code null} without a server, and when none was
 *     read
 * @param handlerPeak most requests in the handler at once, as the server counts them; {@code null} without a server, and
 *     when it did not report them
 * @param failure why it was not measured, in one line; {@code null} if it was
 */
public record ThreadRecord(
        int schema,
        Instant at,
        double seconds,
        String server,
        List<String> command,
        List<String> client,
        int asked,
        List<ThreadReading> readings,
        Long answered,
        Long handlerPeak,
        String failure)
        implements RecordLine {

    /** When memory was read. */
    public enum Moment {
        /**
         * At rest, before the threads are started: of a JVM with one of them, or of a server with all connections open and
         * the threads that its warm-up has started.
         */
        OWN,
        /** After a tenth of them or more were started; not at rest, without {@code maps}. */
        STARTING,
        /** With all of them, at rest. */
        ALL
    }

    /**
     * Threads and memory at one moment. A value is {@code null} if not readable.
     *
     * @param seconds from the last moment with no more threads than at OWN until there were so many; 0 at OWN
     * @param threads of the JVM, its own included
     * @param maps memory maps of the JVM; {@code null} also while threads are started
     * @param pageTableBytes of the JVM
     * @param kernelStackBytes of the whole machine
     * @param slabBytes of the whole machine: the kernel's objects
     * @param atRest whether memory had stayed the same for some seconds
     */
    public record ThreadReading(
            Moment moment,
            double seconds,
            long threads,
            long rssBytes,
            Long maps,
            Long pageTableBytes,
            Long kernelStackBytes,
            Long slabBytes,
            boolean atRest) {}

    /** The first reading at that moment. */
    public Optional<ThreadReading> at(Moment moment) {
        return readings.stream().filter(reading -> reading.moment == moment).findFirst();
    }

    /** Whether all threads were there, and with a server all requests in its handler at once, each with a correct answer. */
    @JsonIgnore
    public boolean isGood() {
        return failure == null
                && (server == null
                        || answered != null && answered == asked && handlerPeak != null && handlerPeak >= asked);
    }
}
