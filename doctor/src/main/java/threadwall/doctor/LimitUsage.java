package threadwall.doctor;

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
import threadwall.record.ProbeRecord.Gauge;

/**
 * The limits of a prediction, read at one moment: what is in force, what is used of it, and how often the kernel has
 * refused somebody there. Limits that others share are read as the doctor reads them; those that the child has for
 * itself come from the child.
 */
record LimitUsage(Map<String, Long> inForce, Map<String, Long> used, Map<String, Long> refusals) {

    private static final String PIDS = "pids.max of ";

    /** SK_MEMORY_PCPU_RESERVE, include/net/proto_memory.h: 1 MiB, in pages of 4 KiB. */
    private static final int TCP_PAGES_OF_A_CPU = 256;

    /**
     * A counter of a cgroup.
     *
     * @param file in the cgroup's folder
     * @param name of its line; {@code null} where the number is all of the file
     */
    private record Counter(String file, String name) {

        Long read(Path folder) {
            return name == null
                    ? new SystemFiles(folder).number(file)
                    : KeyValueLines.read(folder.resolve(file)).number(name);
        }
    }

    /**
     * What counts that a cgroup's own limit was met, by the limit; the first that this kernel has. Those called local
     * leave out the cgroups below. The kills of {@code oom_kill} would not do: they are counted where the victim is,
     * whoever's limit it was (mm/memcontrol.c, {@code memcg_memory_event_mm}).
     */
    private static final Map<String, List<Counter>> COUNTERS = Map.of(
            "pids.max", List.of(new Counter("pids.events.local", "max"), new Counter("pids.events", "max")),
            "memory.max", List.of(new Counter("memory.events.local", "oom"), new Counter("memory.events", "oom")),
            "memory.limit_in_bytes", List.of(new Counter("memory.failcnt", null)));

    /**
     * @param now the doctor's reading of this moment
     * @param own what the child uses of its own limits, by their names; a name with a null was not readable
     */
    static LimitUsage of(Diagnosis now, Map<String, Long> own) {
        var inForce = new HashMap<String, Long>();
        var used = new HashMap<String, Long>();
        var refusals = new HashMap<String, Long>();
        var forking = forking(now);
        for (var wall : now.walls()) {
            inForce.put(
                    wall.limit(), wall.inForce().isPresent() ? wall.inForce().getAsLong() : null);
            boolean shared = wall.scope() != LimitScope.PROCESS && wall.scope() != LimitScope.ADDRESS_PAIR;
            used.put(wall.limit(), own.getOrDefault(wall.limit(), shared ? known(wall) : null));
            refusals.put(wall.limit(), countsOurs(wall, forking) ? refusals(wall) : null);
        }
        return new LimitUsage(inForce, used, refusals);
    }

    /** So little of tcp_mem is not to be told from none: what each CPU may keep to itself is not in the machine's count. */
    private static Long known(LimitAssessment wall) {
        long unsure = (long) TCP_PAGES_OF_A_CPU * Runtime.getRuntime().availableProcessors();
        return wall.limit().equals("net.ipv4.tcp_mem") && wall.used() < unsure ? null : Long.valueOf(wall.used());
    }

    /** The limit of the cgroup that the child forks from: of those around it the longest path. */
    private static String forking(Diagnosis now) {
        return now.walls().stream()
                .map(LimitAssessment::limit)
                .filter(limit -> limit.startsWith(PIDS))
                .max(Comparator.comparingInt(String::length))
                .orElse("");
    }

    /**
     * Whether a cgroup's counter moves when a fork of ours is refused. On version 1, and before Linux 6.11, only that of
     * the cgroup of the fork does, whoever's limit it is (kernel/cgroup/pids.c, {@code pids_event}).
     */
    private static boolean countsOurs(LimitAssessment wall, String forking) {
        return !wall.limit().startsWith(PIDS)
                || wall.limit().equals(forking)
                || Files.exists(Path.of(wall.limit().substring(PIDS.length()), "pids.events.local"));
    }

    private static Long refusals(LimitAssessment wall) {
        var words = wall.limit().split(" of ", 2);
        if (words.length == 2 && COUNTERS.containsKey(words[0])) {
            return COUNTERS.get(words[0]).stream()
                    .map(counter -> counter.read(Path.of(words[1])))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }
        return switch (wall.limit()) {
            case LimitAttribution.MACHINE ->
                KeyValueLines.read(Path.of("/proc/vmstat")).number("oom_kill");
            case "net.core.somaxconn" -> TcpCounters.read().listenOverflows();
            default -> null;
        };
    }

    /** The same with the refusals of a later reading: the kernel counts on when a child is gone, who used it is not. */
    LimitUsage withRefusalsOf(LimitUsage later) {
        return new LimitUsage(inForce, used, later.refusals);
    }

    /** The same with what is used of one limit by now. */
    LimitUsage withUsed(String limit, long now) {
        var later = new HashMap<>(used);
        later.put(limit, now);
        return new LimitUsage(inForce, later, refusals);
    }

    /** The limits of a prediction, in its order, with what was used of them before and at the wall. */
    static List<Gauge> between(Diagnosis foretold, LimitUsage before, LimitUsage atWall) {
        return foretold.walls().stream()
                .map(wall -> gauge(wall, before, atWall))
                .toList();
    }

    private static Gauge gauge(LimitAssessment wall, LimitUsage before, LimitUsage atWall) {
        var limit = wall.limit();
        var inForce = before.inForce.get(limit);
        var later = atWall.inForce.get(limit);
        var used = atWall.used.get(limit);
        // of memory it is what is left that is in force: what went meanwhile was used, unless others gave back more
        var gone = inForce == null || later == null ? 0 : inForce - later;
        return new Gauge(
                limit,
                wall.effect().name(),
                inForce,
                wall.each(),
                known(before.used.get(limit)),
                used == null ? null : known(used + gone),
                before.refusals.get(limit),
                atWall.refusals.get(limit));
    }

    private static Long known(Long used) {
        return used == null || used < 0 ? null : used;
    }
}
