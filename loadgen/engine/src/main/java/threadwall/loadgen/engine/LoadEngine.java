package threadwall.loadgen.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import threadwall.record.ClientHost;
import threadwall.record.ClientLoad;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord.HostUsage;

/**
 * A load generator: makes the command line for a {@link ClientLoad} and parses the output. An engine has no state. The
 * defaults are those of a multi-threaded HTTP/1.1 engine whose loads end by time.
 */
public sealed interface LoadEngine permits Ab, Wrk, Oha, Vegeta, OpenLoop, Tsung {

    LoadEngine AB = new Ab();
    LoadEngine WRK = new Wrk();
    LoadEngine OHA = new Oha();
    LoadEngine VEGETA = new Vegeta();
    LoadEngine OPEN_LOOP = new OpenLoop();
    LoadEngine TSUNG = new Tsung();

    /** A load from this machine that takes longer is ended. */
    Duration LONGEST_LOAD = Duration.ofMinutes(15);

    static List<LoadEngine> all() {
        return List.of(AB, WRK, OHA, VEGETA, OPEN_LOOP, TSUNG);
    }

    /** The engine of this name. */
    static Optional<LoadEngine> named(String name) {
        return all().stream().filter(engine -> engine.name().equals(name)).findFirst();
    }

    /** The engine that drives a step. */
    static LoadEngine of(StepPlan step) {
        return named(step.load().engine())
                .orElseThrow(
                        () -> new IllegalArgumentException("step %d uses the engine %s, which is unknown; there are %s"
                                .formatted(step.number(), step.load().engine(), names())));
    }

    static String names() {
        return all().stream().map(LoadEngine::name).collect(Collectors.joining(", "));
    }

    /** The engine that drives the warm-up of a step. */
    static LoadEngine ofWarmUp(StepPlan step) {
        return of(step).warmUp();
    }

    /** Its name in options, records and process tables. */
    String name();

    /** A command line that prints its version; its exit code may be other than 0. */
    List<String> version();

    /** How to install it, as the end of a sentence. */
    String remedy();

    /** Whether it speaks HTTP/1.1; otherwise HTTP/1.0. */
    default boolean http11() {
        return true;
    }

    /** Whether it can open a new connection for each request. */
    default boolean canClose() {
        return true;
    }

    /** A load that takes longer is ended. */
    default Duration longestLoad() {
        return LONGEST_LOAD;
    }

    /**
     * How long it takes to start so many connections from other hosts, in seconds, if that is long; 0 otherwise.
     *
     * @param hosts with their readings
     */
    default double startSeconds(List<ClientHost> hosts, int connections) {
        return 0;
    }

    /** Whether its loads end by time; otherwise by number of requests. */
    default boolean byTime() {
        return true;
    }

    /** Whether it always sends at a rate, answered or not; otherwise a connection waits for a response before it sends again. */
    default boolean byRate() {
        return false;
    }

    /** Whether it can make a load with a {@link ClientLoad.Overload}. */
    default boolean canOverload() {
        return false;
    }

    /** Whether it also logs the requests of a warm-up, since it reports nothing else. */
    default boolean logsEveryLoad() {
        return false;
    }

    /** The end of its log's name. */
    default String logSuffix() {
        return "tsv";
    }

    /**
     * Whether several of its processes can share a load. Each must be able to connect from its own address, and the
     * results must be mergeable. An engine that binds no address and reports only percentiles cannot.
     */
    default boolean canPartition() {
        return false;
    }

    /** Whether it can send at a rate. */
    default boolean mayHaveRate() {
        return byRate();
    }

    /** How many loads its output has the results of: a command of a user's own may have run it more than once. */
    default int loads(ClientOutput output) throws IOException {
        return 1;
    }

    /** Whether it can request several routes in turn. */
    default boolean severalRoutes() {
        return false;
    }

    /** Whether one process can connect from several addresses in a row. */
    default boolean bindsSeveral() {
        return false;
    }

    /** Whether its number of threads can be chosen; otherwise it has one. */
    default boolean multithreaded() {
        return true;
    }

    /** Whether all its threads have the same number of connections; it drops the remaining ones. */
    default boolean dropsRemainder() {
        return false;
    }

    /** Whether it makes its loads on other hosts; otherwise on this machine. */
    default boolean onHosts() {
        return false;
    }

    /** The engine that drives the warm-up before its load. */
    default LoadEngine warmUp() {
        return this;
    }

    /**
     * A file that the command line reads.
     *
     * @param path relative to the project's root
     */
    record Input(String path, String text) {}

    /** The file to write before the command of this load is started. */
    default Optional<Input> input(ClientLoad load) {
        return Optional.empty();
    }

    /** The command line that makes this load. */
    List<String> command(ClientLoad load);

    /** What its load took on other hosts; empty for a load on this machine. */
    default List<HostUsage> hosts(ClientOutput output) throws IOException {
        return List.of();
    }

    /**
     * Parses its results.
     *
     * @return empty for an unfinished run
     */
    Optional<LoadReport> report(ClientOutput output) throws IOException;

    /**
     * Requests that it has completed so far.
     *
     * @param errors its standard error so far
     * @return 0 for an engine that does not report its progress
     */
    default long completed(String errors) {
        return 0;
    }

    /**
     * Describes the time-out that ended it.
     *
     * @param lastLine of its standard error
     * @return empty when it ended for another reason, and for an engine that counts time-outs and continues
     */
    default Optional<String> timeout(ClientLoad load, String lastLine) {
        return Optional.empty();
    }
}
