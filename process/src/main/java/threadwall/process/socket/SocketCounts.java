package threadwall.process.socket;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Numbers of sockets by state, from one dump. A dump of 40,000 sockets takes some milliseconds, in which they change.
 *
 * @param byState only the states that were seen
 * @param interrupted the kernel flagged the dump as inconsistent (NLM_F_DUMP_INTR): the counts are approximate
 */
public record SocketCounts(Map<TcpState, Integer> byState, boolean interrupted) {

    public SocketCounts {
        EnumMap<TcpState, Integer> copy = new EnumMap<>(TcpState.class);
        copy.putAll(byState);
        byState = Collections.unmodifiableMap(copy);
    }

    public int of(TcpState state) {
        return byState.getOrDefault(state, 0);
    }

    /** Open connections: established on both ends, and closed by neither. */
    public int established() {
        return of(TcpState.ESTABLISHED);
    }

    /** All sockets that were counted. */
    public int total() {
        return byState.values().stream().mapToInt(Integer::intValue).sum();
    }
}
