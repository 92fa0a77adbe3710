package threadwall.tasks;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import threadwall.record.TaskRecord.Outcome;
import threadwall.record.TaskRecord.Said;
import threadwall.tasks.ProgramExit.Stop;
import threadwall.tasks.TaskProgram.Kind;

/**
 * How a run of a program ended, in the record's words. Pure.
 *
 * @param reason {@code null} when there is nothing to say
 * @param limit {@code null} when none stopped it, or the evidence names none
 * @param because the evidence
 * @param predictedSeconds of {@link Outcome#TIME}: how long it would have taken; {@code null} when nothing tells
 */
record TaskVerdict(Outcome outcome, String reason, String limit, List<String> because, Double predictedSeconds) {

    /** The supervisor's exit codes are a shell's. */
    private static final int SIGKILL = 128 + 9;

    private static final int BAD_ARGUMENTS = 2;

    static TaskVerdict of(ProgramExit ending) {
        var answer = ending.answer();
        if (answer.isPresent() && answer.get().failure() != null) {
            return refused(ending, answer.get());
        }
        if (ending.stop() == Stop.MEMORY) {
            return OutOfMemoryMessage.ofTheMachine(ending);
        }
        var memory = OutOfMemoryMessage.in(ending);
        if (memory.isPresent() && (ending.byUs() || ending.exitCode() != 0)) {
            // a JVM that gets no map for a thread speaks of memory, too
            return ending.found().limit() != null && !ending.found().isMemory()
                    ? wall(ending, memory.get().words())
                    : memory.get().judgement(ending.found());
        }
        if (ending.byUs()) {
            return TimeLimitPrediction.judge(ending);
        }
        if (ending.exitCode() == 0 && answer.isPresent()) {
            return answered(ending, answer.get());
        }
        if (ending.found().limit() != null) {
            return ending.found().isMemory()
                    ? new TaskVerdict(
                            Outcome.MEMORY,
                            "killed for want of memory (signal 9): "
                                    + ending.found().limit(),
                            ending.found().limit(),
                            ending.found().because(),
                            null)
                    : wall(ending, lastWords(ending));
        }
        return failed(ending);
    }

    /** The runtime refused one more and lives on. */
    private static TaskVerdict refused(ProgramExit ending, ProgramReport answer) {
        var own = RuntimeLimit.in(answer);
        if (own.isPresent()) {
            return new TaskVerdict(
                    Outcome.WALL,
                    started(ending, answer.said(), answer.failure()),
                    own.get().limit(),
                    own.get().because(),
                    null);
        }
        // of a thread "cannot allocate memory" may mean its maps as well: without evidence that is a wall without a
        // name
        var memory = OutOfMemoryMessage.in(List.of(answer.failure()), ending);
        if (memory.isPresent()
                && ending.found().limit() == null
                && ending.program().kind() != Kind.THREAD) {
            return memory.get().judgement(ending.found());
        }
        return new TaskVerdict(
                Outcome.WALL,
                started(ending, answer.said(), answer.failure()),
                ending.found().limit(),
                ending.found().because(),
                null);
    }

    private static String started(ProgramExit ending, Said said, String words) {
        return said.started() == null
                ? words
                : "refused after %s of %s: %s"
                        .formatted(count(said.started()), count(ending.work().tasks()), words);
    }

    /** It is gone, and what it leaves behind names the limit. */
    private static TaskVerdict wall(ProgramExit ending, String words) {
        return new TaskVerdict(
                Outcome.WALL,
                "ended at about %s of %s: %s"
                        .formatted(count(ending.threads()), count(ending.work().tasks()), words),
                ending.found().limit(),
                ending.found().because(),
                null);
    }

    private static TaskVerdict answered(ProgramExit ending, ProgramReport answer) {
        var wrong = TaskCountCheck.wrong(ending, answer);
        if (wrong.isPresent()) {
            return new TaskVerdict(Outcome.WRONG, wrong.get(), null, List.of(), null);
        }
        return new TaskVerdict(Outcome.OK, TaskCountCheck.remark(ending, answer).orElse(null), null, List.of(), null);
    }

    private static TaskVerdict failed(ProgramExit ending) {
        if (ending.exitCode() == SIGKILL) {
            return new TaskVerdict(
                    Outcome.FAILED,
                    "killed by signal 9, and not for want of memory as far as the kernel counts",
                    null,
                    ending.found().because(),
                    null);
        }
        var what = ending.exitCode() == 0
                ? "ended without its line of figures"
                : ending.exitCode() == BAD_ARGUMENTS
                        ? "refused its arguments"
                        : ending.exitCode() > 128
                                ? "ended by signal " + (ending.exitCode() - 128)
                                : "ended with exit code " + ending.exitCode();
        return new TaskVerdict(
                Outcome.FAILED,
                "%s: %s; all it said is in %s".formatted(what, lastWords(ending), ending.files()),
                null,
                ending.found().because(),
                null);
    }

    /** What was said last, on standard error if anything was. */
    private static String lastWords(ProgramExit ending) {
        return last(ending.errors()).or(() -> last(ending.printed())).orElse("it said nothing");
    }

    private static Optional<String> last(List<String> lines) {
        return lines.stream()
                .map(String::strip)
                .filter(Predicate.not(String::isEmpty))
                .reduce((first, last) -> last);
    }

    static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
