package threadwall.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.util.List;

/**
 * What idle keep-alive connections cost one server under one collector, {@code ./threadwall bench idle}.
 *
 * @param collector {@code serial} or {@code g1}; {@code null} for a server that is not a JVM
 * @param command command line that starts the server, run from the project's root
 * @param warmUp command lines of one round of warm-up
 * @param client command line of the process that holds the connections, without its class path
 * @param asked connections to hold
 * @param own memory after warm-up, at rest, without a connection; this and the next are {@code null} if the bench
 *     failed before
 * @param held memory at rest with all connections, each after one request
 * @param collected the same after a full collection; {@code null} also for a server that is not a JVM
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
        int asked,
        Memory own,
        Memory held,
        Memory collected,
        String failure)
        implements RecordLine {

    /**
     * A server's memory at one moment.
     *
     * @param connections open at that moment, by sock_diag
     * @param pssBytes {@code null} if not readable
     * @param atRest true if RSS had stayed within a percent for some seconds; false if it was still changing at the
     *     time-out
     */
    public record Memory(long connections, long rssBytes, Long pssBytes, boolean atRest) {}

    /** RSS above the server's own, per connection; negative if the server returned memory to the kernel meanwhile. */
    @JsonIgnore
    public Double bytesPerConnection() {
        return bytesPerConnection(held);
    }

    /** The same after a full collection. The server's own memory was not collected in full. */
    @JsonIgnore
    public Double bytesPerConnectionCollected() {
        return bytesPerConnection(collected);
    }

    private Double bytesPerConnection(Memory then) {
        return own == null || then == null ? null : Double.valueOf((double) (then.rssBytes - own.rssBytes) / asked);
    }
}
