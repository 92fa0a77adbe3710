package threadwall.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.StepRecord.HostUsage;

/**
 * Files of Tsung 1.7.0 with two hosts of {@code ops/net/lab.sh}: {@code kept} is of 40 connections with five requests
 * each to kilim, {@code long} of 20 with 120 to {@code /json2?time=100}. {@code broken} is of 20 with five each to a
 * server that answered every tenth request with 503, closed another tenth without a response, and let a third tenth
 * wait for longer than the time-out of 2 s. {@code refused} is of 20 to a port that nothing listened at.
 */
class TsungReportTest {

    @TempDir
    private Path folder;

    private static Path recorded(String name) throws URISyntaxException {
        return Path.of(TsungReportTest.class.getResource("tsung/" + name).toURI());
    }

    private static List<TsungRequestLog.Dump> dumps(double offset, Path... files) {
        return Stream.of(files)
                .map(file -> new TsungRequestLog.Dump(file, offset))
                .toList();
    }

    private static LoadReport report(String run, Path... dumps) throws Exception {
        var log = TsungRequestLog.merge(dumps(0, dumps)).orElseThrow();
        return TsungCounters.read(recorded(run + ".log")).orElseThrow().report(log);
    }

    @Test
    void mergesThePercentilesOfAllHosts() throws Exception {
        var report = report("kept", recorded("kept-1.dump"), recorded("kept-2.dump"));
        assertThat(report.complete()).isEqualTo(200);
        assertThat(report.failed()).isZero();
        var latency = report.latency().orElseThrow();
        // counted by hand: cut -d';' -f9 kept-*.dump | sort -n, lines 1, 100, 180, 198, 200
        assertThat(latency.requests()).isEqualTo(200);
        assertThat(latency.minMillis()).isEqualTo(0.096);
        assertThat(latency.p50Millis()).isEqualTo(0.284);
        assertThat(latency.p90Millis()).isEqualTo(1.412);
        assertThat(latency.p99Millis()).isEqualTo(5.122);
        assertThat(latency.maxMillis()).isEqualTo(8.427);
        assertThat(report.seconds()).isEqualTo(2.0105, within(0.001));
    }

    /** The window of both files would be a second longer by the clock of the second host. */
    @Test
    void timesAreThoseOfThisMachinesClock() throws Exception {
        var same = TsungRequestLog.merge(dumps(0, recorded("kept-1.dump"), recorded("kept-2.dump")));
        var late = Files.write(
                folder.resolve("late.dump"),
                Files.readAllLines(recorded("kept-2.dump")).stream()
                        .map(line -> (Double.parseDouble(line.substring(0, line.indexOf(';'))) + 1)
                                + line.substring(line.indexOf(';')))
                        .toList());
        var corrected = TsungRequestLog.merge(
                List.of(new TsungRequestLog.Dump(recorded("kept-1.dump"), 0), new TsungRequestLog.Dump(late, 1_000)));
        assertThat(corrected.orElseThrow().seconds())
                .isEqualTo(same.orElseThrow().seconds(), within(0.001));
    }

    /** A single thread on two processors: a third of both for a while, all of one for four seconds, then nothing. */
    @Test
    void aHostIsAsBusyAsInItsBusiestSeconds() {
        var lines = List.of(
                "used 0.00 0.00 0.00 2 50000000 1",
                "used 0.66 2.00 0.33 2 60000000 1",
                "used 1.66 4.00 1.33 2 70000000 1",
                "used 2.66 6.00 2.33 2 90000000 1",
                "used 3.66 8.00 3.33 2 80000000 1",
                "used 4.66 10.00 4.33 2 80000000 1",
                "used 4.66 12.00 4.33 2 80000000 1",
                "gone");
        assertThat(Tsung.usage("lab1", 1, lines).busyShare()).isEqualTo(1, within(0.001));
        assertThat(Tsung.usage("lab1", 2, lines).busyShare()).isEqualTo(0.5, within(0.001));
        assertThat(Tsung.usage("lab1", 1, lines).cpuSeconds()).isEqualTo(4.33);
        assertThat(Tsung.usage("lab1", 1, lines).rssPeakBytes()).isEqualTo(90_000_000);
        assertThat(Tsung.usage("lab1", 1, List.of("gone"))).isEqualTo(new HostUsage("lab1", null, null, null));
    }

