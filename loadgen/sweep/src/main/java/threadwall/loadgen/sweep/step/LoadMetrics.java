package threadwall.loadgen.sweep.step;

import java.util.List;
import threadwall.loadgen.engine.LoadReport;
import threadwall.loadgen.testbed.database.DatabaseOutage;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.Trial.Part;
import threadwall.record.StepRecord.Arrivals;
import threadwall.record.StepRecord.Latency;
import threadwall.record.StepRecord.Steadiness;
import threadwall.record.StepRecord.Verified;
import threadwall.record.StepWarning;

/**
 * The results of a step's measured load. A failed load has the values known by then; the others are {@code null}.
 *
 * @param window {@code null} when there was no load because an answer before it was wrong
 * @param clients the result of each; empty when one of them failed
 * @param latency {@code null} if it could not be merged
 * @param arrivals {@code null} for a load without a rate, and if it failed
 * @param verified {@code null} when no answer was checked
 * @param unreachable why the verifier could not reach the server; {@code null} when it could
 * @param peaks of the samples under the load
 * @param failure why the load could not be finished; {@code null} when it was
 * @param steadiness {@code null} for a failed load, and with too few samples or too few requests for each connection
 */
record LoadMetrics(
        Window window,
        List<ClientProcesses.Result> clients,
        LoadCounters.Used used,
        Database database,
        Latency latency,
        Arrivals arrivals,
        Verified verified,
        String unreachable,
        SamplePeaks peaks,
        String failure,
        Steadiness steadiness) {

    /**
     * The interval of the load, on the clock of the samples.
     *
     * @param toMillis {@code null} when the load failed
     * @param timeWaitBefore sockets in TIME_WAIT when it began
     * @param scarcePorts {@code null} when its clients had ports enough then
     */
    record Window(long fromMillis, Long toMillis, Long timeWaitBefore, StepWarning.ScarcePorts scarcePorts) {}

    /**
     * PostgreSQL during the load.
     *
     * @param outage {@code null} if the load does not use a database
     * @param connections most open connections at once; {@code null} as above
     */
    record Database(Long pssBytes, DatabaseOutage outage, Integer connections) {

        static final Database NONE = new Database(null, null, null);
    }

    /** The result without a load, because an answer before it was wrong. */
    static LoadMetrics wrongAnswer(String fault) {
        return new LoadMetrics(
                null,
                List.of(),
                null,
                Database.NONE,
                null,
                null,
                new Verified(1, 0, 1, fault, null),
                null,
                new SamplePeaks(),
                null,
                null);
    }

    LoadMetrics withDatabaseConnections(int most) {
        var counted = new Database(database.pssBytes, database.outage, most);
        return new LoadMetrics(
                window, clients, used, counted, latency, arrivals, verified, unreachable, peaks, failure, steadiness);
    }

    LoadMetrics failed(String reason) {
        return new LoadMetrics(
                window, clients, used, database, latency, arrivals, verified, unreachable, peaks, reason, null);
    }

    /** How long the load lasted; 0 when a client printed no report. */
    double seconds() {
        return ClientProcesses.windowSeconds(clients);
    }

    /** Requests that the clients completed. */
    long requests() {
        return completed(clients);
    }

    static long completed(List<ClientProcesses.Result> clients) {
        return clients.stream()
                .flatMap(client -> client.report().stream())
                .mapToLong(LoadReport::complete)
                .sum();
    }

    /** Failed requests of these, at most: one may be counted under several kinds. */
    static long failed(List<ClientProcesses.Result> clients) {
        long counted = clients.stream()
                .flatMap(client -> client.report().stream())
                .mapToLong(LoadReport::failed)
                .sum();
        return Math.min(counted, completed(clients));
    }

    /** The same load, whose first and last third have been compared. */
    LoadMetrics with(Steadiness compared) {
        return new LoadMetrics(
                window, clients, used, database, latency, arrivals, verified, unreachable, peaks, failure, compared);
    }

    /** False only if its first and last third differ. */
    boolean isSteady() {
        return steadiness == null || steadiness.steady();
    }

    /**
     * Whether another load on the same servers would say more: this one went well, but was not steady, or too short. A load
     * with an overload is not steady, however often it is repeated.
     *
     * @param step that this is the load of
     */
    boolean isToBeRepeated(StepPlan step) {
        var atLeastSeconds = step.load().atLeastSeconds();
        boolean failed =
                clients.stream().flatMap(client -> client.report().stream()).anyMatch(report -> report.failed() > 0);
        boolean tooShort = atLeastSeconds != null && seconds() < atLeastSeconds;
        boolean databaseFailed = database.outage() != null && database.outage().happened()
                || database.connections() != null && database.connections() > step.databaseConnections();
        boolean wentWell = finished() && !failed && !databaseFailed && verified.wrong() == 0 && seconds() > 0;
        boolean overload = step.trial() != null && step.trial().part() == Part.RECOVERY;
        return wentWell && !overload && (tooShort || !isSteady());
    }

    boolean finished() {
        return window != null && failure == null;
    }
}
