package threadwall.tasks;

import java.util.Optional;
import threadwall.record.TaskRecord.Said;
import threadwall.tasks.TaskWorkload.Test;

/** Whether what a program says of itself is what it was asked for. */
final class TaskCountCheck {

    private TaskCountCheck() {}

    /** What is wrong with it. */
    static Optional<String> wrong(ProgramExit ending, ProgramReport answer) {
        int asked = ending.work().tasks();
        if (answer.tasks() == null || answer.tasks() != asked) {
            return Optional.of("it says that it was to start %s tasks; asked for were %,d"
                    .formatted(answer.tasks() == null ? "no" : "%,d".formatted(answer.tasks()), asked));
        }
        return ending.work().test() == Test.SLEEP ? wrongCount(ending, answer.said()) : wrongSum(ending, answer.said());
    }

    private static Optional<String> wrongCount(ProgramExit ending, Said said) {
        int asked = ending.work().tasks();
        if (said.started() == null || said.mostAlive() == null || said.latestWakeUpMillis() == null) {
            return Optional.of("its line lacks started, mostAlive or latestWakeUpMillis");
        }
        if (said.started() != asked) {
            return Optional.of("started %,d of %,d tasks, without a reason".formatted(said.started(), asked));
        }
        if (said.mostAlive() > asked) {
            return Optional.of("counts %,d tasks alive at once of %,d".formatted(said.mostAlive(), asked));
        }
        return said.mostAlive() < asked && !startedLongerThanTheSleep(ending, said)
                ? Optional.of(
                        "only %,d of %,d tasks were alive at once, though they could all begin within the sleep of %s"
                                .formatted(
                                        said.mostAlive(),
                                        asked,
                                        TaskWorkload.seconds(ending.work().sleep())))
                : Optional.empty();
    }

    /**
     * The first task has woken before the last began. The program's own time is that of the loop which starts them; a runtime
     * may run them later, so the whole time counts, too: it has the beginning of the last task and all of its sleep.
     */
    private static boolean startedLongerThanTheSleep(ProgramExit ending, Said said) {
        double sleep = ending.work().sleep().toMillis();
        return said.startMillis() != null && said.startMillis() >= sleep || ending.seconds() * 1e3 - sleep >= sleep;
    }

    private static Optional<String> wrongSum(ProgramExit ending, Said said) {
        if (said.totalMillis() == null || said.checksum() == null) {
            return Optional.of("its line lacks totalMillis or checksum");
        }
        var right = HashmapChecksum.of(ending.work().tasks(), ending.work().entries());
        return right.equals(said.checksum())
                ? Optional.empty()
                : Optional.of("its checksum is %s; that of %,d tasks with %,d entries is %s"
                        .formatted(
                                said.checksum(),
                                ending.work().tasks(),
                                ending.work().entries(),
                                right));
    }

    /** What a reader has to know of a run that is right. */
    static Optional<String> remark(ProgramExit ending, ProgramReport answer) {
        var said = answer.said();
        int asked = ending.work().tasks();
        return ending.work().test() == Test.SLEEP && said.mostAlive() < asked
                ? Optional.of("only %,d of %,d alive at once: starting took longer than the sleep; use a longer --sleep"
                        .formatted(said.mostAlive(), asked))
                : Optional.empty();
    }
}
