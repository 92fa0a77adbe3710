package threadwall.loadgen.sweep.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import threadwall.loadgen.engine.LoadReport;
import threadwall.loadgen.testbed.ServerShards;
import threadwall.loadgen.testbed.database.DatabaseOutage;
import threadwall.process.cgroup.CpuQuota;
import threadwall.process.proc.ContextSwitches;
import threadwall.process.proc.KernelCounters;
import threadwall.process.socket.TcpCounters;
import threadwall.record.LatencyLimit;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Arrivals;
import threadwall.record.StepRecord.HostUsage;
import threadwall.record.StepRecord.Latency;
import threadwall.record.StepRecord.Outcome;
import threadwall.record.StepRecord.Steadiness;
import threadwall.record.StepRecord.Third;
import threadwall.record.StepRecord.Verified;
import threadwall.record.StepWarning;

/** The record that follows from a step's measurements. */
class StepMetricsTest {

    private static final StepPlan ONE = Plans.step(1_000, 4_000, 1, 100, false);
    private static final StepPlan TWO = Plans.step(1_000, 4_000, 2, 100, false);

    private static final StepPlan AT_A_RATE = Plans.atARate(500);

    /** The sum of {@link #clients} and {@link #verified}. */
    private static final long ANSWERED = 4_000 + 900;

