package threadwall.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import threadwall.doctor.ThreadLimitMonitor.Foretold;
import threadwall.doctor.ThreadLimitMonitor.Found;
import threadwall.process.PreconditionException;
import threadwall.record.TaskRecord.Outcome;
import threadwall.record.TaskRecord.Point;
import threadwall.tasks.ProgramExit.Stop;

/** Every way in which a program can end. */
class TaskVerdictTest {

    private static final TaskWorkload WORK = TaskWorkload.sleep(1_000, Duration.ofSeconds(10));
    private static final Found NOTHING = new Found(null, List.of("unknown: no limit stands at its value"));
    private static final Found PID_MAX = new Found("kernel.pid_max", List.of("kernel.pid_max: 32,768 of 32,768 used"));
    private static final Found MACHINE = new Found("memory of the machine", List.of("1 kill"));

    private TaskWorkload work = WORK;
    private String name = "java-threads";
    private List<String> printed = List.of();
    private List<String> errors = List.of();
    private int exitCode;
    private Stop stop = Stop.ITS_END;
    private double seconds = 10.5;
    private Found found = new Found(null, List.of());
    private Optional<Foretold> foretold = Optional.empty();
    private List<Point> curve = List.of(new Point(0, 1, 1), new Point(5, 812, 1));
    private List<String> command = List.of("java", "-Xmx480m");

    private TaskVerdict judged() throws PreconditionException {
        var program = TaskPrograms.named(work.test(), List.of(name)).getFirst();
        return TaskVerdict.of(new ProgramExit(
                program, work, printed, errors, exitCode, stop, seconds, found, foretold, curve, "tasks/001", command));
    }

    private static String line(int tasks, int started, int mostAlive, double startMillis) {
        return "{\"tasks\":%d,\"started\":%d,\"mostAlive\":%d,\"startMillis\":%s,\"latestWakeUpMillis\":3.5}"
                .formatted(tasks, started, mostAlive, startMillis);
    }

    private void refused(int started, String words) {
        printed = List.of("{\"tasks\":1000,\"started\":%d,\"mostAlive\":%d,\"startMillis\":5,\"failure\":\"%s\"}"
                .formatted(started, started, words));
        stop = Stop.REFUSED;
        exitCode = 137;
    }

    @Test
    void allAliveIsOk() throws Exception {
        printed = List.of(line(1_000, 1_000, 1_000, 20));
        assertThat(judged()).isEqualTo(new TaskVerdict(Outcome.OK, null, null, List.of(), null));
    }

    @Test
    void theMachinesLastMemoryIsLeftToIt() throws Exception {
        stop = Stop.MEMORY;
        exitCode = 137;
        curve = List.of(new Point(0, 1, 1), new Point(5, 12, 21_900_000_000L));
        assertThat(judged().outcome()).isEqualTo(Outcome.MEMORY);
        assertThat(judged().limit()).isEqualTo("memory of the machine");
        assertThat(judged().reason()).startsWith("ended by us at 21.9 GB, when the machine had less than ");
    }

    @Test
    void startingLongerThanTheSleepIsNoWrongCount() throws Exception {
        printed = List.of(line(1_000, 1_000, 700, 12_000));
        assertThat(judged().outcome()).isEqualTo(Outcome.OK);
        assertThat(judged().reason())
                .isEqualTo(
                        "only 700 of 1,000 alive at once: starting took longer than the sleep; use a longer --sleep");
        printed = List.of(line(1_000, 1_000, 700, 20));
        seconds = 20.5;
        assertThat(judged().outcome()).as("started at once, and run much later").isEqualTo(Outcome.OK);
    }

    @Test
    void fewerAliveThanCouldBeIsWrong() throws Exception {
        printed = List.of(line(1_000, 1_000, 700, 20));
        assertThat(judged().outcome()).isEqualTo(Outcome.WRONG);
        assertThat(judged().reason()).startsWith("only 700 of 1,000 tasks were alive at once, though");
    }

    @Test
    void countsThatAreNotThoseAskedForAreWrong() throws Exception {
        for (var line : List.of(
                line(1_000, 999, 999, 1),
                line(999, 999, 999, 1),
                line(1_000, 1_000, 1_001, 1),
                "{\"tasks\":1000,\"started\":1000}")) {
            printed = List.of(line);
            assertThat(judged().outcome()).as(line).isEqualTo(Outcome.WRONG);
        }
    }

