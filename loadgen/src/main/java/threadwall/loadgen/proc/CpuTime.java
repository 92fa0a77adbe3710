package threadwall.loadgen.proc;

import java.nio.file.Path;
import java.util.stream.IntStream;
import threadwall.limits.Readings;

/**
 * Time of all processors since boot, from the first line of {@code /proc/stat}: take two readings. Null when not readable.
 *
 * @param allTicks all that passed, idle time included
 * @param stolenTicks in which there was work here and the hypervisor let others run (steal, proc_stat(5))
 */
public record CpuTime(Long allTicks, Long stolenTicks) {

    /** user, nice, system, idle, iowait, irq, softirq, steal; the guests' time behind them is in user and nice already. */
    private static final int FIELDS = 8;

    private static final int STEAL = 8;

    public static CpuTime read() {
        return read(Path.of("/proc"));
    }

    static CpuTime read(Path proc) {
        var text = new Readings(proc).text("stat");
        var words = text == null
                ? new String[0]
                : text.lines().findFirst().orElse("").split(" +");
        return words.length <= FIELDS
                ? new CpuTime(null, null)
                : new CpuTime(
                        IntStream.rangeClosed(1, FIELDS)
                                .mapToLong(i -> Long.parseLong(words[i]))
                                .sum(),
                        Long.parseLong(words[STEAL]));
    }

    /** What of the time between an earlier reading and this one went to others; null as well when no tick has passed. */
    public Double stolenPercentSince(CpuTime earlier) {
        return allTicks == null || earlier.allTicks == null || allTicks <= earlier.allTicks
                ? null
                : Double.valueOf(100.0 * (stolenTicks - earlier.stolenTicks) / (allTicks - earlier.allTicks));
    }
}