    private double waitedForTimeWait;
    private List<ClientProcesses.Result> clients = List.of(client(0, 8, 4.0, report(8, 4_000, 0)));
    private Verified verified = new Verified(910, 900, 0, null, null);
    private DatabaseOutage outage;
    private Integer databaseConnections;
    private ServerShards.Counted counted;
    private Long queries;
    private String uncounted;
    private TcpCounters tcp = new TcpCounters(0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
    private Long backlogDrops = 0L;
    private Optional<ContextSwitches> switches = Optional.empty();
    private Double stolenPercent;
    private Optional<CpuQuota.Throttling> throttling = Optional.empty();
    private StepWarning.ScarcePorts scarcePorts;
    private KernelCounters.CpuTime machine;
    private Steadiness steadiness;
    private Arrivals arrivals;
    private long open = 1_000;

    private StepMetrics metrics() {
        var peaks = new SamplePeaks();
        peaks.open = open;
        var used = new LoadCounters.Used(
                new ServerShards.Cpu(0.2, 0.3),
                null,
                0.1,
                switches,
                null,
                null,
                tcp,
                backlogDrops,
                null,
                stolenPercent,
                machine,
                null,
                throttling);
        var load = new LoadMetrics(
                new LoadMetrics.Window(0, 2_000L, 0L, scarcePorts),
                clients,
                used,
                new LoadMetrics.Database(null, outage, databaseConnections),
                new Latency(4_000, 100, 110, 120, 130, 140, 150),
                arrivals,
                verified,
                null,
                peaks,
                null,
                steadiness);
        var stopped = new StepMetrics.Stopped(counted, queries, uncounted);
        return new StepMetrics(waitedForTimeWait, null, null, null, load, null, stopped, null, null, null);
    }

    private StepRecord record(StepPlan step) {
        return record(step, null);
    }

    private StepRecord record(StepPlan step, String failure) {
        return metrics().record(Instant.EPOCH, 1, step, failure);
    }

    @Test
    void computesTheRateOverTheWindow() {
        var record = record(ONE);
        assertThat(record.outcome()).isEqualTo(Outcome.OK);
        assertThat(record.reason()).isNull();
        assertThat(record.load().requestsPerSecond()).isEqualTo(500);
        assertThat(record.server().requestsPerCpuSecond()).isEqualTo((4_000 + 900) / 0.5);
        assertThat(record.warnings()).isEmpty();
    }

    @Test
    void sumsClientsAndTakesTheWindowFromTheFirstStartToTheLastAnswer() {
        clients = List.of(client(0, 9, 1.0, report(3.0, 2_000, 0)), client(0.5, 9, 0.25, report(3.5, 2_000, 0)));
        var record = record(TWO);
        assertThat(record.load().requestsCompleted()).isEqualTo(4_000);
        assertThat(record.load().windowSeconds()).isEqualTo(4.0);
        assertThat(record.load().requestsPerSecond()).isEqualTo(1_000);
        assertThat(record.client().cpuSeconds()).isEqualTo(1.25);
        assertThat(record.client().busiestShareOfCore()).isCloseTo(1.0 / 9, within(1e-9));
        assertThat(record.warnings()).containsExactly(new StepWarning.Sharded(2), new StepWarning.ShortLoad(4));
    }

    @Test
    void hasNoLoadUnlessEveryClientReported() {
        clients = List.of(client(0, 2, 1.0, report(2, 2_000, 0)), client(0, 2, 1.0, null));
        var record = record(TWO);
        assertThat(record.load()).isNull();
        assertThat(record.outcome()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void carriesNoRateWhenAnswersAreWrongOrTheStepFailed() {
        verified = new Verified(910, 900, 1, "no Date", null);
        assertThat(record(ONE).load().requestsPerSecond()).isNull();
        assertThat(record(ONE).server().requestsPerCpuSecond()).isNull();

        var failed = record(ONE, "kilim was ended by signal 9");
        assertThat(failed.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(failed.reason()).isEqualTo("kilim was ended by signal 9");
        assertThat(failed.load().requestsPerSecond()).isNull();
    }

    @Test
    void failsWhenTheDatabaseWasUnreachable() {
        outage = new DatabaseOutage(List.of());
        assertThat(record(ONE).outcome()).isEqualTo(Outcome.OK);
        assertThat(record(ONE).database().awaySeconds()).isZero();

        outage = new DatabaseOutage(List.of(new DatabaseOutage.Span(Instant.EPOCH, Instant.ofEpochSecond(6))));
        var away = "PostgreSQL was unreachable for 6.0 s of the load, from 00:00:00 to 00:00:06 UTC";
        assertThat(record(ONE).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(record(ONE).reason()).isEqualTo(away);
        assertThat(record(ONE).load().requestsPerSecond()).isNull();
        assertThat(record(ONE).database().awaySeconds()).isEqualTo(6);

        verified = new Verified(910, 900, 7, "status 503 instead of 200", null);
        assertThat(record(ONE).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(record(ONE).reason()).startsWith(away + "; 7 of 910").endsWith("status 503 instead of 200");

        var failed = record(ONE, "kilim was ended by signal 9");
        assertThat(failed.reason()).isEqualTo(away + "; kilim was ended by signal 9");
    }

    @Test
    void failsWithMoreDatabaseConnectionsThanConfigured() {
        var step = Plans.onPostgres(2, 10);
        clients = List.of(client(0, 2, 1.0, report(2, 2_000, 0)), client(0, 2, 1.0, report(2, 2_000, 0)));
        databaseConnections = 20;
        assertThat(record(step).outcome()).isEqualTo(Outcome.OK);
        assertThat(record(step).database().connectionsPeak()).isEqualTo(20);

        databaseConnections = 21;
        assertThat(record(step).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(record(step).reason()).isEqualTo("PostgreSQL had 21 connections at once, but 20 are configured");
        assertThat(record(step).load().requestsPerSecond()).isNull();
        assertThat(record(step).database().connectionsPeak()).isEqualTo(21);
    }

    @Test
    void failsWithoutOneQueryPerRequest() {
        var step = Plans.onPostgres(1, 10);
        clients = List.of(client(0, 2, 1.0, report(2, 4_000, 0)));
        counted = new ServerShards.Counted(5_000L, 10L);
        queries = 5_001L; // one at the start
        assertThat(record(step).outcome()).isEqualTo(Outcome.OK);
        queries = 5_000L;
        assertThat(record(step).outcome()).isEqualTo(Outcome.OK);
        assertThat(record(step).server().requests()).isEqualTo(5_000);
        assertThat(record(step).database().queries()).isEqualTo(5_000);

        for (long other : new long[] {4_999, 5_002}) {
            queries = other;
            assertThat(record(step).outcome()).isEqualTo(Outcome.FAILED);
            assertThat(record(step).reason())
                    .isEqualTo(
                            "expected one query per request, but PostgreSQL ran %,d queries and the servers counted"
                                    + " 5,000 requests (4,900 answered in the load)",
                            other);
            assertThat(record(step).load().requestsPerSecond()).isNull();
        }
    }

    @Test
    void failsWhenQueriesCannotBeCountedAndKeepsTheOtherReason() {
        uncounted = "asking PostgreSQL for its count of queries failed";
        assertThat(record(ONE).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(record(ONE).reason()).isEqualTo(uncounted);

        verified = new Verified(910, 900, 7, "status 503 instead of 200", null);
        assertThat(record(ONE).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(record(ONE).reason()).startsWith(uncounted + "; 7 of 910").endsWith("status 503 instead of 200");
    }

    @Test
    void failsWhenTheServerCountsFewerRequestsThanWereAnswered() {
        clients = List.of(client(0, 2, 1.0, report(2, 4_000, 0)));
        counted = new ServerShards.Counted(ANSWERED - 1, 10L);
        queries = ANSWERED - 1;
        assertThat(record(Plans.onPostgres(1, 10)).outcome()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void excludesFailedRequestsFromTheRateWhichIsNeverNegative() {
        clients = List.of(client(0, 2, 1.0, report(2, 4_000, 100)));
        assertThat(record(ONE).outcome()).isEqualTo(Outcome.FAILED_REQUESTS);
        assertThat(record(ONE).load().requestsPerSecond()).isEqualTo(1_950);

        // what ab printed of 20 refused connections: 30 failures in 0.000 s
        clients = List.of(client(
                0,
                2,
                1.0,
                new LoadReport(2, 4_000, 0, 4_000, 0, 2_000, 0, 0, Optional.empty(), Optional.empty(), List.of())));
        assertThat(record(ONE).load().failed()).isEqualTo(4_000);
        assertThat(record(ONE).load().requestsPerSecond()).isZero();
    }

    @Test
    void hasNoRateAndAWarningWithoutAWindow() {
        clients = List.of(client(0, 0.01, 0.001, report(0, 4_000, 0)));
        var record = record(ONE);
        assertThat(record.outcome()).isEqualTo(Outcome.OK);
        assertThat(record.load().requestsPerSecond()).isNull();
        assertThat(record.warnings()).containsExactly(new StepWarning.ShortLoad(0));
    }

    @Test
    void isNullWhereNothingWasMeasured() {
        var record = StepMetrics.NONE.record(Instant.EPOCH, 1, ONE, "did not start");
        assertThat(record.load()).isNull();
        assertThat(record.connections().peakOpen()).isNull();
        assertThat(record.server().threadsIdle()).isNull();
        assertThat(record.client().cpuSeconds()).isNull();
        assertThat(record.client().busiestShareOfCore()).isNull();
        assertThat(record.database()).isNull();
        assertThat(record.kernel().listenOverflows()).isNull();
        assertThat(record.warnings()).isEmpty();
    }

    @Test
    void hasNoCpuSecondsOfTheClientsUnlessAllAreKnown() {
        clients = List.of(
                client(0, 2, 1.0, report(2, 2_000, 0)),
                new ClientProcesses.Result(0, 2, Optional.empty(), List.of(), Optional.of(report(2, 2_000, 0))));
        assertThat(record(TWO).client().cpuSeconds()).isNull();
        assertThat(record(TWO).client().busiestShareOfCore()).isEqualTo(0.5);
    }

    @Test
    void computesWakeUpsPerRequest() {
        switches = Optional.of(new ContextSwitches(9_800, 100));
        assertThat(record(ONE).server().voluntarySwitches()).isEqualTo(9_800);
        assertThat(record(ONE).server().involuntarySwitches()).isEqualTo(100);
        assertThat(record(ONE).server().wakeUpsPerRequest()).isEqualTo(9_800.0 / (4_000 + 900));
        switches = Optional.empty();
        assertThat(record(ONE).server().voluntarySwitches()).isNull();
        assertThat(record(ONE).server().wakeUpsPerRequest()).isNull();
    }

    @Test
    void warnsThatTheClientWasTheBottleneck() {
        clients = List.of(client(0, 8, 7.76, report(8, 4_000, 0)));
        assertThat(record(ONE).warnings()).containsExactly(new StepWarning.ClientBound("ab", 1, 0.97));
        // two threads on a core each: 0.97 of two cores
        var wrk = Plans.byTime("wrk", 2, true);
        assertThat(record(wrk).warnings()).isEmpty();
        clients = List.of(client(0, 8, 15.52, report(8, 4_000, 0)));
        assertThat(record(wrk).warnings()).containsExactly(new StepWarning.ClientBound("wrk", 2, 0.97));
        clients = List.of(client(0, 8, 7.6, report(8, 4_000, 0)));
        assertThat(record(ONE).warnings()).isEmpty();
    }

    private static Arrivals arrivals(long answeredInTime, long heldBack, double p99Millis, double lagMillis) {
        var planned = new Latency(4_000, 100, 110, 120, p99Millis, p99Millis, p99Millis);
        return new Arrivals(4_000, answeredInTime, heldBack, planned, lagMillis, lagMillis);
    }

    @Test
    void warnsThatTheClientSentLate() {
        arrivals = arrivals(4_000, 0, 120, 12);
        assertThat(record(AT_A_RATE).warnings()).isEmpty();
        arrivals = arrivals(4_000, 0, 120, 12.5);
        assertThat(record(AT_A_RATE).warnings()).containsExactly(new StepWarning.ClientLate(12.5, 120));
        assertThat(record(AT_A_RATE).arrivals()).isEqualTo(arrivals);
    }

    @Test
    void warnsThatRequestsWaitedForAConnection() {
        arrivals = arrivals(4_000, 7, 1_800, 0);
        assertThat(record(AT_A_RATE).warnings()).containsExactly(new StepWarning.HeldBack(7, 50, 1_800, 130));
    }

    @Test
    void warnsThatTheServerAnsweredFewerThanWereDue() {
        arrivals = arrivals(3_960, 0, 130, 0);
        assertThat(record(AT_A_RATE).warnings()).isEmpty();
        arrivals = arrivals(3_000, 0, 130, 0);
        assertThat(record(AT_A_RATE).warnings()).containsExactly(new StepWarning.RateNotReached(500, 0.75));
    }

    /** 4,000 requests of a plan for five seconds. */
    @Test
    void warnsThatHostsBeganFewerRequestsThanPlanned() {
        assertThat(record(Plans.arrivals(840)).warnings()).as("95.2 %").isEmpty();
        assertThat(record(Plans.arrivals(850)).warnings())
                .containsExactly(new StepWarning.FewArrivals(850, 4_000 / 4_250.0));
        clients = List.of(client(0, 8, 4.0, report(8, 40, 0)));
        assertThat(record(Plans.arrivals(10)).warnings())
                .as("of 50, random arrivals")
                .isEmpty();
        clients = List.of(client(0, 8, 4.0, report(8, 28, 0)));
        assertThat(record(Plans.arrivals(10)).warnings()).containsExactly(new StepWarning.FewArrivals(10, 0.56));
    }

    @Test
    void warnsOfAHostThatIsBusy() {
        var busy = new HostUsage("lab1", 3.0, 0.96, null);
        clients = List.of(new ClientProcesses.Result(
                0,
                8,
                Optional.of(3.0),
                List.of(busy, new HostUsage("lab2", 1.0, 0.94, null), new HostUsage("lab3", null, null, null)),
                Optional.of(report(8, 4_000, 0))));
        assertThat(record(ONE).warnings()).containsExactly(new StepWarning.ClientHostBusy("lab1", 0.96));
    }

    @Test
    void aClientWithARateOpensOnlyAsManyConnectionsAsItNeeds() {
        arrivals = arrivals(4_000, 0, 130, 0);
        open = 1;
        assertThat(record(AT_A_RATE).warnings()).isEmpty();
    }

    @Test
    void warnsOfFewOpenConnections() {
        open = 949;
        assertThat(record(ONE).warnings()).containsExactly(new StepWarning.FewConnections(949));
        open = 950;
        assertThat(record(ONE).warnings()).isEmpty();
    }

    @Test
    void warnsOfScarcePorts() {
        scarcePorts = new StepWarning.ScarcePorts(9_000, 10_000, 14_116);
        assertThat(record(ONE).warnings()).containsExactly(scarcePorts);
    }

    @Test
    void warnsOfOverflowsAndWaiting() {
        tcp = new TcpCounters(1_234L, 1_300L, 7L, 0L, 0L, 0L, 0L, 0L);
        backlogDrops = 60L;
        waitedForTimeWait = 12.4;
        assertThat(record(ONE).kernel().backlogDrops()).isEqualTo(60);
        assertThat(record(ONE).warnings())
                .containsExactly(
                        new StepWarning.ListenOverflows(1_234),
                        new StepWarning.TimeWaitOverflows(7),
                        new StepWarning.BacklogDrops(60),
                        new StepWarning.WaitedForTimeWait(12.4));
        tcp = new TcpCounters(0L, 0L, null, 0L, 0L, 0L, 0L, 0L);
        backlogDrops = null;
        waitedForTimeWait = 0.3;
        assertThat(record(ONE).warnings()).isEmpty();
    }

    @Test
    void warnsOfStolenTime() {
        stolenPercent = 5.2;
        assertThat(record(ONE).warnings()).containsExactly(new StepWarning.CpuStolen(5.2));
        stolenPercent = 4.9;
        assertThat(record(ONE).warnings()).isEmpty();
        assertThat(record(ONE).kernel().stolenPercent()).isEqualTo(4.9);
    }

    @Test
    void warnsOfAQuotaThatStoppedTheServer() {
        throttling = Optional.of(new CpuQuota.Throttling(0.5, 0.01));
        assertThat(record(ONE).warnings()).containsExactly(new StepWarning.CpuThrottled(0.5, 0.01));
        throttling = Optional.of(new CpuQuota.Throttling(0.5, 0.009));
        assertThat(record(ONE).warnings()).isEmpty();
    }

    @Test
    void warnsOfALoadThatWasNotSteady() {
        steadiness = new Steadiness(0, new Third(500, 120, 150), new Third(500, 100, 120), 1.5, false, null);
        assertThat(record(ONE).warnings()).containsExactly(new StepWarning.Unsteady(150, 120));
        assertThat(record(ONE).steadiness()).isEqualTo(steadiness);
        steadiness = new Steadiness(0, new Third(500, 110, 130), new Third(500, 100, 120), 0.1, true, null);
        assertThat(record(ONE).warnings()).isEmpty();
    }

    /** Busy for 9 of 16 s: 0.5 s the servers, 4 s the client and 0.1 s this tool. */
    @Test
    void whatNoProcessOfTheStepUsedOthersDid() {
        machine = new KernelCounters.CpuTime(16, 9);
        assertThat(record(ONE).kernel().otherCpuPercent()).isCloseTo(100 * 4.4 / 16, within(1e-9));
        assertThat(record(ONE).warnings()).containsExactly(new StepWarning.OtherProcesses(100 * 4.4 / 16));
        machine = new KernelCounters.CpuTime(16, 4.9);
        assertThat(record(ONE).warnings()).isEmpty();
        machine = new KernelCounters.CpuTime(16, 4.5);
        assertThat(record(ONE).kernel().otherCpuPercent()).isZero();
        machine = null;
        assertThat(record(ONE).kernel().otherCpuPercent()).isNull();
    }

    /** 4,900 answers in 8 s, 0.1 s each: 61 at once, of 1,000. The processors are busy for 4.6 of 16 s. */
    @Test
    void estimatesTheHandlerOfAServerThatDoesNotCount() {
        verified = new Verified(910, 900, 0, null, 100.0);
        machine = new KernelCounters.CpuTime(16, 4.6);
        assertThat(record(ONE).warnings()).containsExactly(estimate(61.25, true));
        machine = new KernelCounters.CpuTime(5, 4.6);
        assertThat(record(ONE).warnings()).as("busy processors").containsExactly(estimate(61.25, false));
        machine = new KernelCounters.CpuTime(16, 4.6);
        throttling = Optional.of(new CpuQuota.Throttling(0.5, 0.5));
        assertThat(record(ONE).warnings()).as("a quota").contains(estimate(61.25, false));
        throttling = Optional.empty();
        verified = new Verified(910, 900, 0, null, 1_000.0);
        assertThat(record(ONE).warnings()).as("more than half").containsExactly(estimate(612.5, false));
        verified = new Verified(910, 900, 0, null, 100.0);
        open = 949;
        assertThat(record(ONE).warnings())
                .as("connections that the server may not have seen")
                .contains(estimate(61.25, false));
        open = 1_000;
        clients = List.of(client(0, 8, 7.9, report(8, 4_000, 0)));
        machine = new KernelCounters.CpuTime(16, 8.5);
        assertThat(record(ONE).warnings()).as("a busy client").contains(estimate(61.25, false));
    }

    private static StepWarning estimate(double requests, boolean poolBound) {
        return new StepWarning.HandlerEstimate(requests, 1_000, poolBound);
    }

    @Test
    void aLoadIsRepeatedIfItWasTooShortOrNotSteady() {
        assertThat(metrics().load().isToBeRepeated(lasting(5))).isFalse();
        assertThat(metrics().load().isToBeRepeated(lasting(9))).isTrue();
        assertThat(metrics().load().isToBeRepeated(ONE)).isFalse();
        steadiness = new Steadiness(0, new Third(500, 120, 150), new Third(500, 100, 120), 1.5, false, null);
        assertThat(metrics().load().isToBeRepeated(ONE)).isTrue();
        verified = new Verified(910, 900, 1, "no Date", null);
        assertThat(metrics().load().isToBeRepeated(lasting(9))).isFalse();
        verified = new Verified(910, 900, 0, null, null);
        clients = List.of(client(0, 8, 4.0, report(8, 4_000, 1)));
        assertThat(metrics().load().isToBeRepeated(lasting(9))).isFalse();
    }

    @Test
    void aLoadWithAnOverloadIsNotRepeatedForBeingUnsteady() {
        steadiness = new Steadiness(0, new Third(500, 120, 150), new Third(500, 100, 120), 1.5, false, null);
        var limit = new LatencyLimit("p99", 500);
        var curve = ONE.with(new StepPlan.Trial(StepPlan.Trial.Part.CURVE, limit, 0.5, 77));
        assertThat(metrics().load().isToBeRepeated(curve)).isTrue();
        var recovery = ONE.with(new StepPlan.Trial(StepPlan.Trial.Part.RECOVERY, limit, null, 77));
        assertThat(metrics().load().isToBeRepeated(recovery)).isFalse();
    }

    @Test
    void aLoadWhoseDatabaseFailedIsNotRepeated() {
        databaseConnections = 11;
        var onTen = Plans.onPostgres(1, 10);
        steadiness = new Steadiness(0, new Third(500, 120, 150), new Third(500, 100, 120), 1.5, false, null);
        assertThat(metrics().load().isToBeRepeated(onTen)).isFalse();
        databaseConnections = 10;
        assertThat(metrics().load().isToBeRepeated(onTen)).isTrue();
    }

    private static StepPlan lasting(int seconds) {
        var load = new StepPlan.LoadSettings("/json", null, 1_000, 4_000L, seconds, null, false, "ab", 4, 30);
        return ONE.with(load, ONE.clients());
    }

    private static LoadReport report(double seconds, long complete, long failedConnect) {
        return new LoadReport(
                seconds, complete, failedConnect, 0, 0, 0, 0, 0, Optional.empty(), Optional.empty(), List.of());
    }

    private static ClientProcesses.Result client(double offset, double seconds, double cpuSeconds, LoadReport report) {
        return new ClientProcesses.Result(
                offset, seconds, Optional.of(cpuSeconds), List.of(), Optional.ofNullable(report));
    }
}
