package threadwall.doctor;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import threadwall.doctor.ProbeFailure.Kind;
import threadwall.record.ProbeRecord.Gauge;

/**
 * Which limit it was, from what was read before and at the wall. Pure. It names one only when the evidence leaves one;
 * else none, with the reason.
 *
 * <p>What counts as evidence: a limit stands at its value, and the failure is one that this limit answers with. A
 * pids.max must have been counted in {@code pids.events} besides, be it in another cgroup: version 1 and Linux before
 * 6.11 count where the fork came from and not where the limit is (kernel/cgroup/pids.c, {@code pids_event}), so a count
 * tells that it was <em>some</em> pids.max from there up, not which.
 *
 * @param limit {@code null} when the evidence names none
 * @param because in sentences
 */
record LimitAttribution(String limit, List<String> because) {

    static final String MACHINE = "memory of the machine";

    private static final String PIDS = "pids.max of ";

    /** Others start and end threads meanwhile: a limit counts as reached when this part of it is left, or less. */
    private static final double LEFT = 0.001;

    /** Of the machine's memory, which is read a while before the kill. */
    private static final double MEMORY_LEFT = 0.1;

    /** One more thread may take more maps than the average one, malloc's arena among them. */
    private static final int MORE = 4;

    /** What an errno can only have come from, by the beginning of a limit's name; others tell nothing by themselves. */
    private static final Map<String, String> SOLE = Map.of(
            "EMFILE", "RLIMIT_NOFILE",
            "ENFILE", "fs.file-max",
            "EADDRNOTAVAIL", "net.ipv4.ip_local_port_range",
            "EADDRINUSE", "net.ipv4.ip_local_port_range");

    /** Limits that refuse memory: a JVM may throw for want of it, or abort. */
    private static final Set<String> OF_MEMORY = Set.of("CommitLimit", "RLIMIT_AS");

    static LimitAttribution find(ProbeFailure failure, List<Gauge> gauges) {
        if (failure.kind() == Kind.OUT_OF_TIME) {
            return new LimitAttribution(null, List.of());
        }
        if (failure.kind() == Kind.KILLED) {
            return killed(gauges);
        }
        var able = gauges.stream().filter(gauge -> answersWith(gauge, failure)).toList();
        boolean pidsCounted = gauges.stream().anyMatch(gauge -> isPids(gauge) && gauge.refusalsAtWall() != null);
        boolean pidsRefused = gauges.stream().anyMatch(gauge -> isPids(gauge) && gauge.refusals() > 0);
        var reached = able.stream()
                .filter(LimitAttribution::reached)
                .filter(gauge -> !isPids(gauge) || pidsRefused || !pidsCounted)
                .toList();
        // a limit near its value is the one when it is alone; beside others, or a refusal by some cgroup, a full one is
        var left = reached.size() == 1 && !pidsRefused
                ? reached
                : reached.stream()
                        .filter(gauge -> isFull(gauge) || isPids(gauge) && pidsRefused)
                        .toList();
        if (left.size() == 1 || !left.isEmpty() && left.stream().allMatch(LimitAttribution::isPids)) {
            return named(innermost(left), gauges);
        }
        if (reached.size() > 1) {
            return unknown("several limits stand at their values, and nothing tells them apart", reached);
        }
        return unknown(
                pidsRefused
                        ? "a pids.max refused, and none that can be seen here stands at its value: it is that of a"
                                + " cgroup above this one, hidden by a namespace; look at it on the host"
                        : "no limit that could answer so stands at its value",
                able);
    }

    /** From the own cgroup up, the first that is full refuses; of cgroups within each other the longest path. */
    private static Gauge innermost(List<Gauge> cgroups) {
        var full = cgroups.stream().filter(LimitAttribution::isFull).toList();
        return Collections.max(
                full.isEmpty() ? cgroups : full,
                Comparator.comparingInt(gauge -> gauge.limit().length()));
    }

    /**
     * The machine's count has every kill for want of memory, a cgroup's those times that its own limit was met. A cgroup
     * above those that can be seen would show in neither, so the machine is named only where little of it was left.
     */
    private static LimitAttribution killed(List<Gauge> gauges) {
        if (gauges.stream().noneMatch(gauge -> gauge.limit().equals(MACHINE) && gauge.refusals() > 0)) {
            return unknown("signal 9, and the kernel counted no kill for want of memory meanwhile", List.of());
        }
        var memory = gauges.stream()
                .filter(gauge ->
                        gauge.effect().equals("KILLS") && gauge.inForce() != null && gauge.usedAtWall() != null)
                .toList();
        var cgroups = memory.stream()
                .filter(gauge -> !gauge.limit().equals(MACHINE) && gauge.refusals() > 0)
                .toList();
        if (!cgroups.isEmpty()) {
            return named(innermost(cgroups), gauges);
        }
        return memory.stream()
                .filter(gauge -> gauge.limit().equals(MACHINE))
                .filter(gauge -> gauge.inForce() - gauge.usedAtWall() <= MEMORY_LEFT * gauge.inForce())
                .findFirst()
                .map(machine -> named(machine, gauges))
                .orElseGet(() -> unknown(
                        "killed for want of memory, which this machine had and no cgroup that can be seen here ran out of:"
                                + " look at the cgroups above it, on the host",
                        memory));
    }

    private static boolean answersWith(Gauge gauge, ProbeFailure failure) {
        boolean kills = gauge.effect().equals("KILLS");
        boolean stops = kills || gauge.effect().equals("REFUSES");
        var sole = failure.errno() == null ? null : SOLE.get(failure.errno());
        if (sole != null) {
            return stops && gauge.limit().startsWith(sole);
        }
        return switch (failure.kind()) {
            case ABORTED -> kills || OF_MEMORY.contains(gauge.limit());
            case REFUSED -> stops && SOLE.values().stream().noneMatch(gauge.limit()::startsWith);
            case SILENT -> !gauge.effect().equals("REFUSES_OTHERS");
            case KILLED, OUT_OF_TIME -> false;
        };
    }

    static boolean reached(Gauge gauge) {
        return gauge.inForce() != null
                && gauge.usedAtWall() != null
                && gauge.inForce() - gauge.usedAtWall() <= Math.max(MORE * gauge.each(), LEFT * gauge.inForce());
    }

    private static boolean isFull(Gauge gauge) {
        return gauge.inForce() <= gauge.usedAtWall();
    }

    private static boolean isPids(Gauge gauge) {
        return gauge.limit().startsWith(PIDS);
    }

    private static LimitAttribution named(Gauge gauge, List<Gauge> gauges) {
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
            because.add("full as well, but checked after it, from the inside out: " + String.join(", ", alsoFull));
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
                                : ", where the fork came from (cgroup v1 and Linux before 6.11 count there)");
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
