package threadwall.loadgen.sweep.step;

import java.util.List;
import threadwall.loadgen.testbed.database.DatabaseOutage;
import threadwall.record.StepRecord.Latency;
import threadwall.record.StepRecord.Verified;

/**
 * What the measured load of a step gave. A load that failed has what was known by then; the rest is {@code null}.
 *
 * @param window {@code null} when nothing was loaded, since answers were wrong before
 * @param clients how each ended; empty when one of them failed
 * @param latency {@code null} where it could not be merged
 * @param verified {@code null} when no answer was checked
 * @param unreachable why the verifier could not ask; {@code null} when it could
 * @param peaks of the samples under the load
 * @param failure why the load could not be finished; {@code null} when it was
 */
record LoadMetrics(
        Window window,
        List<ClientProcesses.Result> clients,
        LoadCounters.Used used,
        Database database,
        Latency latency,
        Verified verified,
        String unreachable,
        SamplePeaks peaks,
        String failure) {

    /**
     * When the load ran, on the clock of the samples.
     *
     * @param toMillis {@code null} when it failed
     * @param timeWaitBefore sockets in TIME_WAIT when it began
     */
    record Window(long fromMillis, Long toMillis, Long timeWaitBefore) {}

    /**
     * PostgreSQL during the load.
     *
     * @param outage {@code null} where the load asked no database
     * @param connections most that it had at once; {@code null} as above
     */
    record Database(Long pssBytes, DatabaseOutage outage, Integer connections) {

        static final Database NONE = new Database(null, null, null);
    }

    /** No load, since an answer was wrong before it. */
    static LoadMetrics wrongAnswer(String fault) {
        return new LoadMetrics(
                null,
                List.of(),
                null,
                Database.NONE,
                null,
                new Verified(1, 0, 1, fault),
                null,
                new SamplePeaks(),
                null);
    }

    LoadMetrics withDatabaseConnections(int most) {
        var counted = new Database(database.pssBytes, database.outage, most);
        return new LoadMetrics(window, clients, used, counted, latency, verified, unreachable, peaks, failure);
    }

    LoadMetrics failed(String reason) {
        return new LoadMetrics(window, clients, used, database, latency, verified, unreachable, peaks, reason);
    }

    boolean finished() {
        return window != null && failure == null;
    }
}
