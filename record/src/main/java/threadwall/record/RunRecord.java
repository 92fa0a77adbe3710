package threadwall.record;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The first line of a run, and one more each time it is resumed: the command, its plan and the machine.
 *
 * @param at when the run started or was resumed
 * @param command the arguments of {@code ./threadwall}, as typed
 * @param commit the project's commit; {@code null} outside a git checkout; ends in {@code -dirty} with local changes
 * @param sysctls kernel settings that limit a run ({@code net.core.somaxconn}, …), as text; {@code null} if unreadable
 * @param steps the whole plan, in the order of execution
 */
public record RunRecord(
        int schema,
        Instant at,
        List<String> command,
        String commit,
        Machine machine,
        Map<String, String> sysctls,
        List<StepPlan> steps)
        implements RecordLine {

    /**
     * The machine and its tools. It has no host name because records are meant to be shared.
     *
     * @param engines first line of each load engine's version output, which contains the engine's name; the oldest
     *     records have only that of {@code ab}
     */
    public record Machine(
            String kernel,
            String cpu,
            int cores,
            Long memTotalBytes,
            String jvm,

            @JsonAlias("ab") @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
            List<String> engines) {

        public Machine {
            engines = engines == null ? List.of() : List.copyOf(engines);
        }
    }
}
