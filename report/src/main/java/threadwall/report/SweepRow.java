package threadwall.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * All repeats of one server under one load: a line of the table. The figures are of the repeats that ended well, {@code null}
 * where none did. CSV and JSON have the components of the groups side by side, in this order.
 *
 * @param repeats how many were run; {@code good} of them ended well
 * @param failed requests that failed, over all repeats
 * @param remarks of all repeats, including the reasons of those that did not end well
 */
public record SweepRow(
        String server,
        @JsonUnwrapped Workload workload,
        int repeats,
        int good,
        @JsonUnwrapped Responses responses,
        @JsonUnwrapped ResourceUse resources,
        @JsonUnwrapped Network network,
        @JsonUnwrapped DatabaseUse database,
        long failed,
        List<Remark> remarks) {

    /**
     * What the server was loaded with.
     *
     * @param engine the load generator; {@code null} where the record does not name it
     * @param workers of the server, as {@code --workers} takes them, where the run has this load with several numbers of
     *     workers; else {@code null}
     * @param rate requests that were due in a second; {@code null} for a client that waits for responses
     * @param dataPercent size of the requested data over the database's memory; {@code null} where that is not limited
     * @param store where the requested data is, {@code postgres} or {@code embedded}; {@code null} where none was requested
     */
    public record Workload(
            String route,
            boolean keepAlive,
            String engine,
            String workers,
            int concurrency,
            Integer rate,
            Integer dataPercent,
            String store) {}

    /**
     * What the clients got.
     *
     * @param ratio requests per second over the baseline's in the same repeat
     * @param ratioInterval of the same ratios; {@code null} for fewer than {@value RatioInterval#FEWEST} of them
     * @param plannedP50Millis from the time when a request was due; {@code plannedP99Millis} likewise. {@code null} without a
     *     rate, like {@code lagP99Millis}: how late the client sent requests although connections were free
     * @param openConnections most at once; {@code inHandler} likewise
     * @param firstRoundPerSecond of the first round of the warm-up, on a server that has just started; {@code null} where
     *     the record does not have it
     * @param firstRoundClientCores CPU time of the clients in that round, over its length; {@code null} as before
     */
    public record Responses(
            MedianRange requestsPerSecond,
            MedianRange ratio,
            RatioInterval ratioInterval,
            MedianRange p50Millis,
            MedianRange p99Millis,
            MedianRange plannedP50Millis,
            MedianRange plannedP99Millis,
            MedianRange lagP99Millis,
            MedianRange openConnections,
            MedianRange inHandler,
            MedianRange firstRoundPerSecond,
            MedianRange firstRoundClientCores) {}

    /**
     * What it took.
     *
     * @param perCpuRatio requests per CPU second over the baseline's in the same repeat, {@code perCpuRatioInterval} of the
     *     same ratios
     * @param switchesPerRequest context switches of the server, voluntary and involuntary
     * @param wakeUpsPerRequest the voluntary ones
     * @param clientCores CPU seconds of all clients per second of their load: 1 is a core
     * @param hosts of {@code --clients}, each with its busiest seconds in percent; {@code null} without it
     * @param hostsRssBytes most resident memory of the engine's processes on each host, summed over the hosts
     */
    public record ResourceUse(
            MedianRange threads,
            MedianRange rssBytes,
            MedianRange serverCpuSeconds,
            MedianRange requestsPerCpuSecond,
            MedianRange perCpuRatio,
            RatioInterval perCpuRatioInterval,
            MedianRange switchesPerRequest,
            MedianRange wakeUpsPerRequest,
            MedianRange clientCores,
            String hosts,
            MedianRange hostsRssBytes) {}

    /**
     * How the packets of the load travelled.
     *
     * @param roundTripMillis to the farthest host of {@code --clients}, before the load; {@code null} without it
     * @param retransmits TCP segments that this machine sent again, in the server's network namespace
     */
    public record Network(MedianRange roundTripMillis, MedianRange retransmits) {}

    /**
     * Connections to PostgreSQL of all processes of the server together.
     *
     * @param dbConnections as configured; {@code null} where the server has none
     * @param dbConnectionsPeak most that were open at once
     */
    public record DatabaseUse(Integer dbConnections, MedianRange dbConnectionsPeak) {}

    /** The same figures under another name, for a table of several runs. */
    public SweepRow named(String name) {
        return new SweepRow(name, workload, repeats, good, responses, resources, network, database, failed, remarks);
    }
}
