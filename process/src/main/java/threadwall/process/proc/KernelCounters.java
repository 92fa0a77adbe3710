package threadwall.process.proc;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import threadwall.limits.SystemFiles;

/**
 * Counters of the whole machine since boot, from {@code /proc/stat} and {@code /proc/net/softnet_stat}: take two readings
 * and compare them. A value is null when it cannot be read.
 *
 * @param contextSwitches of all CPUs
 * @param cpuTicks time of all CPUs, idle time included
 * @param idleTicks part of it in which a CPU had nothing to do, or only waited for a disk (idle and iowait)
 * @param stolenTicks part of it in which the hypervisor ran other guests although this one had work (steal,
 *     proc_stat(5))
 * @param backlogDrops packets that found a CPU's queue of received packets full ({@code net.core.netdev_max_backlog}):
 *     with a client on the same machine, all packets pass these queues
 */
public record KernelCounters(Long contextSwitches, Long cpuTicks, Long idleTicks, Long stolenTicks, Long backlogDrops) {

    /**
     * user, nice, system, idle, iowait, irq, softirq, steal. The guest times that follow are included in user and nice.
     */
    private static final int FIELDS = 8;

    public static KernelCounters read() {
        return read(Path.of("/proc"));
    }

    static KernelCounters read(Path proc) {
        var files = new SystemFiles(proc);
        var drops = backlogDrops(files.text("net/softnet_stat"));
        var stat = files.text("stat");
        if (stat == null) {
            return new KernelCounters(null, null, null, null, drops);
        }
        var switches = KeyValueLines.parse(stat).number("ctxt");
        var words = stat.lines().findFirst().orElse("").split(" +");
        return words.length <= FIELDS
                ? new KernelCounters(switches, null, null, null, drops)
                : new KernelCounters(
                        switches,
                        IntStream.rangeClosed(1, FIELDS)
                                .mapToLong(i -> Long.parseLong(words[i]))
                                .sum(),
                        Long.parseLong(words[4]) + Long.parseLong(words[5]),
                        Long.valueOf(words[FIELDS]),
                        drops);
    }

    /** A line for each CPU; the second hexadecimal word is what it dropped (Linux, net/core/net-procfs.c). */
    private static Long backlogDrops(String softnet) {
        if (softnet == null) {
            return null;
        }
        List<String[]> lines = softnet.lines()
                .map(line -> line.trim().split(" +"))
                .filter(words -> words.length > 1)
                .toList();
        return lines.isEmpty()
                ? null
                : Long.valueOf(lines.stream()
                        .mapToLong(words -> Long.parseLong(words[1], 16))
                        .sum());
    }

    /**
     * Time of all CPUs together.
     *
     * @param busySeconds in which they ran something of this machine: neither idle nor stolen
     */
    public record CpuTime(double seconds, double busySeconds) {}

    /** Time since an earlier reading; null if unreadable, or when no tick has passed. */
    public CpuTime cpuTimeSince(KernelCounters earlier) {
        if (cpuTicks == null || earlier.cpuTicks == null || cpuTicks <= earlier.cpuTicks) {
            return null;
        }
        double all = cpuTicks - earlier.cpuTicks;
        double unused = idleTicks - earlier.idleTicks + stolenTicks - earlier.stolenTicks;
        return new CpuTime(all / Sysconf.TICKS_PER_SECOND, (all - unused) / Sysconf.TICKS_PER_SECOND);
    }

    /** Packets dropped since an earlier reading. */
    public Long backlogDropsSince(KernelCounters earlier) {
        return minus(backlogDrops, earlier.backlogDrops);
    }

    /** Context switches since an earlier reading. */
    public Long contextSwitchesSince(KernelCounters earlier) {
        return minus(contextSwitches, earlier.contextSwitches);
    }

    private static Long minus(Long later, Long earlier) {
        return later == null || earlier == null ? null : Long.valueOf(later - earlier);
    }

    /** Share of the CPU time since an earlier reading that was stolen; null as well when no tick has passed. */
    public Double stolenPercentSince(KernelCounters earlier) {
        return cpuTicks == null || earlier.cpuTicks == null || cpuTicks <= earlier.cpuTicks
                ? null
                : Double.valueOf(100.0 * (stolenTicks - earlier.stolenTicks) / (cpuTicks - earlier.cpuTicks));
    }
}
