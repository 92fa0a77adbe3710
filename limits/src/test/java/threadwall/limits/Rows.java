package threadwall.limits;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Diagnoses of the recorded machines, a line a limit: "limit | scope | effect | in force | allows". */
final class Rows {

    private Rows() {}

    /** What a measured JVM costs; round figures that can be checked in the head. */
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

    static SystemSnapshot situation(String machine) {
        return SystemSnapshot.read(Machines.root(machine), Optional.empty());
    }

    static SystemSnapshot situation(String machine, String user) {
        return SystemSnapshot.read(Machines.root(machine), Optional.of(user));
    }

    static Diagnosis threads(SystemSnapshot situation) {
        return Threads.diagnose(situation, COSTS, OptionalLong.empty());
    }

    static Diagnosis connections(SystemSnapshot situation) {
        return Connections.diagnose(situation, OWN, OptionalLong.empty());
    }

    static List<String> of(Diagnosis diagnosis) {
        return diagnosis.walls().stream().map(Rows::row).toList();
    }

    static LimitAssessment wall(Diagnosis diagnosis, String limit) {
        return diagnosis.walls().stream()
                .filter(wall -> wall.limit().equals(limit))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + limit + " among " + of(diagnosis)));
    }

    private static String row(LimitAssessment wall) {
        return String.join(
                " | ",
                wall.limit(),
                wall.scope().toString(),
                wall.effect().toString(),
                text(wall.inForce()),
                text(wall.allows()));
    }

    private static String text(OptionalLong value) {
        return value.isPresent() ? Long.toString(value.getAsLong()) : "-";
    }
}
