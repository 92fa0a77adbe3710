package threadwall.limits;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Diagnoses of the recorded machines, one line per limit: "limit | scope | effect | in force | allows". */
final class LimitRows {

    private LimitRows() {}

    /** Costs of a measured JVM, in round figures that are easy to check by hand. */
    static final ThreadCosts COSTS = new ThreadCosts(
            20,
            200,
            40_000_000,
            8_000_000_000L,
            500_000_000,
            2,
            20_000,
            100_000,
            16_000,
            4_000,
            2_000,
            1_000_000,
            1_000_000);

    /** Descriptors of a server beside its sockets. */
    static final long OWN = 90;

    static SystemSnapshot snapshot(String machine) {
        return SystemSnapshot.read(RecordedMachines.root(machine), Optional.empty());
    }

    static SystemSnapshot snapshot(String machine, String user) {
        return SystemSnapshot.read(RecordedMachines.root(machine), Optional.of(user));
    }

    static Diagnosis threads(SystemSnapshot snapshot) {
        return ThreadLimits.diagnose(snapshot, COSTS, OptionalLong.empty());
    }

    static Diagnosis connections(SystemSnapshot snapshot) {
        return ConnectionLimits.diagnose(snapshot, OWN, OptionalLong.empty());
    }

    static List<String> of(Diagnosis diagnosis) {
        return diagnosis.limits().stream().map(LimitRows::row).toList();
    }

    static LimitAssessment limit(Diagnosis diagnosis, String name) {
        return diagnosis.limits().stream()
                .filter(limit -> limit.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " among " + of(diagnosis)));
    }

    private static String row(LimitAssessment limit) {
        return String.join(
                " | ",
                limit.name(),
                limit.scope().toString(),
                limit.effect().toString(),
                text(limit.inForce()),
                text(limit.allows()));
    }

    private static String text(OptionalLong value) {
        return value.isPresent() ? Long.toString(value.getAsLong()) : "-";
    }
}
