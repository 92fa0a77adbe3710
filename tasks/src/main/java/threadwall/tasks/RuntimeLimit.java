package threadwall.tasks;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import threadwall.probes.LimitAttribution;

/** A limit that a runtime sets itself. It is named by its value if the number of tasks started is close to that. */
final class RuntimeLimit {

    /** Erlang's system_limit, as SystemLimitError of Elixir words it, and the value that the VM prints. */
    private static final Pattern SYSTEM_LIMIT = Pattern.compile("(?i)system.?limit");

    private static final Pattern PROCESS_LIMIT = Pattern.compile("(?i)process.?limit\\D{0,8}([\\d,]+)");

    /** The VM has processes of its own (this is an estimate), and keeps some in reserve. */
    private static final double NEAR = 0.01;

    private static final int A_FEW = 200;

    private RuntimeLimit() {}

    /** @param report with the runtime's message of failure; empty when that is not about a limit of its own */
    static Optional<LimitAttribution> in(ProgramReport report) {
        if (!SYSTEM_LIMIT.matcher(report.failure()).find()) {
            return Optional.empty();
        }
        var printed = PROCESS_LIMIT.matcher(report.failure());
        if (!printed.find()) {
            return Optional.of(new LimitAttribution(
                    null, List.of("Erlang reports that one of its own limits is reached, but not which")));
        }
        long limit = Long.parseLong(printed.group(1).replace(",", ""));
        Integer started = report.said().started();
        boolean near = started != null && limit - started <= Math.max(A_FEW, NEAR * limit);
        return Optional.of(new LimitAttribution(
                near ? "Erlang's process limit (+P %,d)".formatted(limit) : null,
                List.of(
                        near
                                ? "Erlang reports that one of its own limits is reached; the program started %,d of %,d processes"
                                        .formatted(started, limit)
                                : "Erlang reports that one of its own limits is reached; it allows %,d processes, and the program started %s"
                                                .formatted(
                                                        limit,
                                                        started == null
                                                                ? "an unknown number"
                                                                : "%,d".formatted(started))
                                        + ": it is another limit")));
    }
}
