package threadwall.loadgen.engine;

import java.util.List;
import java.util.Optional;
import threadwall.record.StepPlan;

/**
 * A program that drives load: the command line that has it do so, and what it says meanwhile and at the end. An engine has no
 * state: plan and record keep command lines, and what it has to know of a load it reads from there.
 */
public sealed interface Engine permits Ab, Wrk {

    Engine AB = new Ab();
    Engine WRK = new Wrk();

    static List<Engine> all() {
        return List.of(AB, WRK);
    }

    /** That of this name. */
    static Optional<Engine> named(String name) {
        return all().stream().filter(engine -> engine.name().equals(name)).findFirst();
    }

    /** That which drives a step. */
    static Engine of(StepPlan step) {
        return named(step.clients().getFirst().command().getFirst()).orElseThrow();
    }

    /** What options, records and process tables call it. */
    String name();

    /** Whether a load of it is ended by time; otherwise by the number of its requests. */
    boolean byTime();

    /**
     * Whether a load may be dealt over several processes of it: each connects from an address of its own, and what they say of
     * their requests can be put together.
     */
    boolean several();

    /** Whether a process of it has one thread, so that it can be at the end of one core. */
    boolean oneThread();

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
    long completed(String errors);

    /**
     * What its last words on standard error mean when it ended badly since the server fell silent.
     *
     * @param command its line
     * @return empty when they mean something else
     */
    Optional<String> silence(List<String> command, String words);

    /** Seconds that a command line of it takes; {@code null} when requests end it. */
    Integer seconds(List<String> command);

    /** Whether a command line of it keeps connections. */
    boolean keeps(List<String> command);

    /** The address that a command line of it binds; empty where it leaves that to the kernel. */
    Optional<String> source(List<String> command);

    /** The file in which a command line of it has every request, see {@link RequestLog}; empty where there is none. */
    Optional<String> requestLog(List<String> command);
}
