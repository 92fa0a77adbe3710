package threadwall.process.proc;

import java.nio.file.Path;
import java.util.stream.IntStream;
import threadwall.limits.SystemFiles;

/**
 * Counters of the whole machine since boot, from {@code /proc/stat}: take two readings. Null when not readable.
 *
 * @param contextSwitches of all CPUs
 * @param cpuTicks time of all CPUs, idle time included
 * @param stolenTicks of it, those in which there was work here and the hypervisor let others run (steal, proc_stat(5))
 */
public record KernelCounters(Long contextSwitches, Long cpuTicks, Long stolenTicks) {

    /** user, nice, system, idle, iowait, irq, softirq, steal; the guests' time behind them is in user and nice already. */
    private static final int FIELDS = 8;

    public static KernelCounters read() {
        return read(Path.of("/proc"));
    }

    static KernelCounters read(Path proc) {
        var stat = new SystemFiles(proc).text("stat");
        if (stat == null) {
            return new KernelCounters(null, null, null);
        }
        var switches = KeyValueLines.parse(stat).number("ctxt");
        var words = stat.lines().findFirst().orElse("").split(" +");
        return words.length <= FIELDS
                ? new KernelCounters(switches, null, null)
                : new KernelCounters(
                        switches,
                        IntStream.rangeClosed(1, FIELDS)
                                .mapToLong(i -> Long.parseLong(words[i]))
                                .sum(),
                        Long.valueOf(words[FIELDS]));
    }

    /** Context switches between an earlier reading and this one. */
    public Long contextSwitchesSince(KernelCounters earlier) {
        return contextSwitches == null || earlier.contextSwitches == null
                ? null
                : Long.valueOf(contextSwitches - earlier.contextSwitches);
    }

    /** What of the time between an earlier reading and this one went to others; null as well when no tick has passed. */
    public Double stolenPercentSince(KernelCounters earlier) {
        return cpuTicks == null || earlier.cpuTicks == null || cpuTicks <= earlier.cpuTicks
                ? null
                : Double.valueOf(100.0 * (stolenTicks - earlier.stolenTicks) / (cpuTicks - earlier.cpuTicks));
    }
}
