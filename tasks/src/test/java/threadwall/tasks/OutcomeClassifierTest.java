package threadwall.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import threadwall.probes.LimitAttribution;
import threadwall.probes.ThreadLimitMonitor.PredictedLimit;
import threadwall.process.PreconditionException;
import threadwall.record.TaskRecord.Outcome;
import threadwall.record.TaskRecord.Point;
import threadwall.record.TaskRecord.Result;
import threadwall.tasks.TaskObservation.End;

/** Every way in which a program can end. */
class OutcomeClassifierTest {

    private static final TaskWorkload WORKLOAD = TaskWorkload.sleep(1_000, Duration.ofSeconds(10));
    private static final LimitAttribution NOTHING =
            new LimitAttribution(null, List.of("unknown: no limit stands at its value"));
    private static final LimitAttribution PID_MAX =
            new LimitAttribution("kernel.pid_max", List.of("kernel.pid_max: 32,768 of 32,768 used"));
    private static final LimitAttribution MACHINE = new LimitAttribution("memory of the machine", List.of("1 kill"));

    private TaskWorkload workload = WORKLOAD;
    private String name = "java-threads";
    private List<String> printed = List.of();
    private List<String> errors = List.of();
    private int exitCode;
    private End end = End.BY_ITSELF;
    private double seconds = 10.5;
    private LimitAttribution attribution = new LimitAttribution(null, List.of());
    private Optional<PredictedLimit> prediction = Optional.empty();
    private List<Point> curve = List.of(new Point(0, 1, 1), new Point(5, 812, 1));
    private List<String> command = List.of("java", "-Xmx480m");

    private Result classified() throws PreconditionException {
        var program = TaskPrograms.named(workload.test(), List.of(name)).getFirst();
        var plan = new TaskPlan(1, program, workload, 1, "tasks/001", command);
        return OutcomeClassifier.classify(
                        new TaskObservation(
                                plan, printed, errors, exitCode, end, seconds, attribution, prediction, curve),
                        256 << 20)
                .result();
    }

    private static String line(int tasks, int started, int mostAlive, double startMillis) {
        return "{\"tasks\":%d,\"started\":%d,\"mostAlive\":%d,\"startMillis\":%s,\"latestWakeUpMillis\":3.5}"
                .formatted(tasks, started, mostAlive, startMillis);
    }

    private void refused(int started, String words) {
        printed = List.of("{\"tasks\":1000,\"started\":%d,\"mostAlive\":%d,\"startMillis\":5,\"failure\":\"%s\"}"
                .formatted(started, started, words));
        end = End.REFUSED;
        exitCode = 137;
    }

    @Test
    void allAliveIsOk() throws Exception {
        printed = List.of(line(1_000, 1_000, 1_000, 20));
        assertThat(classified()).isEqualTo(new Result(Outcome.OK, null, null, List.of(), null));
    }

    @Test
    void theMachinesLastMemoryIsLeftToIt() throws Exception {
        end = End.LOW_MEMORY;
        exitCode = 137;
        curve = List.of(new Point(0, 1, 1), new Point(5, 12, 21_900_000_000L));
        assertThat(classified().outcome()).isEqualTo(Outcome.MEMORY);
        assertThat(classified().limit()).isEqualTo("memory of the machine");
        assertThat(classified().reason())
                .startsWith("ended by threadwall at 21.9 GB, because the machine had less than ");
    }

    @Test
    void startingLongerThanTheSleepIsNoWrongCount() throws Exception {
        printed = List.of(line(1_000, 1_000, 700, 12_000));
        assertThat(classified().outcome()).isEqualTo(Outcome.OK);
        assertThat(classified().reason())
                .isEqualTo(
                        "only 700 of 1,000 alive at once: starting took longer than the sleep; use a longer --sleep");
        printed = List.of(line(1_000, 1_000, 700, 20));
        seconds = 20.5;
        assertThat(classified().outcome())
                .as("started at once, and run much later")
                .isEqualTo(Outcome.OK);
    }

    @Test
    void fewerAliveThanCouldBeIsWrong() throws Exception {
        printed = List.of(line(1_000, 1_000, 700, 20));
        assertThat(classified().outcome()).isEqualTo(Outcome.WRONG);
        assertThat(classified().reason()).startsWith("only 700 of 1,000 tasks were alive at once, although");
    }

    @Test
    void countsThatAreNotThoseAskedForAreWrong() throws Exception {
        for (var line : List.of(
                line(1_000, 999, 999, 1),
                line(999, 999, 999, 1),
                line(1_000, 1_000, 1_001, 1),
                "{\"tasks\":1000,\"started\":1000}")) {
            printed = List.of(line);
            assertThat(classified().outcome()).as(line).isEqualTo(Outcome.WRONG);
        }
    }

