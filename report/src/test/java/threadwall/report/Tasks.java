package threadwall.report;

import java.time.Instant;
import java.util.List;
import threadwall.record.RecordLine;
import threadwall.record.TaskRecord;
import threadwall.record.TaskRecord.Memory;
import threadwall.record.TaskRecord.Outcome;
import threadwall.record.TaskRecord.Plan;
import threadwall.record.TaskRecord.Point;
import threadwall.record.TaskRecord.Result;
import threadwall.record.TaskRecord.Said;
import threadwall.record.TaskRecord.Times;

/** Made records of task programs. */
public final class Tasks {

    private Tasks() {}

    /** All tasks slept; half of the bill's last tenth is page tables, none of it is slab. */
    public static TaskRecord slept(String program, int tasks, int repeat, long rssBytes) {
        return sleep(
                program,
                tasks,
                repeat,
                Outcome.OK,
                null,
                null,
                List.of(),
                null,
                new Said(tasks, tasks, 250.0, 12.5, null, null, null, null, null, null, null, null),
                new Memory(rssBytes, rssBytes - 1_000, 2_000L, 3_000L, -1_000L, true),
                List.of());
    }

    /** It was through before anybody looked. */
    public static TaskRecord unseen(String program, int tasks) {
        return sleep(
                program,
                tasks,
                1,
                Outcome.OK,
                null,
                null,
                List.of(),
                null,
                new Said(tasks, tasks, 250.0, 12.5, null, null, null, null, null, null, null, null),
                null,
                List.of());
    }

    public static TaskRecord wall(String program, int tasks, String limit, int started, List<Point> curve) {
        return sleep(
                program,
                tasks,
                1,
                Outcome.WALL,
                "pthread_create: Resource temporarily unavailable",
                limit,
                List.of("32,768 of 32,768 process ids were taken", "no other limit was near"),
                null,
                new Said(started, started, 900.0, null, null, null, null, null, null, null, null, null),
                new Memory(1_000L * started, null, null, null, null, true),
                curve);
    }

    /** The first tasks were through before the last ones began; and the machine was restless. */
    public static TaskRecord overtaken(String program, int tasks, int alive, long rssBytes) {
        return sleep(
                program,
                tasks,
                1,
                Outcome.OK,
                "only %,d of %,d alive at once".formatted(alive, tasks),
                null,
                List.of(),
                null,
                new Said(tasks, alive, 250.0, 12.5, null, null, null, null, null, null, null, null),
                new Memory(rssBytes, null, null, null, null, false),
                List.of());
    }

    public static TaskRecord late(String program, int tasks, double predictedSeconds) {
        return sleep(
                program,
                tasks,
                1,
                Outcome.TIME,
                "--time-limit 2m was over",
                null,
                List.of(),
                predictedSeconds,
                null,
                new Memory(5_000_000, null, null, null, null, true),
                List.of());
    }

    public static TaskRecord missing(String program, int tasks, String reason) {
        return sleep(program, tasks, 1, Outcome.MISSING, reason, null, List.of(), null, null, null, List.of());
    }

    private static TaskRecord sleep(
            String program,
            int tasks,
            int repeat,
            Outcome outcome,
            String reason,
            String limit,
            List<String> because,
            Double predictedSeconds,
            Said said,
            Memory memory,
            List<Point> curve) {
        return new TaskRecord(
                RecordLine.SCHEMA,
                Instant.EPOCH,
                new Plan(
                        "sleep",
                        program,
                        program + " 1.0",
                        List.of("task-programs/" + program, String.valueOf(tasks), "10000"),
                        repeat,
                        tasks,
                        10.0,
                        null,
                        null,
                        null,
                        null),
                new Result(outcome, reason, limit, because, predictedSeconds),
                memory == null ? Times.NONE : new Times(10.5, 1.25, 0.5, 0.25),
                said,
                memory,
                curve);
    }

    public static TaskRecord ring(String program, int tasks, long messages, double totalMillis) {
        return new TaskRecord(
                RecordLine.SCHEMA,
                Instant.EPOCH,
                new Plan(
                        "ring",
                        program,
                        program + " 1.0",
                        List.of("task-programs/" + program),
                        1,
                        tasks,
                        null,
                        null,
                        null,
                        null,
                        5),
                Result.of(Outcome.OK, null),
                new Times(totalMillis / 1000 + 0.1, 3.5, 0.5, 0.25),
                new Said(null, null, 1.5, null, totalMillis, null, null, null, "42", messages, 2 * messages, 3_500.0),
                new Memory(85_000_000, null, 1_000L, 2_000L, 3_000L, true),
                List.of());
    }

    public static TaskRecord hashed(String program, String arrival, double totalMillis, String checksum) {
        return hashed(program, arrival, totalMillis, checksum, List.of());
    }

    public static TaskRecord hashed(
            String program, String arrival, double totalMillis, String checksum, List<Point> curve) {
        return new TaskRecord(
                RecordLine.SCHEMA,
                Instant.EPOCH,
                new Plan(
                        "hashmap",
                        program,
                        program + " 1.0",
                        List.of("task-programs/" + program),
                        1,
                        10_000,
                        null,
                        10_000,
                        arrival,
                        "numbers",
                        null),
                Result.of(Outcome.OK, null),
                new Times(totalMillis / 1000 + 0.1, 3.5, 0.5, 0.25),
                new Said(null, null, null, null, totalMillis, 4.5, 9.25, 20.0, checksum, null, null, null),
                new Memory(85_000_000, 84_000_000L, 1_000L, 2_000L, 3_000L, true),
                curve);
    }
}
