package threadwall.record;

import java.util.List;
import threadwall.record.TaskRecord.Memory;
import threadwall.record.TaskRecord.Outcome;
import threadwall.record.TaskRecord.Plan;
import threadwall.record.TaskRecord.Point;
import threadwall.record.TaskRecord.Result;
import threadwall.record.TaskRecord.Said;
import threadwall.record.TaskRecord.Times;

/** Records of tasks for tests: with all values, and with every optional value missing. */
final class Tasks {

    private Tasks() {}

    static TaskRecord wall() {
        return new TaskRecord(
                RecordLine.SCHEMA,
                Samples.AT,
                new Plan(
                        "sleep",
                        "java-threads",
                        "openjdk 25.0.3",
                        List.of("java", "-jar", "sleep.jar", "threads", "100000", "10000"),
                        2,
                        100_000,
                        10.0,
                        10_000,
                        "10/1",
                        "strings",
                        5),
                new Result(
                        Outcome.WALL,
                        "refused after 32,300 of 100,000: unable to create native thread",
                        "kernel.pid_max",
                        List.of("kernel.pid_max: 32,768 of 32,768 used (460 before)"),
                        1_034.5),
                new Times(61.5, 70.25, 12.5, 1.5),
                new Said(
                        32_300,
                        32_299,
                        60_000.0,
                        812.5,
                        70_000.0,
                        1.5,
                        3.25,
                        9.0,
                        "18446744073709551615",
                        5_000_000_000L,
                        6_000_000_000L,
                        4_990.0),
                new Memory(1_005_000_000, 990_000_000L, 530_000_000L, 82_000_000L, -4_096L, false),
                List.of(new Point(0, 1, 2_000_000), new Point(60.5, 32_320, 1_000_000_000)));
    }

    static TaskRecord sparse() {
        return new TaskRecord(
                RecordLine.SCHEMA,
                Samples.AT,
                new Plan("hashmap", "go-pool", null, List.of(), 1, 1, null, null, null, null, null),
                Result.of(Outcome.MISSING, null),
                Times.NONE,
                new Said(null, null, null, null, null, null, null, null, null, null, null, null),
                new Memory(1, null, null, null, null, true),
                List.of());
    }
}