    @Test
    void aSumIsComparedWithTheRightOne() throws Exception {
        workload = TaskWorkload.hashmap(2, 2, "burst", TaskWorkload.Keys.NUMBERS);
        printed = List.of("{\"tasks\":2,\"totalMillis\":5,\"checksum\":\"64\"}");
        assertThat(classified().outcome()).isEqualTo(Outcome.OK);
        printed = List.of("{\"tasks\":2,\"totalMillis\":5,\"checksum\":\"65\"}");
        assertThat(classified().outcome()).isEqualTo(Outcome.WRONG);
        assertThat(classified().reason()).contains("65", "64");
        printed = List.of("{\"tasks\":2,\"totalMillis\":5}");
        assertThat(classified().outcome()).isEqualTo(Outcome.WRONG);
    }

    @Test
    void theChecksumOfARingIsCompared() throws Exception {
        workload = TaskWorkload.ring(3, 5);
        var line = "{\"tasks\":3,\"messages\":%d,\"received\":4,\"totalMillis\":5,\"cpuMillis\":1,\"checksum\":\"%d\"}";
        printed = List.of(line.formatted(2, 1_023));
        assertThat(classified().outcome()).isEqualTo(Outcome.OK);
        printed = List.of(line.formatted(2, 1_024));
        assertThat(classified().outcome()).isEqualTo(Outcome.WRONG);
        assertThat(classified().reason()).isEqualTo("its checksum is 1024; for 4 messages it must be 1023");
        printed = List.of(line.formatted(5, 1_023));
        assertThat(classified().reason()).isEqualTo("it counted 5 of 4 messages");
    }

    @Test
    void aRefusalIsAWallWithTheLimitThatTheEvidenceNames() throws Exception {
        var words = "unable to create native thread: possibly out of memory or process/resource limits reached";
        refused(812, words);
        attribution = PID_MAX;
        assertThat(classified())
                .isEqualTo(new Result(
                        Outcome.WALL,
                        "refused after 812 of 1,000: " + words,
                        "kernel.pid_max",
                        PID_MAX.because(),
                        null));
        attribution = NOTHING;
        assertThat(classified().outcome()).isEqualTo(Outcome.WALL);
        assertThat(classified().limit()).as("never guessed").isNull();
        assertThat(classified().because()).isEqualTo(NOTHING.because());
    }

    @Test
    void aJvmThatEndsForWantOfAThreadIsNotOutOfMemory() throws Exception {
        workload = TaskWorkload.hashmap(1_000, 10, "burst", TaskWorkload.Keys.NUMBERS);
        errors = List.of("java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory or"
                + " process/resource limits reached");
        exitCode = 1;
        attribution = NOTHING;
        assertThat(classified().outcome()).isEqualTo(Outcome.FAILED);
        attribution = PID_MAX;
        assertThat(classified().outcome()).isEqualTo(Outcome.WALL);
    }

    @Test
    void aThreadThatGetsNoMemoryMayLackMapsAsWell() throws Exception {
        name = "rust-threads";
        attribution = NOTHING;
        refused(812, "failed to set up alternative stack guard page: Cannot allocate memory (os error 12)");
        assertThat(classified().outcome()).isEqualTo(Outcome.WALL);
        assertThat(classified().limit()).isNull();
        name = "go";
        assertThat(classified().outcome()).as("of what is no thread").isEqualTo(Outcome.MEMORY);
    }

    @Test
    void aRuntimesOwnLimitIsNamedByWhatItSays() throws Exception {
        name = "elixir";
        refused(940, "a system limit has been reached (process limit 1,024)");
        attribution = PID_MAX;
        assertThat(classified().outcome()).isEqualTo(Outcome.WALL);
        assertThat(classified().limit()).isEqualTo("Erlang's process limit (+P 1,024)");
        assertThat(classified().because().getFirst()).contains("940 of 1,024");
        refused(10, "a system limit has been reached (process limit 262144)");
        assertThat(classified().limit()).as("far from it").isNull();
        refused(940, "a system limit has been reached");
        assertThat(classified().limit()).as("no value is known").isNull();
    }

    @Test
    void aJvmThatAbortsAtItsMapsHasMetAWall() throws Exception {
        exitCode = 134;
        printed = List.of(
                "# There is insufficient memory for the Java Runtime Environment to continue.",
                "# Native memory allocation (mmap) failed to map 16384 bytes. Error detail: committing reserved memory.");
        attribution = new LimitAttribution("vm.max_map_count", List.of("vm.max_map_count: 65,530 of 65,530 used"));
        assertThat(classified().outcome()).isEqualTo(Outcome.WALL);
        assertThat(classified().limit()).isEqualTo("vm.max_map_count");
        assertThat(classified().reason()).startsWith("ended after about 812 of 1,000: ");
        attribution = NOTHING;
        assertThat(classified().outcome()).isEqualTo(Outcome.MEMORY);
        assertThat(classified().limit()).isNull();
    }

