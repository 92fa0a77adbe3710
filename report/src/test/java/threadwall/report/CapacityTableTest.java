package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;
import static threadwall.report.Steps.failed;
import static threadwall.report.Steps.overloaded;
import static threadwall.report.Steps.refused;
import static threadwall.report.Steps.trial;
import static threadwall.report.Steps.withoutArrivals;
import static threadwall.report.Steps.wrong;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.record.StepPlan.Trial.Part;
import threadwall.record.StepRecord;
import threadwall.record.StepWarning;

class CapacityTableTest {

    /** Three searches that found 4,000, 4,200 and 4,100 within the limit and 5,000 without it; 4,100 is confirmed. */
    private static List<StepRecord> run() {
        var steps = new ArrayList<StepRecord>();
        var found = List.of(4_000, 4_200, 4_100);
        for (int repeat = 1; repeat <= 3; repeat++) {
            steps.add(trial("kilim", Part.SEARCH, repeat, found.get(repeat - 1), 1, 300));
            steps.add(trial("kilim", Part.SEARCH, repeat, 5_000, 1, 900));
            steps.add(trial("kilim", Part.SEARCH, repeat, 5_250, 0.9, 3_000));
        }
        steps.add(trial("kilim", Part.CONFIRM, 1, 4_100, 1, 280));
        steps.add(trial("kilim", Part.CONFIRM, 2, 4_100, 1, 320));
        return steps;
    }

    private static CapacityRow only(List<StepRecord> steps) {
        return CapacityTable.of(steps).servers().getFirst();
    }

    @Test
    void showsBothCapacitiesAndWhatTheConfirmedOneTakes() {
        var row = only(run());
        assertThat(row.confirmed()).isEqualTo(4_100);
        assertThat(row.inLimit()).isEqualTo(new MedianRange(4_100, 4_000, 4_200));
        assertThat(row.inLimitInterval().low()).isBetween(3_800.0, 4_000.0);
        assertThat(row.sustained().median()).isEqualTo(5_000);
        assertThat(row.plannedP99Millis()).isEqualTo(new MedianRange(300, 280, 320));
        assertThat(row.threads().median()).isEqualTo(4_100);
        assertThat(row.doubts()).isEmpty();
        assertThat(CapacityTable.cells(row).get(2)).isEqualTo("4,100 (3,858–4,355)");
    }

    @Test
    void anotherServerAtTheSameRateDoesNotCount() {
        var steps = run();
        steps.add(trial("c-epoll", Part.SEARCH, 1, 9_000, 1, 101));
        var table = CapacityTable.of(steps);
        assertThat(table.servers()).extracting(CapacityRow::server).containsExactly("kilim", "c-epoll");
        assertThat(table.servers().getFirst()).isEqualTo(only(run()));
        assertThat(table.servers().getLast().doubts())
                .containsExactly(new CapacityDoubt.NoneHigher(9_000), new CapacityDoubt.Unconfirmed());
    }

    @Test
    void oneFailedConfirmationIsNone() {
        var steps = run();
        steps.add(trial("kilim", Part.CONFIRM, 3, 4_100, 0.9, 900));
        assertThat(only(steps).confirmed()).isNull();
        assertThat(only(steps).doubts()).contains(new CapacityDoubt.Unconfirmed());
    }

    @Test
    void aServerThatAnswersAtTheSecondTryConfirms() {
        var steps = run();
        steps.add(steps.size() - 1, trial("kilim", Part.CONFIRM, 2, 4_100, 0.4, 9_000));
        assertThat(only(steps)).isEqualTo(only(run()));
    }

    @Test
    void aBusyClientMakesItALowerBound() {
        var steps = run();
        steps.add(trial("kilim", Part.SEARCH, 3, 4_500, 0.9, 900, new StepWarning.ClientLate(200, 900)));
        assertThat(only(steps).doubts()).containsExactly(new CapacityDoubt.ClientBound(4_500));
        assertThat(CapacityTable.cells(only(steps)).get(1)).startsWith("≥ ");
        assertThat(CapacityTable.cells(only(steps)).get(2))
                .as("the range: an interval would be of the client")
                .isEqualTo("≥ 4,100 (4,000–4,200)");
    }