    @Test
    void aSumIsComparedWithTheRightOne() throws Exception {
        work = TaskWorkload.hashmap(2, 2, "burst");
        printed = List.of("{\"tasks\":2,\"totalMillis\":5,\"checksum\":\"64\"}");
        assertThat(judged().outcome()).isEqualTo(Outcome.OK);
        printed = List.of("{\"tasks\":2,\"totalMillis\":5,\"checksum\":\"65\"}");
        assertThat(judged().outcome()).isEqualTo(Outcome.WRONG);
        assertThat(judged().reason()).contains("65", "64");
        printed = List.of("{\"tasks\":2,\"totalMillis\":5}");
        assertThat(judged().outcome()).isEqualTo(Outcome.WRONG);
    }

    @Test
    void aRefusalIsAWallWithTheLimitThatTheEvidenceNames() throws Exception {
        var words = "unable to create native thread: possibly out of memory or process/resource limits reached";
        refused(812, words);
        found = PID_MAX;
        assertThat(judged())
                .isEqualTo(new TaskVerdict(
                        Outcome.WALL,
                        "refused after 812 of 1,000: " + words,
                        "kernel.pid_max",
                        PID_MAX.because(),
                        null));
        found = NOTHING;
        assertThat(judged().outcome()).isEqualTo(Outcome.WALL);
        assertThat(judged().limit()).as("never guessed").isNull();
        assertThat(judged().because()).isEqualTo(NOTHING.because());
    }

    @Test
    void aJvmThatEndsForWantOfAThreadIsNotOutOfMemory() throws Exception {
        work = TaskWorkload.hashmap(1_000, 10, "burst");
        errors = List.of("java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory or"
                + " process/resource limits reached");
        exitCode = 1;
        found = NOTHING;
        assertThat(judged().outcome()).isEqualTo(Outcome.FAILED);
        found = PID_MAX;
        assertThat(judged().outcome()).isEqualTo(Outcome.WALL);
    }

    @Test
    void aThreadThatGetsNoMemoryMayLackMapsAsWell() throws Exception {
        name = "rust-threads";
        found = NOTHING;
        refused(812, "failed to set up alternative stack guard page: Cannot allocate memory (os error 12)");
        assertThat(judged().outcome()).isEqualTo(Outcome.WALL);
        assertThat(judged().limit()).isNull();
        name = "go";
        assertThat(judged().outcome()).as("of what is no thread").isEqualTo(Outcome.MEMORY);
    }

    @Test
    void aRuntimesOwnLimitIsNamedByWhatItSays() throws Exception {
        name = "elixir";
        refused(940, "a system limit has been reached (process limit 1,024)");
        found = PID_MAX;
        assertThat(judged().outcome()).isEqualTo(Outcome.WALL);
        assertThat(judged().limit()).isEqualTo("Erlang's process limit (+P 1,024)");
        assertThat(judged().because().getFirst()).contains("940 of 1,024");
        refused(10, "a system limit has been reached (process limit 262144)");
        assertThat(judged().limit()).as("far from it").isNull();
        refused(940, "a system limit has been reached");
        assertThat(judged().limit()).as("no value is known").isNull();
    }

    @Test
    void aJvmThatAbortsAtItsMapsHasMetAWall() throws Exception {
        exitCode = 134;
        printed = List.of(
                "# There is insufficient memory for the Java Runtime Environment to continue.",
                "# Native memory allocation (mmap) failed to map 16384 bytes. Error detail: committing reserved memory.");
        found = new Found("vm.max_map_count", List.of("vm.max_map_count: 65,530 of 65,530 used"));
        assertThat(judged().outcome()).isEqualTo(Outcome.WALL);
        assertThat(judged().limit()).isEqualTo("vm.max_map_count");
        assertThat(judged().reason()).startsWith("ended at about 812 of 1,000: ");
        found = NOTHING;
        assertThat(judged().outcome()).isEqualTo(Outcome.MEMORY);
        assertThat(judged().limit()).isNull();
    }

