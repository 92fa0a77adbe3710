package threadwall.probes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import threadwall.probes.ProbeFailure.Kind;
import threadwall.record.DoctorRecord.Effect;
import threadwall.record.ProbeRecord.Gauge;

/**
 * Names the limit that stopped a probe or a program, from what was read before and when it stopped. Pure. It names one only
 * when the evidence leaves one; else none, with the reason.
 *
 * <p>The evidence: a limit is at its value, and the failure is one that this limit causes. A pids.max must have been
 * counted in {@code pids.events} as well, in its own cgroup or another: version 1 and Linux before 6.11 count in the cgroup
 * of the fork and not in that of the limit (kernel/cgroup/pids.c, {@code pids_event}). So a count shows that
 * <em>some</em> pids.max from there up refused, not which.
 *
 * @param limit {@code null} when the evidence names none
 * @param because the evidence, in sentences
 */
public record LimitAttribution(String limit, List<String> because) {

    /** Nothing was stopped by a limit. */
    public static final LimitAttribution NONE = new LimitAttribution(null, List.of());

    /** The limit at which the kernel kills when no cgroup has reached its own. */
    public static final String MACHINE_MEMORY = "memory of the machine";

    private static final String PIDS = "pids.max of ";

    /** A limit counts as reached when this share of it is left, or less: other processes start and end threads meanwhile. */
    private static final double NEAR = 0.001;

    /** The same for the machine's memory, which was read some time before the kill. */
    private static final double MEMORY_NEAR = 0.1;

    /** One more thread may take more maps than the average one, for malloc's arena. */
    private static final int MARGIN = 4;

    /** Errnos that only one limit causes, with the beginning of its name; other errnos have several causes. */
    private static final Map<String, String> LIMIT_OF_ERRNO = Map.of(
            "EMFILE", "RLIMIT_NOFILE",
            "ENFILE", "fs.file-max",
            "EADDRNOTAVAIL", "net.ipv4.ip_local_port_range",
            "EADDRINUSE", "net.ipv4.ip_local_port_range");

    /** Limits that refuse memory: a JVM then throws, or aborts. */
    private static final Set<String> MEMORY_LIMITS = Set.of("CommitLimit", "RLIMIT_AS");

    /** Whether the limit is one on memory, at which the kernel kills. */
    public boolean isMemory() {
        return limit != null && (limit.equals(MACHINE_MEMORY) || limit.startsWith("memory."));
    }

    static LimitAttribution find(ProbeFailure failure, List<Gauge> gauges) {
        if (failure.kind() == Kind.OUT_OF_TIME) {
            return NONE;
        }
        if (failure.kind() == Kind.KILLED) {
            return killed(gauges);
        }
        var candidates = gauges.stream().filter(gauge -> causes(gauge, failure)).toList();
        boolean pidsCounted = gauges.stream().anyMatch(gauge -> isPids(gauge) && gauge.refusalsAtWall() != null);
        boolean pidsRefused = gauges.stream().anyMatch(gauge -> isPids(gauge) && gauge.refusals() > 0);
        var reached = candidates.stream()
                .filter(LimitAttribution::reached)
                .filter(gauge -> !isPids(gauge) || pidsRefused || !pidsCounted)
                .toList();
        // a limit near its value is the cause if it is the only one; beside others, or a refusal by some cgroup, a full
        // one
        var named = reached.size() == 1 && !pidsRefused
                ? reached
                : reached.stream()
                        .filter(gauge -> isFull(gauge) || isPids(gauge) && pidsRefused)
                        .toList();
        if (named.size() == 1 || !named.isEmpty() && named.stream().allMatch(LimitAttribution::isPids)) {
            return name(innermost(named), gauges);
        }
        if (reached.size() > 1) {
            return unknown("several limits are reached, and the evidence does not tell which refused", reached);
        }
        return unknown(
                pidsRefused
                        ? "a cgroup's pids.max refused the thread, but no visible cgroup is full. A hidden ancestor"
                                + " cgroup has that limit; look at it on the host"
                        : "no limit that gives this error is reached",
                candidates);
    }

    /** The kernel checks from the own cgroup up, so the first full one refuses: the longest path of nested cgroups. */
    private static Gauge innermost(List<Gauge> cgroups) {
        var full = cgroups.stream().filter(LimitAttribution::isFull).toList();
        return Collections.max(
                full.isEmpty() ? cgroups : full,
                Comparator.comparingInt(gauge -> gauge.limit().length()));
    }

