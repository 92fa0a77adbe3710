package threadwall.process.socket;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import threadwall.limits.SystemFiles;

/**
 * TCP counters of the network namespace since boot: take two readings and call {@link #minus}. A counter that this
 * kernel does not have is null.
 *
 * @param listenOverflows connections refused or delayed because an accept queue was full
 * @param listenDrops SYNs and ACKs that listeners dropped for this or any other reason
 * @param timeWaitOverflows TIME_WAIT sockets removed early: net.ipv4.tcp_max_tw_buckets was reached
 * @param outSegments segments sent, without retransmissions
 * @param retransmittedSegments segments sent again
 * @param synRetransmits SYNs and SYN-ACKs sent again, included in retransmittedSegments
 * @param spuriousHostQueues segments not sent again because the first copy was still queued in this host
 * @param attemptFails failed connection attempts
 */
public record TcpCounters(
        Long listenOverflows,
        Long listenDrops,
        Long timeWaitOverflows,
        Long outSegments,
        Long retransmittedSegments,
        Long synRetransmits,
        Long spuriousHostQueues,
        Long attemptFails) {

    public static TcpCounters read() {
        return read(Path.of("/proc"));
    }

    /** Reads {@code net/netstat} and {@code net/snmp} in a folder. */
    public static TcpCounters read(Path proc) {
        Map<String, Long> values = new HashMap<>();
        SystemFiles net = new SystemFiles(proc.resolve("net"));
        table(net.text("netstat"), values);
        table(net.text("snmp"), values);
        return new TcpCounters(
                values.get("TcpExtListenOverflows"),
                values.get("TcpExtListenDrops"),
                values.get("TcpExtTCPTimeWaitOverflow"),
                values.get("TcpOutSegs"),
                values.get("TcpRetransSegs"),
                values.get("TcpExtTCPSynRetrans"),
                values.get("TcpExtTCPSpuriousRtxHostQueues"),
                values.get("TcpAttemptFails"));
    }

    /** The difference to an earlier reading; null where either value is. */
    public TcpCounters minus(TcpCounters earlier) {
        return new TcpCounters(
                minus(listenOverflows, earlier.listenOverflows),
                minus(listenDrops, earlier.listenDrops),
                minus(timeWaitOverflows, earlier.timeWaitOverflows),
                minus(outSegments, earlier.outSegments),
                minus(retransmittedSegments, earlier.retransmittedSegments),
                minus(synRetransmits, earlier.synRetransmits),
                minus(spuriousHostQueues, earlier.spuriousHostQueues),
                minus(attemptFails, earlier.attemptFails));
    }

    private static Long minus(Long later, Long earlier) {
        return later == null || earlier == null ? null : Long.valueOf(later - earlier);
    }

    /**
     * Pairs of lines, "Tcp: NAME NAME …" and "Tcp: 1 2 …"; the names are those of nstat(8), with the prefix in front.
     */
    private static void table(String text, Map<String, Long> values) {
        String[] lines = text == null ? new String[0] : text.split("\n");
        for (int i = 0; i + 1 < lines.length; i += 2) {
            String[] names = lines[i].split("\\s+");
            String[] numbers = lines[i + 1].split("\\s+");
            String prefix = names[0].replace(":", "");
            for (int column = 1; column < Math.min(names.length, numbers.length); column++) {
                values.put(prefix + names[column], Long.valueOf(numbers[column]));
            }
        }
    }
}