    /** The server itself broke the limit at 5,000. */
    @Test
    void aBusyClientAboveAFailureOfTheServerIsNoDoubt() {
        var steps = run();
        steps.add(trial("kilim", Part.SEARCH, 3, 5_100, 0.9, 900, new StepWarning.ClientLate(200, 900)));
        assertThat(only(steps).doubts()).isEmpty();
    }

    @Test
    void connectionsThatWereAllInUseMakeItALowerBound() {
        var steps = run();
        var heldBack = new StepWarning.HeldBack(50_000, 10_000, 900, 450);
        steps.add(trial("kilim", Part.SEARCH, 3, 4_500, 0.9, 900, new StepWarning.ClientLate(200, 900), heldBack));
        assertThat(only(steps).doubts()).containsExactly(new CapacityDoubt.ConnectionsBound(4_500, 10_000));
        assertThat(CapacityTable.of(steps).text().replaceAll("\\s+", " "))
                .contains("kilim: at least this: all 10,000 connections were in use at 4,500 requests/s; raise"
                        + " --connections");
    }

    @Test
    void aRateThatNeverHadAResultIsADoubt() {
        var steps = run();
        steps.add(failed(trial("kilim", Part.SEARCH, 3, 4_150, 1, 1), "700 answers are wrong"));
        steps.add(failed(trial("kilim", Part.SEARCH, 3, 4_500, 1, 1), "server stopped"));
        assertThat(only(steps).doubts())
                .containsExactly(new CapacityDoubt.NoResult(Part.SEARCH, 4_150, 1, "700 answers are wrong"));
        steps.add(trial("kilim", Part.SEARCH, 3, 4_150, 0.9, 900));
        assertThat(only(steps).doubts())
                .as("the other was tried again")
                .containsExactly(new CapacityDoubt.NoResult(Part.SEARCH, 4_500, 0, "server stopped"));
        assertThat(only(steps).doubts().getFirst().text())
                .isEqualTo("no result at 4,500 requests/s (search): server stopped");
    }

    @Test
    void oneConfirmationThatSaysNothingIsLeftOut() {
        var steps = run();
        var nothing = failed(trial("kilim", Part.CONFIRM, 1, 4_100, 1, 1), "a client ended");
        steps.add(steps.size() - 2, nothing);
        assertThat(only(steps).confirmed()).isEqualTo(4_100);
        assertThat(only(steps).doubts()).isEmpty();
        steps.add(nothing);
        assertThat(only(steps).confirmed()).isNull();
        assertThat(only(steps).doubts())
                .containsExactly(
                        new CapacityDoubt.NoResult(Part.CONFIRM, 4_100, 0, "a client ended"),
                        new CapacityDoubt.Unconfirmed());
    }

    @Test
    void loadsOfCurveAndRecoveryThatFailedAreDoubts() {
        var steps = run();
        steps.add(failed(trial("kilim", Part.CURVE, 1, 5_500, 1, 1), "server stopped"));
        steps.add(failed(trial("kilim", Part.CURVE, 2, 5_500, 1, 1), "server stopped"));
        steps.add(failed(trial("kilim", Part.RECOVERY, 1, 2_500, 1, 1), "the load took longer than 15 minutes"));
        assertThat(only(steps).doubts())
                .containsExactly(
                        new CapacityDoubt.NoResult(Part.CURVE, 5_500, 0, "server stopped"),
                        new CapacityDoubt.NoResult(Part.RECOVERY, 2_500, 0, "the load took longer than 15 minutes"));
    }

