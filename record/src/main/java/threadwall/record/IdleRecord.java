package threadwall.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.util.List;

/**
 * What idle keep-alive connections cost one server under one collector, {@code ./threadwall bench idle}.
 *
 * @param collector {@code serial} or {@code g1}; {@code null} for a server that is no JVM
 * @param command the line that starts the server, run from the project's root
 * @param warmUp the lines of one round of warm-up
 * @param client the line of what holds the connections, its class path left out
 * @param asked connections that were to be held
 * @param own warmed up and at rest, without a connection; this and the next are {@code null} when it did not get so far
 * @param held at rest with all connections, each after one request
 * @param collected the same after a full collection; {@code null} also for a server that is no JVM
 * @param failure why it was not measured, in one line; {@code null} when it was
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
     * @param pssBytes {@code null} where it is not readable
     * @param atRest whether RSS had been within a percent for some seconds; else it was still changing when time was up
     */
    public record Memory(long connections, long rssBytes, Long pssBytes, boolean atRest) {}

    /** RSS above the server's own for each connection; below 0 where the server gave memory back meanwhile. */
    @JsonIgnore
    public Double bytesPerConnection() {
        return bytesPerConnection(held);
    }

    /** The same after a full collection; the server's own memory is that from before it. */
    @JsonIgnore
    public Double bytesPerConnectionCollected() {
        return bytesPerConnection(collected);
    }

    private Double bytesPerConnection(Memory then) {
        return own == null || then == null ? null : Double.valueOf((double) (then.rssBytes - own.rssBytes) / asked);
    }
}
