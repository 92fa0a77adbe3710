package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.record.StepPlan.Trial.Part;
import threadwall.record.StepRecord;
import threadwall.record.StepWarning;
import threadwall.report.CapacityComparison.Verdict;

class CapacityComparisonTest {

    /** A run whose searches found these capacities. */
    private static CapacityTable found(int... capacities) {
        return CapacityTable.of(searches(capacities));
    }

    private static List<StepRecord> searches(int... capacities) {
        var steps = new ArrayList<StepRecord>();
        for (int i = 0; i < capacities.length; i++) {
            steps.add(Steps.trial("kilim", Part.SEARCH, i + 1, capacities[i], 1, 300));
            steps.add(Steps.trial("kilim", Part.SEARCH, i + 1, (int) (1.05 * capacities[i]), 1, 900));
        }
        for (int fresh = 1; fresh <= 2; fresh++) {
            steps.add(Steps.trial("kilim", Part.CONFIRM, fresh, capacities[0], 1, 300));
        }
        return steps;
    }

    private static CapacityComparison.Line compared(CapacityTable before, CapacityTable after) {
        return CapacityComparison.of(before, after).servers().getFirst();
    }

    @Test
    void tellsWhatTheRepeatsCanShow() {
        var before = found(5_000, 5_100, 4_900);
        assertThat(compared(before, found(4_000, 4_100, 4_050)).verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(compared(before, found(6_000, 6_100, 5_900)).verdict()).isEqualTo(Verdict.FASTER);
        assertThat(compared(before, found(5_050, 4_950, 5_150)).verdict()).isEqualTo(Verdict.NO_DIFFERENCE);
        assertThat(compared(before, found(4_000, 6_000, 2_000)).verdict())
                .as("much lower, but it scatters")
                .isEqualTo(Verdict.NO_DIFFERENCE);
        assertThat(compared(before, found(4_000, 4_100)).verdict()).isEqualTo(Verdict.TOO_FEW_REPEATS);
    }

    /** They differ by 2.5 %, and each search is exact to 5 %. */
    @Test
    void equalResultsAreNoMoreExactThanASearch() {
        assertThat(compared(found(96_000, 96_000, 96_000), found(93_600, 93_600, 93_600))
                        .verdict())
                .isEqualTo(Verdict.NO_DIFFERENCE);
        assertThat(compared(found(96_000, 96_000, 96_000), found(90_000, 90_000, 90_000))
                        .verdict())
                .isEqualTo(Verdict.SLOWER);
    }

    @Test
    void aServerThatTheLaterRunLacksIsAShortfall() {
        var both = new ArrayList<>(searches(5_000, 5_000, 5_000));
        both.add(Steps.trial("c-epoll", Part.SEARCH, 1, 9_000, 1, 300));
        assertThat(CapacityComparison.of(CapacityTable.of(both), found(5_000, 5_000, 5_000))
                        .shortfalls(0.95))
                .containsExactly("c-epoll is not in the later run; run capacity again with it");
    }

    @Test
    void namesDoubtsBesideTheVerdict() {
        var doubted = new ArrayList<>(searches(5_000, 5_100, 4_900));
        doubted.add(Steps.refused(Steps.trial("kilim", Part.SEARCH, 1, 5_050, 1, 300), 7));
        var table = CapacityTable.of(doubted);
        assertThat(CapacityComparison.of(table, found(5_000, 5_100, 4_900)).sentences())
                .singleElement()
                .asString()
                .endsWith(": no difference that these repeats can show (the earlier capacity is in doubt)");
        assertThat(CapacityComparison.of(found(6_000, 6_100, 5_900), table).shortfalls(0.95))
                .containsExactly("kilim has 0.833 of its earlier capacity (the later capacity is in doubt)");
        assertThat(CapacityComparison.of(table, table).sentences().getFirst())
                .endsWith(" (both capacities are in doubt)");
    }

    @Test
    void failsOnlyBelowTheLeast() {
        var slower = CapacityComparison.of(found(5_000, 5_100, 4_900), found(4_500, 4_550, 4_450));
        assertThat(slower.shortfalls(0.95)).containsExactly("kilim has 0.900 of its earlier capacity");
        assertThat(slower.shortfalls(0.85)).isEmpty();
        assertThat(CapacityComparison.of(found(5_000, 5_100, 4_900), found(4_000, 6_000, 2_000))
                        .shortfalls(0.95))
                .as("no difference that the repeats can show")
                .isEmpty();
    }

    @Test
    void aLowerBoundShowsNoLoss() {
        var bound = new ArrayList<>(searches(5_000, 5_100, 4_900));
        bound.add(
                Steps.trial("kilim", Part.SEARCH, 1, 5_050, 0.9, 300, new StepWarning.ClientBound("open-loop", 1, 1)));
        var table = CapacityTable.of(bound);
        assertThat(CapacityComparison.of(table, found(5_000, 5_100, 4_900)).shortfalls(0.95))
                .singleElement()
                .asString()
                .startsWith("the earlier capacity of kilim is a lower bound, so a loss cannot be shown");
        assertThat(CapacityComparison.of(table, found(4_000, 4_050, 3_950)).shortfalls(0.95))
                .singleElement()
                .asString()
                .startsWith("kilim has 0.800 of its earlier capacity");
    }

    @Test
    void nothingShownIsNoSuccess() {
        assertThat(CapacityComparison.of(found(5_000), found(5_000)).shortfalls(0.95))
                .containsExactly(
                        "kilim has too few repeats with a capacity (each run needs 3); run capacity again with more"
                                + " --repeats");
        var other = new ArrayList<StepRecord>();
        other.add(Steps.trial("c-epoll", Part.SEARCH, 1, 5_000, 1, 300));
        assertThat(CapacityComparison.of(found(5_000, 5_000, 5_000), CapacityTable.of(other))
                        .shortfalls(0.95))
                .containsExactly("the runs have no server in common; name runs of the same servers");
    }

    @Test
    void saysItInASentence() {
        assertThat(CapacityComparison.of(found(5_000, 5_100, 4_900), found(4_000, 4_100, 4_050))
                        .sentences())
                .singleElement()
                .asString()
                .startsWith("kilim: 5,000 (4,900–5,100) → 4,050 (4,000–4,100) requests/s, 0.81 (")
                .endsWith("): slower");
    }
}