    @Test
    void loadsWithWrongAnswersAreInNoFigure() {
        var steps = run();
        steps.add(trial("kilim", Part.CURVE, 1, 2_500, 1, 100));
        steps.add(wrong(trial("kilim", Part.CURVE, 2, 2_500, 1, 9_000)));
        steps.add(wrong(overloaded(trial("kilim", Part.RECOVERY, 1, 2_500, 0.5, 9_000), null)));
        var table = CapacityTable.of(steps);
        assertThat(table.curve())
                .singleElement()
                .satisfies(row -> assertThat(row.planned().p99Millis()).isEqualTo(new MedianRange(100, 100, 100)));
        assertThat(table.recoveries()).isEmpty();
    }

    @Test
    void aSearchThatEndsWithAnAnsweredRateIsALowerBound() {
        var steps = run();
        steps.add(trial("kilim", Part.SEARCH, 2, 600_000, 1, 110));
        assertThat(only(steps).doubts()).contains(new CapacityDoubt.NoneHigher(600_000));
    }

    /** Each search ends with an interval of 5 %. */
    @Test
    void anIntervalIsNoNarrowerThanASearchsResolution() {
        var steps = new ArrayList<StepRecord>();
        for (int repeat = 1; repeat <= 3; repeat++) {
            steps.add(trial("kilim", Part.SEARCH, repeat, 96_000, 1, 231));
        }
        var interval = only(steps).inLimitInterval();
        assertThat(interval.low()).isBetween(92_000.0, 93_000.0);
        assertThat(interval.high()).isBetween(99_000.0, 100_000.0);
    }

    @Test
    void aLimitOfTheServerIsNoCapacity() {
        var steps = run();
        steps.add(refused(trial("kilim", Part.SEARCH, 3, 4_500, 1, 110), 1_234));
        assertThat(only(steps).doubts()).containsExactly(new CapacityDoubt.Refused(4_500, 1_234));
        assertThat(CapacityTable.of(steps).text())
                .contains("kilim: the server answered 1,234 requests at 4,500 requests/s");
    }

    @Test
    void aServerThatFailsWellBelowItsCapacityWanders() {
        var steps = run();
        steps.add(trial("kilim", Part.SEARCH, 2, 3_800, 0.9, 2_000));
        assertThat(only(steps).doubts())
                .as("within the search's precision of 4,200")
                .isEmpty();
        steps.add(trial("kilim", Part.SEARCH, 2, 3_700, 0.9, 2_000));
        assertThat(only(steps).doubts()).containsExactly(new CapacityDoubt.Wanders(3_700, 4_200));
    }

    /** As a server does whose CPU quota is lowered for a time. */
    @Test
    void aServerThatAnswersFarFewerAtARateLittleBelowWanders() {
        var steps = run();
        steps.add(trial("kilim", Part.SEARCH, 2, 4_100, 0.85, 2_000));
        assertThat(only(steps).doubts()).isEmpty();
        steps.add(trial("kilim", Part.SEARCH, 2, 4_150, 0.4, 2_000));
        assertThat(only(steps).doubts()).containsExactly(new CapacityDoubt.Wanders(4_150, 4_200));
    }

    @Test
    void aQuotaThatChangedIsADoubtAndAFixedOneIsNot() {
        var steps = run();
        steps.add(trial("kilim", Part.SEARCH, 3, 4_000, 1, 110, new StepWarning.CpuThrottled(0.6, 0.2)));
        assertThat(only(steps).doubts()).isEmpty();
        steps.add(trial("kilim", Part.SEARCH, 3, 4_100, 1, 110, new StepWarning.CpuThrottled(0.15, 0.9)));
        assertThat(only(steps).doubts()).containsExactly(new CapacityDoubt.QuotaChanged(0.15, 0.6));
    }

    /** The servers of all other loads used 0.25 cores. */
    @Test
    void aQuotaThatOtherLoadsDidNotHaveIsADoubt() {
        var steps = run();
        steps.add(trial("kilim", Part.SEARCH, 3, 4_000, 1, 110, new StepWarning.CpuThrottled(0.21, 0.2)));
        assertThat(only(steps).doubts())
                .as("within what the time after the load explains")
                .isEmpty();
        steps.removeLast();
        steps.add(trial("kilim", Part.SEARCH, 3, 4_000, 1, 110, new StepWarning.CpuThrottled(0.15, 0.9)));
        assertThat(only(steps).doubts()).containsExactly(new CapacityDoubt.QuotaNotAlways(0.15, 0.25));
    }

