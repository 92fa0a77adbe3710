package threadwall.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static threadwall.report.html.Made.good;
import static threadwall.report.html.Made.on;
import static threadwall.report.html.Made.run;

import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.report.SweepTable;
import threadwall.report.TableFormat;

/** What other programs get. */
class ReportTablesTest {

    private static final RecordedRun PLAIN =
            run("run", good("spring-blocking", 1, 1_000, 1_000, 1_000), good("kilim", 1, 1_000, 3_000, 24));

    @Test
    void markdownIsTheFindingAndTheSweepsTable() {
        assertThat(ReportTables.markdown(List.of(PLAIN)))
                .isEqualTo(ReportHeadline.of(List.of(PLAIN), StepGroup.of(List.of(PLAIN)))
                        + "\n\n"
                        + TableFormat.MARKDOWN.render(SweepTable.of(PLAIN.steps())));
    }

    @Test
    void markdownHasATableForEachRunAndLoad() {
        var other = run(
                "a | <b>",
                good("kilim", 1, 1_000, 3_000, 24),
                on("/json", null, true, "wrk", good("kilim", 1, 256, 9_000, 24)));
        assertThat(ReportTables.markdown(List.of(PLAIN, other)).lines().filter(line -> line.startsWith("#")))
                .containsExactly(
                        "### run: /json2?time=100, a connection for each request, ab",
                        "### a \\| \\<b\\>: /json2?time=100, a connection for each request, ab",
                        "### a \\| \\<b\\>: /json, kept connections, wrk");
    }

    @Test
    void csvHasARowForEachServerAndLoadOfEachRun() {
        assertThat(ReportTables.csv(List.of(PLAIN))).isEqualTo(TableFormat.CSV.render(SweepTable.of(PLAIN.steps())));
        var hostile = run("x\",\n\"y", good("k,\"<b>", 1, 1_000, 3_000, 24));
        assertThat(ReportTables.csv(List.of(PLAIN, hostile)).lines().map(line -> line.split(",/json2")[0]))
                .containsExactly(
                        "server,route,keepAlive,engine,workers,concurrency,rate,dataPercent,store,repeats,good,requestsPerSecond,"
                                + "requestsPerSecondMin,requestsPerSecondMax,ratio,ratioMin,ratioMax,ratioMean,ratioLow,ratioHigh,p50Millis,p50MillisMin,p50MillisMax,"
                                + "p99Millis,p99MillisMin,p99MillisMax,plannedP50Millis,plannedP50MillisMin,plannedP50MillisMax,"
                                + "plannedP99Millis,plannedP99MillisMin,plannedP99MillisMax,lagP99Millis,lagP99MillisMin,lagP99MillisMax,"
                                + "openConnections,openConnectionsMin,"
                                + "openConnectionsMax,inHandler,inHandlerMin,inHandlerMax,firstRoundPerSecond,firstRoundPerSecondMin,"
                                + "firstRoundPerSecondMax,firstRoundClientCores,firstRoundClientCoresMin,firstRoundClientCoresMax,threads,threadsMin,threadsMax,"
                                + "rssBytes,rssBytesMin,rssBytesMax,serverCpuSeconds,serverCpuSecondsMin,"
                                + "serverCpuSecondsMax,requestsPerCpuSecond,requestsPerCpuSecondMin,"
                                + "requestsPerCpuSecondMax,perCpuRatio,perCpuRatioMin,perCpuRatioMax,perCpuRatioMean,"
                                + "perCpuRatioLow,perCpuRatioHigh,switchesPerRequest,switchesPerRequestMin,"
                                + "switchesPerRequestMax,wakeUpsPerRequest,wakeUpsPerRequestMin,wakeUpsPerRequestMax,"
                                + "clientCores,clientCoresMin,clientCoresMax,hosts,hostsRssBytes,hostsRssBytesMin,hostsRssBytesMax,"
                                + "roundTripMillis,roundTripMillisMin,roundTripMillisMax,retransmits,retransmitsMin,retransmitsMax,dbConnections,"
                                + "dbConnectionsPeak,dbConnectionsPeakMin,dbConnectionsPeakMax,failed,remarks",
                        "spring-blocking · run",
                        "kilim · run",
                        "\"k,\"\"<b> · x\"\",",
                        "\"\"y\"");
        assertThat(ReportTables.csv(List.of(run("run")))).startsWith("server,").hasLineCount(1);
    }
}
