package threadwall.process.cgroup;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import threadwall.limits.Cgroups;
import threadwall.limits.SystemFiles;
import threadwall.process.proc.KeyValueLines;

/**
 * The CPU time that a cgroup may use in a period, typically of 100 ms, and how often it was stopped because it had used
 * it up (Documentation/scheduler/sched-bwc.rst). Counters are since the cgroup was made.
 *
 * @param folder of the cgroup
 * @param cpus quota over period
 * @param periods in which the cgroup ran ({@code nr_periods} of cpu.stat)
 * @param throttled of these, in which it was stopped ({@code nr_throttled})
 */
public record CpuQuota(Path folder, double cpus, long periods, long throttled) {

    /** The quotas that hold for these processes: of their own cgroups and of those above. Empty if none is limited. */
    public static List<CpuQuota> of(Collection<Long> pids) {
        return of(Path.of("/"), pids);
    }

    /** @param root of the file system */
    static List<CpuQuota> of(Path root, Collection<Long> pids) {
        return pids.stream()
                .flatMap(pid -> Cgroups.of(root, "cpu", pid).stream())
                .flatMap(cgroups -> cgroups.folders().stream())
                .distinct()
                .flatMap(folder -> read(root.resolve(Path.of("/").relativize(folder))).stream())
                .toList();
    }

    private static Optional<CpuQuota> read(Path folder) {
        var files = new SystemFiles(folder);
        var cpus = cpus(files);
        var stat = KeyValueLines.read(folder.resolve("cpu.stat"));
        var periods = stat.number("nr_periods");
        var throttled = stat.number("nr_throttled");
        return cpus.isEmpty() || periods == null || throttled == null
                ? Optional.empty()
                : Optional.of(new CpuQuota(folder, cpus.getAsDouble(), periods, throttled));
    }

    private static OptionalDouble cpus(SystemFiles files) {
        var words = new ArrayList<String>();
        var version2 = files.text("cpu.max"); // "QUOTA PERIOD", or "max PERIOD"
        if (version2 != null) {
            words.addAll(List.of(version2.strip().split(" ")));
        } else {
            var quota = files.text("cpu.cfs_quota_us"); // -1: not limited
            var period = files.text("cpu.cfs_period_us");
            if (quota != null && period != null) {
                words.addAll(List.of(quota.strip(), period.strip()));
            }
        }
        return words.size() != 2
                        || words.getFirst().equals("max")
                        || words.getFirst().startsWith("-")
                ? OptionalDouble.empty()
                : OptionalDouble.of(Double.parseDouble(words.getFirst()) / Double.parseDouble(words.getLast()));
    }

    /**
     * The cgroup that was stopped in the largest share of its periods since an earlier reading.
     *
     * @return its quota as it is now; empty if none of the cgroups has run since
     */
    public static Optional<Throttling> since(List<CpuQuota> earlier, List<CpuQuota> now) {
        return now.stream()
                .flatMap(quota -> earlier.stream()
                        .filter(former -> former.folder.equals(quota.folder) && former.periods < quota.periods)
                        .map(former -> new Throttling(
                                quota.cpus,
                                (double) (quota.throttled - former.throttled) / (quota.periods - former.periods))))
                .max(Comparator.comparing(Throttling::share));
    }

    /**
     * How often a quota stopped processes.
     *
     * @param cpus the quota
     * @param share of the periods in which they ran, 0 to 1
     */
    public record Throttling(double cpus, double share) {}
}