    @Test
    void aRefusedLoadWithoutTimesIsADoubt() {
        var steps = run();
        steps.add(withoutArrivals(refused(trial("kilim", Part.SEARCH, 3, 4_150, 1, 110), 7)));
        assertThat(only(steps).doubts()).contains(new CapacityDoubt.Refused(4_150, 7));
    }

    @Test
    void otherProcessesInALoadThatFailedAreADoubt() {
        var steps = run();
        steps.add(trial("kilim", Part.SEARCH, 3, 4_000, 1, 110, new StepWarning.OtherProcesses(40)));
        assertThat(only(steps).doubts()).as("a load that was answered").isEmpty();
        steps.add(trial("kilim", Part.SEARCH, 3, 5_100, 0.9, 900, new StepWarning.OtherProcesses(35)));
        assertThat(only(steps).doubts())
                .as("the server was slow at 5,000 without them")
                .isEmpty();
        steps.add(trial("kilim", Part.SEARCH, 3, 4_900, 0.9, 900, new StepWarning.OtherProcesses(23)));
        assertThat(only(steps).doubts()).containsExactly(new CapacityDoubt.OtherProcesses(23));
    }

    @Test
    void anOverloadIsNoCapacityAndHasATableOfItsOwn() {
        var steps = run();
        steps.add(overloaded(trial("kilim", Part.RECOVERY, 1, 2_500, 0.5, 9_000), null));
        steps.add(overloaded(trial("c-epoll", Part.RECOVERY, 1, 9_000, 1, 100), 7));
        var table = CapacityTable.of(steps);
        assertThat(table.servers().getFirst()).isEqualTo(only(run()));
        assertThat(table.recoveries()).extracting(RecoveryRow::server).containsExactly("kilim", "c-epoll");
        assertThat(table.recoveries().getFirst().cells())
                .contains("2,500", "1.5", "10,000", "120", "never", "40", "90");
        assertThat(table.recoveries().getLast().cells()).contains("7").doesNotContain("never");
        assertThat(table.text()).contains("recovered after s", "50 % of the server's own capacity");
        assertThat(table.markdown()).contains("### Recovery");
        assertThat(table.json()).contains("\"overloadSeconds\" : 1.5");
    }

    @Test
    void theCurveHasARowForEachServerAndRate() {
        var steps = run();
        steps.add(trial("kilim", Part.CURVE, 1, 5_000, 1, 200));
        steps.add(trial("kilim", Part.CURVE, 1, 1_000, 1, 110));
        steps.add(trial("kilim", Part.CURVE, 2, 1_000, 1, 130));
        var curve = CapacityTable.of(steps).curve();
        assertThat(curve).extracting(CurveRow::rate).containsExactly(1_000, 5_000);
        assertThat(curve.getFirst().repeats()).isEqualTo(2);
        assertThat(curve.getFirst().planned().p99Millis()).isEqualTo(new MedianRange(120, 110, 130));
        assertThat(curve.getFirst().raw().p99Millis()).isEqualTo(new MedianRange(60, 55, 65));
        assertThat(curve.getLast().share()).isEqualTo(0.5);
        assertThat(only(steps)).as("its loads are no search").isEqualTo(only(run()));
    }

    @Test
    void everyFormatHasTheFigures() {
        var table = CapacityTable.of(run());
        assertThat(table.text()).contains("4,100", "p99 of 500 ms");
        assertThat(table.markdown()).contains("| kilim | 4,100 |");
        assertThat(table.json()).contains("\"confirmed\" : 4100", "\"percentile\" : \"p99\"");
        assertThat(table.csv())
                .startsWith(
                        "server,confirmed,inLimit,inLimitMin,inLimitMax,inLimitMean,inLimitLow,inLimitHigh,sustained,")
                .contains("\r\nkilim,4100,4100.0,4000.0,4200.0,");
    }
}
