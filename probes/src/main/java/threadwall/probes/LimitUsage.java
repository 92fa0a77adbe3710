package threadwall.probes;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import threadwall.limits.Diagnosis;
import threadwall.limits.LimitAssessment;
import threadwall.limits.LimitScope;
import threadwall.limits.SystemFiles;
import threadwall.process.proc.KeyValueLines;
import threadwall.process.socket.TcpCounters;
import threadwall.record.DoctorRecord.Effect;
import threadwall.record.ProbeRecord.Gauge;

/**
 * The limits of a prediction, read at one moment: the value in force, how much of it is used, and how often the kernel has
 * refused someone there. Limits that processes share are read as the doctor reads them; the use of a child's own limits is
 * read from the child.
 */
record LimitUsage(Map<String, Long> inForce, Map<String, Long> used, Map<String, Long> refusals) {

    private static final String PIDS = "pids.max of ";

    /** SK_MEMORY_PCPU_RESERVE, include/net/proto_memory.h: 1 MiB, in pages of 4 KiB. */
    private static final int TCP_PAGES_OF_A_CPU = 256;

    /**
     * A counter of a cgroup.
     *
     * @param file in the cgroup's folder
     * @param name of its line; {@code null} where the file holds only the number
     */
    private record Counter(String file, String name) {

        Long read(Path folder) {
            return name == null
                    ? new SystemFiles(folder).number(file)
                    : KeyValueLines.read(folder.resolve(file)).number(name);
        }
    }

    /**
     * Counters of how often a cgroup's own limit was reached, by limit; the first that this kernel has is used. Those
     * called local leave out the cgroups below. {@code oom_kill} would not do: it counts kills in the cgroup of the killed
     * process, whichever limit was reached (mm/memcontrol.c, {@code memcg_memory_event_mm}).
     */
    private static final Map<String, List<Counter>> COUNTERS = Map.of(
            "pids.max", List.of(new Counter("pids.events.local", "max"), new Counter("pids.events", "max")),
            "memory.max", List.of(new Counter("memory.events.local", "oom"), new Counter("memory.events", "oom")),
            "memory.limit_in_bytes", List.of(new Counter("memory.failcnt", null)));

    /**
     * @param now the doctor's reading at this moment
     * @param own what the child uses of its own limits, by their names; null where it was not readable
     */
    static LimitUsage of(Diagnosis now, Map<String, Long> own) {
        var inForce = new HashMap<String, Long>();
        var used = new HashMap<String, Long>();
        var refusals = new HashMap<String, Long>();
        var forkingCgroup = forkingCgroup(now);
        for (var limit : now.limits()) {
            inForce.put(
                    limit.name(), limit.inForce().isPresent() ? limit.inForce().getAsLong() : null);
            boolean shared = limit.scope() != LimitScope.PROCESS && limit.scope() != LimitScope.ADDRESS_PAIR;
            used.put(limit.name(), own.getOrDefault(limit.name(), shared ? known(limit) : null));
            refusals.put(limit.name(), countsOurFork(limit, forkingCgroup) ? refusals(limit) : null);
        }
        return new LimitUsage(inForce, used, refusals);
    }

    /** Unknown for little use of tcp_mem: the machine's count leaves out what each CPU keeps in reserve. */
    private static Long known(LimitAssessment limit) {
        long unsure = (long) TCP_PAGES_OF_A_CPU * Runtime.getRuntime().availableProcessors();
        return limit.name().equals("net.ipv4.tcp_mem") && limit.used() < unsure ? null : Long.valueOf(limit.used());
    }

    /** The limit of the cgroup that the child forks in: the longest path of those around it. */
    private static String forkingCgroup(Diagnosis now) {
        return now.limits().stream()
                .map(LimitAssessment::name)
                .filter(limit -> limit.startsWith(PIDS))
                .max(Comparator.comparingInt(String::length))
                .orElse("");
    }

    /**
     * Whether a cgroup's counter increases when a fork of the child is refused. With version 1, and before Linux 6.11, only
     * the counter of the fork's cgroup does, whichever limit refused (kernel/cgroup/pids.c, {@code pids_event}).
     */
    private static boolean countsOurFork(LimitAssessment limit, String forkingCgroup) {
        return !limit.name().startsWith(PIDS)
                || limit.name().equals(forkingCgroup)
                || Files.exists(Path.of(limit.name().substring(PIDS.length()), "pids.events.local"));
    }

    private static Long refusals(LimitAssessment limit) {
        var parts = limit.name().split(" of ", 2);
        if (parts.length == 2 && COUNTERS.containsKey(parts[0])) {
            return COUNTERS.get(parts[0]).stream()
                    .map(counter -> counter.read(Path.of(parts[1])))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }
        return switch (limit.name()) {
            case LimitAttribution.MACHINE_MEMORY ->
                KeyValueLines.read(Path.of("/proc/vmstat")).number("oom_kill");
            case "net.core.somaxconn" -> TcpCounters.read().listenOverflows();
            default -> null;
        };
    }

    /** The same with the refusals of a later reading: the kernel still counts them when the child is gone. */
    LimitUsage withRefusalsOf(LimitUsage later) {
        return new LimitUsage(inForce, used, later.refusals);
    }

    /** The same with another use of one limit. */
    LimitUsage withUsed(String limit, long amount) {
        var later = new HashMap<>(used);
        later.put(limit, amount);
        return new LimitUsage(inForce, later, refusals);
    }

    /** The limits of a prediction, in its order, with their use before and when the probe stopped. */
    static List<Gauge> between(Diagnosis prediction, LimitUsage before, LimitUsage atLimit) {
        return prediction.limits().stream()
                .map(limit -> gauge(limit, before, atLimit))
                .toList();
    }

    private static Gauge gauge(LimitAssessment limit, LimitUsage before, LimitUsage atLimit) {
        var name = limit.name();
        var inForce = before.inForce.get(name);
        var later = atLimit.inForce.get(name);
        var used = atLimit.used.get(name);
        // available memory is the value in force, so what it lost meanwhile was used, unless others freed more
        var lost = inForce == null || later == null ? 0 : inForce - later;
        return new Gauge(
                name,
                Effect.valueOf(limit.effect().name()),
                inForce,
                limit.each(),
                known(before.used.get(name)),
                used == null ? null : known(used + lost),
                before.refusals.get(name),
                atLimit.refusals.get(name));
    }

    private static Long known(Long used) {
        return used == null || used < 0 ? null : used;
    }
}
