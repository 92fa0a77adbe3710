package threadwall.loadgen.engine;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import threadwall.record.ClientLoad;
import threadwall.record.StepPlan;

/**
 * A program that drives load: the command line that makes a {@link ClientLoad}, and how its output is read. An engine has no
 * state. The defaults are those of one that speaks HTTP/1.1 with several threads for a time.
 */
public sealed interface LoadEngine permits Ab, Wrk, Oha {

    LoadEngine AB = new Ab();
    LoadEngine WRK = new Wrk();
    LoadEngine OHA = new Oha();

    static List<LoadEngine> all() {
        return List.of(AB, WRK, OHA);
    }

    /** The engine of this name. */
    static Optional<LoadEngine> named(String name) {
        return all().stream().filter(engine -> engine.name().equals(name)).findFirst();
    }

    /** The engine that drives a step. */
    static LoadEngine of(StepPlan step) {
        return named(step.engine())
                .orElseThrow(() -> new IllegalArgumentException("step %d is driven by %s, which is none of %s"
                        .formatted(step.number(), step.engine(), names())));
    }

    static String names() {
        return all().stream().map(LoadEngine::name).collect(Collectors.joining(", "));
    }

    /** What options, records and process tables call it. */
    String name();

    /** A command line that tells its version and loads nothing; it need not end with 0. */
    List<String> version();

    /** How to get it where it is missing, for the end of a sentence. */
    String remedy();

    /** Whether it speaks HTTP/1.1; otherwise 1.0. */
    default boolean http11() {
        return true;
    }

    /** Whether it can open a connection for each request. */
    default boolean canClose() {
        return true;
    }

    /** Whether a load of it is ended by time; otherwise by the number of its requests. */
    default boolean byTime() {
        return true;
    }

    /**
     * Whether a load may be dealt over several processes of it: each connects from an address of its own, and what they say of
     * their requests can be put together. Not where it can bind no address and tells percentiles only.
     */
    default boolean several() {
        return false;
    }

    /** Whether it may have several threads; otherwise it has one. */
    default boolean threaded() {
        return true;
    }

    /** Whether each of its threads has as many connections as the others, so that it does not open what is left over. */
    default boolean leavesRemainder() {
        return false;
    }

    /** The command line that makes this load. */
    List<String> command(ClientLoad load);

    /**
     * What it measured.
     *
     * @param output all of its standard output
     * @return empty when that is no finished run
     */
    Optional<LoadReport> report(String output);

    /**
     * How many requests it says it has completed.
     *
     * @param errors its standard error so far
     * @return 0 for a program that does not say
     */
    default long completed(String errors) {
        return 0;
    }

    /**
     * Whether it ended because the server did not respond in time, in words.
     *
     * @param lastLine of its standard error
     * @return empty when it ended for another reason, and for an engine that counts late answers and goes on
     */
    default Optional<String> timeout(ClientLoad load, String lastLine) {
        return Optional.empty();
    }
}