    @Test
    void aHeapThatIsFullIsWantOfMemory() throws Exception {
        exitCode = 3;
        printed = List.of("Terminating due to java.lang.OutOfMemoryError: Java heap space");
        assertThat(classified().outcome()).isEqualTo(Outcome.MEMORY);
        assertThat(classified().limit()).isEqualTo("-Xmx480m");
        for (var words : List.of(
                "fatal error: runtime: out of memory",
                "memory allocation of 1048576 bytes failed",
                "MemoryError",
                "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
                "eheap_alloc: Cannot allocate 1234 bytes of memory (of type \\\"heap\\\").",
                "System.OutOfMemoryException: Out of memory")) {
            printed = List.of();
            errors = List.of(words);
            exitCode = 1;
            assertThat(classified().outcome()).as(words).isEqualTo(Outcome.MEMORY);
            end = End.TIME_LIMIT;
            assertThat(classified().outcome()).as("%s, and hangs", words).isEqualTo(Outcome.MEMORY);
            end = End.BY_ITSELF;
        }
    }

    @Test
    void aKillForWantOfMemoryIsTheKernelsToTell() throws Exception {
        exitCode = 137;
        attribution = MACHINE;
        assertThat(classified().outcome()).isEqualTo(Outcome.MEMORY);
        assertThat(classified().limit()).isEqualTo("memory of the machine");
        attribution = NOTHING;
        assertThat(classified().outcome()).isEqualTo(Outcome.FAILED);
        assertThat(classified().reason()).contains("signal 9");
    }

    @Test
    void outOfTimeTellsHowLongItWouldTake() throws Exception {
        end = End.TIME_LIMIT;
        workload = TaskWorkload.sleep(100_000, Duration.ofMinutes(30));
        seconds = 5;
        curve = IntStream.rangeClosed(0, 100)
                .mapToObj(i -> new Point(5e-8 * 1e4 * i * i, 100L * i + 60, 1))
                .toList();
        prediction = Optional.of(new PredictedLimit("vm.max_map_count", 32_670));
        var result = classified();
        assertThat(result.outcome()).isEqualTo(Outcome.TIME);
        assertThat(result.predictedSeconds()).isBetween(1_800 + 499.0, 1_800 + 502.0);
        assertThat(result.limit()).as("a prediction is no evidence").isNull();
        assertThat(result.reason())
                .startsWith(
                        "stopped by --time-limit after 5 s, with at most 10,060 of 100,000 threads; the last task would wake after"
                                + " about 2,")
                .endsWith(" s; vm.max_map_count would stop it earlier, at about 32,670");
    }

    @Test
    void outOfTimeWithThreadsThatEndMeanwhile() throws Exception {
        outOfTimeTellsHowLongItWouldTake();
        workload = TaskWorkload.sleep(100_000, Duration.ofSeconds(10));
        assertThat(classified().predictedSeconds()).isBetween(100.0, 130.0);
        assertThat(classified().reason())
                .contains("at most about 14,", "starting takes longer than the sleep; use a longer --sleep")
                .doesNotContain("vm.max_map_count");
    }

    @Test
    void outOfTimeWithAllOfThemAsleep() throws Exception {
        end = End.TIME_LIMIT;
        seconds = 11;
        curve = List.of(new Point(0, 1, 1), new Point(4, 1_010, 1), new Point(11, 1_010, 1));
        assertThat(classified().predictedSeconds()).isEqualTo(14);
        assertThat(classified().reason()).contains("all 1,000 threads had started after 4 s");
    }

    @Test
    void whatHangsIsNotPredicted() throws Exception {
        outOfTimeWithAllOfThemAsleep();
        seconds = 120;
        assertThat(classified().predictedSeconds()).isNull();
        assertThat(classified().reason())
                .contains("all 1,000 threads had started after 4 s", "should have woken after about 14 s");
        outOfTimeTellsHowLongItWouldTake();
        workload = TaskWorkload.sleep(10_500, Duration.ofSeconds(10));
        seconds = 120;
        assertThat(classified().predictedSeconds())
                .as("few are missing, and none came")
                .isNull();
        assertThat(classified().outcome()).isEqualTo(Outcome.TIME);
    }

    @Test
    void ofTasksThatTheKernelDoesNotSeeNothingIsPredicted() throws Exception {
        end = End.TIME_LIMIT;
        name = "go";
        assertThat(classified().outcome()).isEqualTo(Outcome.TIME);
        assertThat(classified().predictedSeconds()).isNull();
    }

    @Test
    void anythingElseFailedAndSaysWhereItsWordsAre() throws Exception {
        exitCode = 1;
        errors = List.of("Traceback", "ValueError: no", "");
        assertThat(classified().outcome()).isEqualTo(Outcome.FAILED);
        assertThat(classified().reason())
                .isEqualTo("ended with exit code 1: ValueError: no; its whole output is in tasks/001");
        exitCode = 2;
        assertThat(classified().reason()).startsWith("rejected its arguments: ");
        exitCode = 139;
        assertThat(classified().reason()).startsWith("ended by signal 11: ");
        exitCode = 0;
        errors = List.of();
        assertThat(classified().outcome()).isEqualTo(Outcome.FAILED);
        assertThat(classified().reason()).startsWith("ended without its report: it printed nothing");
    }
}
