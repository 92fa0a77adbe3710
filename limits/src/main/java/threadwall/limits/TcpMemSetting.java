package threadwall.limits;

import java.util.List;
import java.util.stream.Collectors;

/**
 * {@code net.ipv4.tcp_mem}: low, pressure and high, in pages.
 *
 * @param pages in force
 * @param afterBoot what the next boot sets; empty where no file of sysctl.d(5) has it
 */
record TcpMemSetting(List<Long> pages, List<Long> afterBoot) implements Setting {

    @Override
    public Remedy raise(LimitAssessment limit, long requested) {
        long high = limit.roomyValueFor(requested, Integer.MAX_VALUE);
        // as in tcp_init_mem (net/ipv4/tcp.c): low is a half, pressure two thirds of high
        var remedy = Remedy.sysctl("net.ipv4.tcp_mem", text(pages), "%d %d %d".formatted(high / 2, high / 3 * 2, high));
        return afterBoot.size() == pages.size() && afterBoot.getLast() >= high
                ? remedy.untilBoot("the next boot sets it to " + text(afterBoot))
                : remedy;
    }

    private static String text(List<Long> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }
}
