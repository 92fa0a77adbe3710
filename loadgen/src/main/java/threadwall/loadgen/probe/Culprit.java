package threadwall.loadgen.probe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import threadwall.loadgen.probe.Failure.Kind;
import threadwall.record.ProbeRecord.Gauge;

/**
 * Which limit it was, from what was read before and at the wall. Pure. It names one only when the evidence leaves one;
 * else none, with the reason.
 *
 * <p>What counts as evidence: a limit stands at its value, or the kernel counted a refusal there, and the failure is one
 * that this limit answers with. The refusals of {@code pids.events} are counted where the fork came from and not where
 * the limit is, on cgroup v1 and before Linux 6.11 (kernel/cgroup/pids.c, {@code pids_event}), so they tell that it was
 * <em>some</em> pids.max from there up, not which.
 *
 * @param limit {@code null} when the evidence names none
 * @param because in sentences
 */
record Culprit(String limit, List<String> because) {

    private static final String PIDS = "pids.max of ";

    /** Others start and end threads meanwhile: a limit counts as reached when this part of it is left, or less. */
    private static final double LEFT = 0.001;

    /** One more thread may take more maps than the average one, malloc's arena among them. */
    private static final int MORE = 4;

    /** What an errno can only have come from, by the beginning of a limit's name; others tell nothing by themselves. */
    private static final Map<String, String> SOLE = Map.of(
            "EMFILE", "RLIMIT_NOFILE",
            "ENFILE", "fs.file-max",
            "EADDRNOTAVAIL", "net.ipv4.ip_local_port_range",
            "EADDRINUSE", "net.ipv4.ip_local_port_range");

    static Culprit find(Failure failure, List<Gauge> gauges) {
        if (failure.kind() == Kind.OUT_OF_TIME) {
            return new Culprit(null, List.of());
        }
        if (failure.kind() == Kind.KILLED) {
            return killed(gauges);
        }
        var able = gauges.stream().filter(gauge -> answersWith(gauge, failure)).toList();
        var reached = able.stream().filter(Culprit::reached).toList();
        if (reached.isEmpty()) {
            return unknown("no limit that could answer so stands at its value", able);
        }
        if (reached.size() == 1) {
            return named(reached.getFirst(), gauges);
        }
        boolean pidsRefused = gauges.stream().anyMatch(gauge -> isPids(gauge) && gauge.refusals() > 0);
        var left =
                reached.stream().filter(gauge -> isPids(gauge) == pidsRefused).toList();
        if (left.size() == 1 || pidsRefused && !left.isEmpty()) {
            // from the own cgroup up, the first that is full refuses: of cgroups within each other the longest path
            return named(
                    Collections.max(
                            left, Comparator.comparingInt(gauge -> gauge.limit().length())),
                    gauges);
        }
        return unknown("several limits stand at their values, and nothing tells them apart", reached);
    }

    private static Culprit killed(List<Gauge> gauges) {
        var killers = gauges.stream()
                .filter(gauge -> gauge.effect().equals("KILLS") && gauge.refusals() > 0)
                .toList();
        return killers.isEmpty()
                ? unknown("signal 9, and the kernel counted no kill for want of memory: somebody sent it", List.of())
                : named(killers.getFirst(), gauges);
    }

    private static boolean answersWith(Gauge gauge, Failure failure) {
        boolean kills = gauge.effect().equals("KILLS");
        boolean stops = kills || gauge.effect().equals("REFUSES");
        var sole = failure.errno() == null ? null : SOLE.get(failure.errno());
        if (sole != null) {
            return stops && gauge.limit().startsWith(sole);
        }
        return switch (failure.kind()) {
            case ABORTED -> kills;
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

    private static boolean isPids(Gauge gauge) {
        return gauge.limit().startsWith(PIDS);
    }

    private static Culprit named(Gauge gauge, List<Gauge> gauges) {
        var because = new ArrayList<String>();
        because.add(standing(gauge));
        gauges.stream()
                .filter(other -> other.refusals() > 0 && (other.equals(gauge) || isPids(other) && isPids(gauge)))
                .map(Culprit::counted)
                .forEach(because::add);
        return new Culprit(gauge.limit(), because);
    }

    private static String standing(Gauge gauge) {
        return "%s: %,d of %,d used (%,d before)"
                .formatted(gauge.limit(), gauge.usedAtWall(), gauge.inForce(), gauge.usedBefore());
    }

    private static String counted(Gauge gauge) {
        return isPids(gauge)
                ? "%s/pids.events counted %,d refusals (cgroup v1 and Linux before 6.11 count where the fork came from)"
                        .formatted(gauge.limit().substring(PIDS.length()), gauge.refusals())
                : "%s: the kernel counted %,d refusals".formatted(gauge.limit(), gauge.refusals());
    }

    private static Culprit unknown(String why, List<Gauge> gauges) {
        var because = new ArrayList<>(List.of("unknown: " + why));
        gauges.stream()
                .filter(gauge -> gauge.inForce() != null && gauge.usedAtWall() != null && gauge.usedBefore() != null)
                .map(Culprit::standing)
                .forEach(because::add);
        return new Culprit(null, because);
    }
}
