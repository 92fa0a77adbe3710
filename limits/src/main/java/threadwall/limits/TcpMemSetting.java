package threadwall.limits;

import java.util.List;
import java.util.stream.Collectors;

/**
 * {@code net.ipv4.tcp_mem}: low, pressure and high, in pages.
 *
 * @param pages in force
 */
record TcpMemSetting(List<Long> pages) implements Setting {

    @Override
    public Remedy raise(LimitAssessment limit, long requested) {
        long high = limit.roomyValueFor(requested, Integer.MAX_VALUE);
        // as in tcp_init_mem (net/ipv4/tcp.c): low is a half, pressure two thirds of high
        return Remedy.sysctl(
                "net.ipv4.tcp_mem",
                pages.stream().map(String::valueOf).collect(Collectors.joining(" ")),
                "%d %d %d".formatted(high / 2, high / 3 * 2, high));
    }
}
