package threadwall.tasks;

import java.util.Optional;
import threadwall.record.TaskRecord.Said;

/** Checks a program's report against its workload. */
final class ProgramReportCheck {

    private ProgramReportCheck() {}

    /** What is wrong with the report; empty when it is right. */
    static Optional<String> fault(TaskObservation run, ProgramReport report) {
        int tasks = run.workload().tasks();
        if (report.tasks() == null || report.tasks() != tasks) {
            return Optional.of("it reports that it was asked for %s tasks instead of %,d"
                    .formatted(report.tasks() == null ? "no" : "%,d".formatted(report.tasks()), tasks));
        }
        return switch (run.workload().test()) {
            case SLEEP -> wrongCount(run, report.said());
            case HASHMAP -> wrongSum(run, report.said());
            case RING -> wrongRing(run, report.said());
        };
    }

    private static Optional<String> wrongCount(TaskObservation run, Said said) {
        int tasks = run.workload().tasks();
        if (said.started() == null || said.mostAlive() == null || said.latestWakeUpMillis() == null) {
            return Optional.of("its report lacks started, mostAlive or latestWakeUpMillis");
        }
        if (said.started() != tasks) {
            return Optional.of("started %,d of %,d tasks and reported no reason".formatted(said.started(), tasks));
        }
        if (said.mostAlive() > tasks) {
            return Optional.of(
                    "reports %,d tasks alive at once, but was asked for only %,d".formatted(said.mostAlive(), tasks));
        }
        return said.mostAlive() < tasks && !startedLongerThanTheSleep(run, said)
                ? Optional.of(
                        "only %,d of %,d tasks were alive at once, although all could start within the sleep of %s"
                                .formatted(
                                        said.mostAlive(),
                                        tasks,
                                        TaskWorkload.seconds(run.workload().sleep())))
                : Optional.empty();
    }

    /**
     * Whether the first task woke before the last one began. The program's own time is that of the loop that starts tasks; a
     * runtime may run them later. So the wall time counts too: it contains the start of the last task and all of its sleep.
     */
    private static boolean startedLongerThanTheSleep(TaskObservation run, Said said) {
        double sleep = run.workload().sleep().toMillis();
        return said.startMillis() != null && said.startMillis() >= sleep || run.seconds() * 1e3 - sleep >= sleep;
    }

    private static Optional<String> wrongSum(TaskObservation run, Said said) {
        if (said.totalMillis() == null || said.checksum() == null) {
            return Optional.of("its report lacks totalMillis or checksum");
        }
        var workload = run.workload();
        return wrongChecksum(said, HashmapChecksum.of(workload.tasks(), workload.entries()), workload.title());
    }

    private static Optional<String> wrongRing(TaskObservation run, Said said) {
        if (said.totalMillis() == null
                || said.checksum() == null
                || said.messages() == null
                || said.received() == null
                || said.cpuMillis() == null) {
            return Optional.of("its report lacks totalMillis, checksum, messages, received or cpuMillis");
        }
        if (said.messages() < 1 || said.messages() > said.received()) {
            return Optional.of("it counted %,d of %,d messages".formatted(said.messages(), said.received()));
        }
        return wrongChecksum(
                said,
                RingChecksum.of(run.workload().tasks(), said.received()),
                "%,d messages".formatted(said.received()));
    }

    private static Optional<String> wrongChecksum(Said said, String right, String work) {
        return right.equals(said.checksum())
                ? Optional.empty()
                : Optional.of("its checksum is %s; for %s it must be %s".formatted(said.checksum(), work, right));
    }
}
