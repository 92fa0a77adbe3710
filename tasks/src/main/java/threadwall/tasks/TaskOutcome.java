package threadwall.tasks;

import java.util.List;
import threadwall.probes.LimitAttribution;
import threadwall.record.TaskRecord.Outcome;
import threadwall.record.TaskRecord.Result;

/** How a run of a program ended, with its figures. */
sealed interface TaskOutcome {

    /** The outcome in the record's words. */
    Result result();

    /**
     * It ran to its end, and its report is right.
     *
     * @param mostAlive tasks alive at once; {@code null} for a test that does not count them
     */
    record Completed(Integer mostAlive, int tasks) implements TaskOutcome {

        @Override
        public Result result() {
            return Result.of(
                    Outcome.OK,
                    mostAlive == null || mostAlive >= tasks
                            ? null
                            : "only %,d of %,d alive at once: starting took longer than the sleep; use a longer --sleep"
                                    .formatted(mostAlive, tasks));
        }
    }

    /** It ran to its end, and its report is wrong. */
    record WrongReport(String fault) implements TaskOutcome {

        @Override
        public Result result() {
            return Result.of(Outcome.WRONG, fault);
        }
    }

    /**
     * Its runtime refused one more task and survived.
     *
     * @param started tasks started before; {@code null} when the program does not say
     */
    record Refused(Integer started, int tasks, String message, LimitAttribution attribution) implements TaskOutcome {

        @Override
        public Result result() {
            return limited(
                    Outcome.WALL,
                    started == null ? message : "refused after %,d of %,d: %s".formatted(started, tasks, message),
                    attribution);
        }
    }

    /** It ended, and the evidence names the limit. */
    record StoppedByLimit(long threads, int tasks, String lastLine, LimitAttribution attribution)
            implements TaskOutcome {

        @Override
        public Result result() {
            return limited(
                    Outcome.WALL, "ended after about %,d of %,d: %s".formatted(threads, tasks, lastLine), attribution);
        }
    }

    /** It printed that it has no memory left. */
    record ReportedOutOfMemory(OutOfMemoryMessage message, LimitAttribution attribution) implements TaskOutcome {

        @Override
        public Result result() {
            var line = message.line();
            return limited(
                    Outcome.MEMORY,
                    "it reports: " + line,
                    message.limit() == null
                            ? attribution
                            : new LimitAttribution(message.limit(), List.of("the runtime's message: " + line)));
        }
    }

    /** The kernel killed it for memory. */
    record KilledForMemory(LimitAttribution attribution) implements TaskOutcome {

        @Override
        public Result result() {
            return limited(Outcome.MEMORY, "killed for lack of memory (signal 9): " + attribution.limit(), attribution);
        }
    }

    /** The tool ended it before the machine ran out of memory. */
    record EndedForMemory(long rssBytes, long reserveBytes) implements TaskOutcome {

        @Override
        public Result result() {
            return limited(
                    Outcome.MEMORY,
                    "ended by threadwall at %,.1f GB, because the machine had less than %,.1f GB left"
                            .formatted(rssBytes / 1e9, reserveBytes / 1e9),
                    new LimitAttribution(
                            LimitAttribution.MACHINE_MEMORY,
                            List.of("otherwise Linux would first drop its whole page cache, and the machine would hang"
                                    + " for minutes")));
        }
    }

    /**
     * Its time limit was over.
     *
     * @param predictedSeconds how long it would have taken; {@code null} when nothing tells
     * @param curve how its threads started; {@code null} when that is not known
     */
    record OutOfTime(String reason, Double predictedSeconds, ThreadStartCurve curve) implements TaskOutcome {

        @Override
        public Result result() {
            var because = curve == null ? List.<String>of() : List.of(curve.words());
            return new Result(Outcome.TIME, reason, null, because, predictedSeconds);
        }
    }

    /**
     * It ended without a right report, and no limit explains that.
     *
     * @param files where its output is kept
     */
    record Failed(int exitCode, String lastLine, String files, List<String> because) implements TaskOutcome {

        /** The supervisor's exit codes are a shell's. */
        private static final int SIGNAL = 128;

        private static final int SIGKILL = SIGNAL + 9;
        private static final int BAD_ARGUMENTS = 2;

        @Override
        public Result result() {
            return new Result(Outcome.FAILED, reason(), null, because, null);
        }

        private String reason() {
            return exitCode == SIGKILL
                    ? "killed by signal 9, but the kernel counted no out-of-memory kill"
                    : "%s: %s; its whole output is in %s".formatted(end(), lastLine, files);
        }

        private String end() {
            return switch (exitCode) {
                case 0 -> "ended without its report";
                case BAD_ARGUMENTS -> "rejected its arguments";
                default ->
                    exitCode > SIGNAL ? "ended by signal " + (exitCode - SIGNAL) : "ended with exit code " + exitCode;
            };
        }
    }

    private static Result limited(Outcome outcome, String reason, LimitAttribution attribution) {
        return new Result(outcome, reason, attribution.limit(), attribution.because(), null);
    }
}
