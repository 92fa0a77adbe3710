package threadwall.process.socket;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Sockets by state at one moment (a dump of 40k sockets takes some milliseconds, in which they go on changing).
 *
 * @param byState only the states that were seen
 * @param interrupted the kernel flagged the dump as inconsistent (NLM_F_DUMP_INTR): take the counts as approximate
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

    /** Connections open: those that both ends have agreed on and neither has closed. */
    public int established() {
        return of(TcpState.ESTABLISHED);
    }

    /** All sockets counted. */
    public int total() {
        return byState.values().stream().mapToInt(Integer::intValue).sum();
    }
}