    /** Erlang boots with all of both processors; then a quarter of them is busy. */
    @Test
    void theSecondInWhichErlangStartsIsNotTheBusiestTime() {
        var lines = List.of(
                "used 0.00 0.00 0.00 2 50000000 1",
                "used 2.00 2.00 0.20 2 50000000 1",
                "used 2.50 4.00 0.30 2 50000000 1",
                "used 3.00 6.00 0.40 2 50000000 1",
                "used 3.50 8.00 0.50 2 50000000 1",
                "used 4.00 10.00 0.60 2 50000000 1");
        assertThat(Tsung.usage("lab1", 1, lines).busyShare())
                .as("over four seconds: 3.5 of 8")
                .isEqualTo(3.5 / 8, within(0.001));
        assertThat(Tsung.usage("lab1", 1, lines.subList(0, 3)).busyShare())
                .as("a log that is shorter")
                .isEqualTo(2.5 / 4, within(0.001));
    }

    @Test
    void knowsWhenEachHundredthOfTheRequestsHadEnded() throws Exception {
        var log = TsungRequestLog.merge(dumps(0, recorded("kept-1.dump"), recorded("kept-2.dump")))
                .orElseThrow();
        assertThat(log.endMillis()).hasSize(100).isSorted();
        assertThat(log.endMillis().getLast() - log.endMillis().getFirst())
                .isLessThanOrEqualTo((long) Math.ceil(1e3 * log.seconds()));
    }

    @Test
    void countsWhatFailedByKind() throws Exception {
        var report = report("broken", recorded("broken-1.dump"), recorded("broken-2.dump"));
        assertThat(report.non2xx()).isEqualTo(10);
        assertThat(report.failedReceive()).isEqualTo(10);
        assertThat(report.failedExceptions()).isEqualTo(10);
        assertThat(report.failedConnect()).isZero();
        // 67 answered with 200, and those above; ten users gave up before their last request
        assertThat(report.complete()).isEqualTo(97);
        assertThat(report.latency().orElseThrow().requests()).isEqualTo(77);
    }

    @Test
    void aRefusedConnectionIsAFailedConnect() throws Exception {
        var report = report("refused", Files.createFile(folder.resolve("none.dump")));
        assertThat(report.failedConnect()).isEqualTo(20);
        assertThat(report.failed()).isEqualTo(20);
        assertThat(report.complete()).isEqualTo(20);
        assertThat(report.latency()).isEmpty();
    }

    @Test
    void addsTheIntervalsOfALongRun() throws Exception {
        var counters = TsungCounters.read(recorded("long.log")).orElseThrow();
        assertThat(counters.totals())
                .containsEntry("request", 2_400L)
                .containsEntry("200", 2_400L)
                .containsEntry("users_count", 20L);
    }

    @Test
    void aRunThatWasCutOffHasNoCounters() throws Exception {
        var lines = Files.readAllLines(recorded("long.log"));
        var cut = Files.write(folder.resolve("cut.log"), lines.subList(0, lines.size() - 1));
        assertThat(TsungCounters.read(cut)).isEmpty();
    }

    @Test
    void theLogOfAHostIsMissedAndACutOffLineIsRefused() throws Exception {
        var there = recorded("kept-1.dump");
        assertThat(TsungRequestLog.merge(dumps(0, there, folder.resolve("gone.dump"))))
                .isEmpty();
        var text = Files.readString(there);
        var last = text.stripTrailing().substring(text.stripTrailing().lastIndexOf('\n') + 1);
        var half = last.substring(0, last.length() / 2);
        var cut = Files.writeString(folder.resolve("cut.dump"), half);
        assertThatThrownBy(() -> TsungRequestLog.merge(dumps(0, there, cut)))
                .isInstanceOf(IOException.class)
                .hasMessage(cut + ": not a line that Tsung writes: " + half);
    }
}