    /**
     * The machine counts every kill by the OOM killer, a cgroup those at which its own limit was reached. A cgroup above the
     * visible ones shows in neither, so the machine is named only if little of its memory was left.
     */
    private static LimitAttribution killed(List<Gauge> gauges) {
        if (gauges.stream().noneMatch(gauge -> gauge.limit().equals(MACHINE_MEMORY) && gauge.refusals() > 0)) {
            return unknown("signal 9, but the kernel counted no out-of-memory kill meanwhile", List.of());
        }
        var memory = gauges.stream()
                .filter(gauge ->
                        gauge.effect() == Effect.KILLS && gauge.inForce() != null && gauge.usedAtWall() != null)
                .toList();
        var cgroups = memory.stream()
                .filter(gauge -> !gauge.limit().equals(MACHINE_MEMORY) && gauge.refusals() > 0)
                .toList();
        if (!cgroups.isEmpty()) {
            return name(innermost(cgroups), gauges);
        }
        return memory.stream()
                .filter(gauge -> gauge.limit().equals(MACHINE_MEMORY))
                .filter(gauge -> gauge.inForce() - gauge.usedAtWall() <= MEMORY_NEAR * gauge.inForce())
                .findFirst()
                .map(machine -> name(machine, gauges))
                .orElseGet(() -> unknown(
                        "killed by the OOM killer, but the machine had memory left and so had every cgroup visible here:"
                                + " look at the ancestor cgroups on the host",
                        memory));
    }

    private static boolean causes(Gauge gauge, ProbeFailure failure) {
        var only = failure.errno() == null ? null : LIMIT_OF_ERRNO.get(failure.errno());
        if (only != null) {
            return gauge.effect().stops() && gauge.limit().startsWith(only);
        }
        return switch (failure.kind()) {
            case ABORTED -> gauge.effect() == Effect.KILLS || MEMORY_LIMITS.contains(gauge.limit());
            case REFUSED ->
                gauge.effect().stops() && LIMIT_OF_ERRNO.values().stream().noneMatch(gauge.limit()::startsWith);
            case SILENT -> gauge.effect() != Effect.REFUSES_OTHERS;
            case KILLED, OUT_OF_TIME -> false;
        };
    }

    static boolean reached(Gauge gauge) {
        return gauge.inForce() != null
                && gauge.usedAtWall() != null
                && gauge.inForce() - gauge.usedAtWall() <= Math.max(MARGIN * gauge.each(), NEAR * gauge.inForce());
    }

    private static boolean isFull(Gauge gauge) {
        return gauge.inForce() <= gauge.usedAtWall();
    }

    private static boolean isPids(Gauge gauge) {
        return gauge.limit().startsWith(PIDS);
    }

    private static LimitAttribution name(Gauge gauge, List<Gauge> gauges) {
        var because = new ArrayList<String>();
        because.add(standing(gauge));
        gauges.stream()
                .filter(other -> other.refusals() > 0 && (other.equals(gauge) || isPids(other) && isPids(gauge)))
                .map(other -> counted(other, gauge))
                .forEach(because::add);
        var alsoFull = gauges.stream()
                .filter(other -> isPids(gauge) && isPids(other) && !other.equals(gauge))
                .filter(other -> reached(other) && isFull(other))
                .map(Gauge::limit)
                .toList();
        if (!alsoFull.isEmpty()) {
            because.add("also full, but the kernel checks inner cgroups first: " + String.join(", ", alsoFull));
        }
        return new LimitAttribution(gauge.limit(), because);
    }

    private static String standing(Gauge gauge) {
        return "%s: %,d of %,d used%s"
                .formatted(
                        gauge.limit(),
                        gauge.usedAtWall(),
                        gauge.inForce(),
                        gauge.usedBefore() == null ? "" : " (%,d before)".formatted(gauge.usedBefore()));
    }

    private static String counted(Gauge gauge, Gauge named) {
        if (!isPids(gauge)) {
            return "%s: the kernel counted %,d refusals".formatted(gauge.limit(), gauge.refusals());
        }
        return "%s/pids.events counted %,d refusals%s"
                .formatted(
                        gauge.limit().substring(PIDS.length()),
                        gauge.refusals(),
                        gauge.equals(named)
                                ? ""
                                : ", as the forking process is in it (cgroup v1 and Linux before 6.11 count there)");
    }

    private static LimitAttribution unknown(String why, List<Gauge> gauges) {
        var because = new ArrayList<>(List.of("unknown: " + why));
        gauges.stream()
                .filter(gauge -> gauge.inForce() != null && gauge.usedAtWall() != null)
                .map(LimitAttribution::standing)
                .forEach(because::add);
        return new LimitAttribution(null, because);
    }
}
