package threadwall.report;

import java.util.List;
import threadwall.record.StepWarning;

/**
 * One line of the table: all repeats of one server under one load. Figures are of the repeats that ended well;
 * {@code null} where none did.
 *
 * @param engine the program that drove the load; {@code null} where the record does not tell
 * @param workers of the server, as {@code --workers} takes them, where it had the same load with several numbers of them;
 *     else {@code null}
 * @param dataPercent size of the data that were asked for over the database's memory; {@code null} where nobody bounds that
 * @param store where the data are that were asked for, {@code postgres} or {@code embedded}; {@code null} where none were
 * @param repeats how many were run; {@code good} how many of them ended well
 * @param ratio requests per second over the baseline's in the same repeat
 * @param switchesPerRequest context switches of the server, whether its threads waited or their time was over
 * @param wakeUpsPerRequest those for which they waited
 * @param clientCores CPU seconds of all clients for each second of their load: 1 is a core
 * @param dbConnections that all processes of the server together may have to PostgreSQL; {@code null} where they have none
 * @param dbConnectionsPeak most that they had at once
 * @param failed requests that failed, over all repeats
 * @param remarks of all repeats in words: why some did not end well, and their warnings
 * @param warnings of all repeats, each once
 */
public record SweepRow(
        String server,
        String route,
        boolean keepAlive,
        String engine,
        String workers,
        int concurrency,
        Integer dataPercent,
        String store,
        int repeats,
        int good,
        MedianRange requestsPerSecond,
        MedianRange ratio,
        MedianRange p50Millis,
        MedianRange p99Millis,
        MedianRange openConnections,
        MedianRange inHandler,
        MedianRange threads,
        MedianRange rssBytes,
        MedianRange serverCpuSeconds,
        MedianRange requestsPerCpuSecond,
        MedianRange switchesPerRequest,
        MedianRange wakeUpsPerRequest,
        MedianRange clientCores,
        Integer dbConnections,
        MedianRange dbConnectionsPeak,
        long failed,
        List<String> remarks,
        List<StepWarning> warnings) {

    /** The same figures under another name, for a table of several runs. */
    public SweepRow named(String name) {
        return new SweepRow(
                name,
                route,
                keepAlive,
                engine,
                workers,
                concurrency,
                dataPercent,
                store,
                repeats,
                good,
                requestsPerSecond,
                ratio,
                p50Millis,
                p99Millis,
                openConnections,
                inHandler,
                threads,
                rssBytes,
                serverCpuSeconds,
                requestsPerCpuSecond,
                switchesPerRequest,
                wakeUpsPerRequest,
                clientCores,
                dbConnections,
                dbConnectionsPeak,
                failed,
                remarks,
                warnings);
    }
}
