package threadwall.tasks;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A limit that a runtime has for itself. It is named by the value that the runtime tells, where the tasks that it started
 * come near to it.
 */
record RuntimeLimit(String limit, List<String> because) {

    /** Erlang's system_limit, as SystemLimitError of Elixir words it, and what the VM says its limit is. */
    private static final Pattern SYSTEM_LIMIT = Pattern.compile("(?i)system.?limit");

    private static final Pattern PROCESS_LIMIT = Pattern.compile("(?i)process.?limit\\D{0,8}([\\d,]+)");

    /** The VM has processes of its own, and an estimate of those: it keeps some in reserve. */
    private static final double NEAR = 0.01;

    private static final int A_FEW = 200;

    static Optional<RuntimeLimit> in(ProgramReport answer) {
        if (!SYSTEM_LIMIT.matcher(answer.failure()).find()) {
            return Optional.empty();
        }
        var told = PROCESS_LIMIT.matcher(answer.failure());
        if (!told.find()) {
            return Optional.of(
                    new RuntimeLimit(null, List.of("Erlang says that a limit of its own is reached, and not which")));
        }
        long limit = Long.parseLong(told.group(1).replace(",", ""));
        Integer started = answer.said().started();
        boolean near = started != null && limit - started <= Math.max(A_FEW, NEAR * limit);
        return Optional.of(new RuntimeLimit(
                near ? "Erlang's process limit (+P %,d)".formatted(limit) : null,
                List.of(
                        near
                                ? "Erlang: %,d of %,d processes are ours, and it says that a limit of its own is reached"
                                        .formatted(started, limit)
                                : "Erlang says that a limit of its own is reached; it allows %,d processes, of which %s"
                                                .formatted(
                                                        limit,
                                                        started == null
                                                                ? "we do not know how many"
                                                                : "%,d".formatted(started))
                                        + " are ours: it is another")));
    }
}
