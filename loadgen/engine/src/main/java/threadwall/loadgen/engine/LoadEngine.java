package threadwall.loadgen.engine;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import threadwall.record.ClientLoad;
import threadwall.record.StepPlan;

/**
 * A program that drives load: the command line that has it do so, and what it says meanwhile and at the end. An engine has no
 * state: plan and record keep command lines, and what it has to know of a load it reads from there. The answers given
 * here are those of one that speaks HTTP/1.1 by several threads for a time.
 */
public sealed interface LoadEngine permits Ab, Wrk, Oha {

    LoadEngine AB = new Ab();
    LoadEngine WRK = new Wrk();
    LoadEngine OHA = new Oha();

    static List<LoadEngine> all() {
        return List.of(AB, WRK, OHA);
    }

    /** That of this name. */
    static Optional<LoadEngine> named(String name) {
        return all().stream().filter(engine -> engine.name().equals(name)).findFirst();
    }

    /** That which drives a step, one of a record of long ago too. */
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

    List<String> command(ClientLoad load);

    /**
     * What it found.
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
     * What its last words on standard error mean when it ended badly since the server fell silent.
     *
     * @param command its line
     * @return empty when they mean something else, and of a program that counts what came too late and ends well
     */
    default Optional<String> silence(List<String> command, String words) {
        return Optional.empty();
    }

    /** Seconds that a command line of it takes; {@code null} when requests end it. */
    Integer seconds(List<String> command);

    /** Threads that a command line of it loads with: together they are at the end of as many cores. */
    int threads(List<String> command);

    /** Whether a command line of it keeps connections. */
    boolean keeps(List<String> command);

    /** The address that a command line of it binds; empty where it leaves that to the kernel. */
    public default Optional<String> source(List<String> command) {
        return Optional.empty();
    }

    /** The file in which a command line of it has every request, see {@link AbRequestLog}; empty where there is none. */
    default Optional<String> requestLog(List<String> command) {
        return Optional.empty();
    }
}