    @Test
    void aHeapThatIsFullIsWantOfMemory() throws Exception {
        exitCode = 3;
        printed = List.of("Terminating due to java.lang.OutOfMemoryError: Java heap space");
        assertThat(judged().outcome()).isEqualTo(Outcome.MEMORY);
        assertThat(judged().limit()).isEqualTo("-Xmx480m");
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
            assertThat(judged().outcome()).as(words).isEqualTo(Outcome.MEMORY);
            stop = Stop.TIME;
            assertThat(judged().outcome()).as("%s, and hangs", words).isEqualTo(Outcome.MEMORY);
            stop = Stop.ITS_END;
        }
    }

    @Test
    void aKillForWantOfMemoryIsTheKernelsToTell() throws Exception {
        exitCode = 137;
        found = MACHINE;
        assertThat(judged().outcome()).isEqualTo(Outcome.MEMORY);
        assertThat(judged().limit()).isEqualTo("memory of the machine");
        found = NOTHING;
        assertThat(judged().outcome()).isEqualTo(Outcome.FAILED);
        assertThat(judged().reason()).contains("signal 9");
    }

    @Test
    void outOfTimeTellsHowLongItWouldTake() throws Exception {
        stop = Stop.TIME;
        work = TaskWorkload.sleep(100_000, Duration.ofMinutes(30));
        seconds = 5;
        curve = IntStream.rangeClosed(0, 100)
                .mapToObj(i -> new Point(5e-8 * 1e4 * i * i, 100L * i + 60, 1))
                .toList();
        foretold = Optional.of(new Foretold("vm.max_map_count", 32_670));
        var judged = judged();
        assertThat(judged.outcome()).isEqualTo(Outcome.TIME);
        assertThat(judged.predictedSeconds()).isBetween(1_800 + 499.0, 1_800 + 502.0);
        assertThat(judged.limit()).as("what is foretold is no evidence").isNull();
        assertThat(judged.reason())
                .startsWith(
                        "stopped by --limit after 5 s, with 10,060 of 100,000 threads at most; the last would wake after"
                                + " about 2,")
                .endsWith(" s; vm.max_map_count would stop it before, at about 32,670");
    }

    @Test
    void outOfTimeWithThreadsThatEndMeanwhile() throws Exception {
        outOfTimeTellsHowLongItWouldTake();
        work = TaskWorkload.sleep(100_000, Duration.ofSeconds(10));
        assertThat(judged().predictedSeconds()).isBetween(100.0, 130.0);
        assertThat(judged().reason())
                .contains("no more than about 14,", "starting takes longer than the sleep; use a longer --sleep")
                .doesNotContain("vm.max_map_count");
    }

    @Test
    void outOfTimeWithAllOfThemAsleep() throws Exception {
        stop = Stop.TIME;
        seconds = 11;
        curve = List.of(new Point(0, 1, 1), new Point(4, 1_010, 1), new Point(11, 1_010, 1));
        assertThat(judged().predictedSeconds()).isEqualTo(14);
        assertThat(judged().reason()).contains("all 1,000 threads were there after 4 s");
    }

    @Test
    void whatHangsIsNotPredicted() throws Exception {
        outOfTimeWithAllOfThemAsleep();
        seconds = 120;
        assertThat(judged().predictedSeconds()).isNull();
        assertThat(judged().reason())
                .contains("all 1,000 threads were there after 4 s", "should have woken after about 14 s");
        outOfTimeTellsHowLongItWouldTake();
        work = TaskWorkload.sleep(10_500, Duration.ofSeconds(10));
        seconds = 120;
        assertThat(judged().predictedSeconds())
                .as("few are missing, and none came")
                .isNull();
        assertThat(judged().outcome()).isEqualTo(Outcome.TIME);
    }

    @Test
    void ofTasksThatTheKernelDoesNotSeeNothingIsPredicted() throws Exception {
        stop = Stop.TIME;
        name = "go";
        assertThat(judged().outcome()).isEqualTo(Outcome.TIME);
        assertThat(judged().predictedSeconds()).isNull();
    }

    @Test
    void anythingElseFailedAndSaysWhereItsWordsAre() throws Exception {
        exitCode = 1;
        errors = List.of("Traceback", "ValueError: no", "");
        assertThat(judged().outcome()).isEqualTo(Outcome.FAILED);
        assertThat(judged().reason()).isEqualTo("ended with exit code 1: ValueError: no; all it said is in tasks/001");
        exitCode = 2;
        assertThat(judged().reason()).startsWith("refused its arguments: ");
        exitCode = 139;
        assertThat(judged().reason()).startsWith("ended by signal 11: ");
        exitCode = 0;
        errors = List.of();
        assertThat(judged().outcome()).isEqualTo(Outcome.FAILED);
        assertThat(judged().reason()).startsWith("ended without its line of figures: it said nothing");
    }
}
