package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import threadwall.cli.Threadwall;
import threadwall.record.RunFile;
import threadwall.record.TaskRecord;
import threadwall.record.TaskRecord.Outcome;
import tools.jackson.databind.json.JsonMapper;

/** Real programs at small numbers: those of Java, and others whose toolchain is here. */
@Timeout(120)
class TasksTest {

    @TempDir
    private Path temporary;

    private Path run;

    private Cli.Result tasks(String... options) {
        run = temporary.resolve("run");
        var arguments = new ArrayList<>(List.of("tasks"));
        arguments.addAll(List.of(options));
        arguments.add("--out=" + run);
        return Cli.run(arguments.toArray(String[]::new));
    }

    private List<TaskRecord> records() throws Exception {
        return RunFile.in(run).read().lines().stream()
                .filter(TaskRecord.class::isInstance)
                .map(TaskRecord.class::cast)
                .toList();
    }

    @Test
    void sleepersAreCountedAndMeasured() throws Exception {
        var json = temporary.resolve("tasks.json");
        var result = tasks(
                "sleep",
                "--tasks=200,1",
                "--sleep=1s",
                "--runtimes=java-threads,java-virtual,kilim-timer,python",
                "--json=" + json);
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("java-threads", "kilim-timer");
        assertThat(new JsonMapper().readTree(json.toFile()).isObject()).isTrue();
        assertThat(result.err())
                .contains("record: " + run.resolve("run.jsonl"), "report: " + run.resolve("report.html"));
        assertThat(records())
                .extracting(
                        record -> record.plan().program() + " " + record.plan().tasks())
                .containsExactly(
                        "java-threads 1",
                        "java-virtual 1",
                        "kilim-timer 1",
                        "python 1",
                        "java-threads 200",
                        "java-virtual 200",
                        "kilim-timer 200",
                        "python 200");
        // a machine may have no Python
        assertThat(records())
                .filteredOn(record -> record.result().outcome() != Outcome.MISSING)
                .hasSizeGreaterThanOrEqualTo(6)
                .allSatisfy(record -> {
                    assertThat(record.result().outcome())
                            .as(record.result().reason())
                            .isEqualTo(Outcome.OK);
                    assertThat(record.said().started()).isEqualTo(record.plan().tasks());
                    assertThat(record.plan().runtime()).isNotBlank();
                    assertThat(record.times().seconds()).isGreaterThanOrEqualTo(1);
                    assertThat(record.times().cpuSeconds()).isPositive();
                    assertThat(record.memory().peakRssBytes()).isPositive();
                    assertThat(record.curve()).isNotEmpty();
                });
        assertThat(records().get(4).curve()).as("threads are seen").anyMatch(point -> point.threads() > 200);
        assertThat(records().get(5).curve()).as("virtual ones are not").noneMatch(point -> point.threads() > 200);
    }

    @Test
    void allMapsComeToTheSameSum() throws Exception {
        var result = tasks(
                "hashmap",
                "--tasks=50",
                "--entries=100",
                "--arrival=burst,10/1",
                "--runtimes=java-pool,kilim-workers,go-60-workers",
                "--markdown=-");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(records()).hasSize(6);
        var ran = records().stream()
                .filter(record -> record.result().outcome() != Outcome.MISSING)
                .toList();
        assertThat(ran).hasSizeGreaterThanOrEqualTo(4).allSatisfy(record -> {
            assertThat(record.result().outcome()).as(record.result().reason()).isEqualTo(Outcome.OK);
            assertThat(record.said().totalMillis()).isPositive();
            assertThat(record.said().checksum()).isEqualTo(ran.getFirst().said().checksum());
        });
        assertThat(ran.getFirst().plan().command()).anyMatch(flag -> flag.startsWith("-Xmx"));
    }

    @Test
    void stringKeysAreNamedInTheTableAndComeToTheSameSum() throws Exception {
        var result = tasks(
                "hashmap", "--tasks=50", "--entries=100", "--arrival=burst", "--keys=strings", "--runtimes=java-pool");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("50 tasks of 100 entries with string keys, all at once (burst)");
        assertThat(records()).singleElement().satisfies(record -> {
            assertThat(record.plan().keys()).isEqualTo("strings");
            assertThat(record.said().checksum()).isNotEmpty();
        });
    }

    @Test
    void aMessageGoesAroundTheRing() throws Exception {
        var result = tasks(
                "ring", "--tasks=2,100", "--duration=1s", "--runtimes=java-virtual,kilim,java-threads", "--workers=1");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(records()).hasSize(6).allSatisfy(record -> {
            assertThat(record.result().outcome()).as(record.result().reason()).isEqualTo(Outcome.OK);
            assertThat(record.messagesPerSecond()).isPositive();
        });
        assertThat(records().getFirst().plan().program()).isEqualTo("java-virtual-1-workers");
        assertThat(result.out()).contains("2 tasks in a ring, 1 s", "messages/s");
    }

    @Test
    void aWallOfThreadsIsMetAndNamed() throws Exception {
        try (var cgroups = TestCgroups.create("pids")) {
            cgroups.outer("pids.max", "400");
            inside(cgroups, "--tasks=2k", "--sleep=5s", "--runtimes=java-threads");
            var record = records().getFirst();
            assertThat(record.result().outcome()).isEqualTo(Outcome.WALL);
            assertThat(record.result().limit()).isEqualTo("pids.max of " + cgroups.outer());
            assertThat(record.said().started()).isBetween(200, 400);
            // a JVM may end a thread of its own between the refusal and the reading
            assertThat(record.result().because().getFirst()).containsPattern(": (399|400) of 400 used");
            assertThat(record.result().reason())
                    .startsWith("refused after ")
                    .contains("unable to create native thread");
            assertThat(record.times().seconds()).as("not waited for").isLessThan(60);
        }
    }

    @Test
    void outOfMemoryEndsTheProgramAndNotTheTool() throws Exception {
        assumeTrue(isThere("go"), "no go here, and a JVM sees the limit and minds it");
        try (var cgroups = TestCgroups.create("memory")) {
            var file = Files.exists(cgroups.outer().resolve("memory.max")) ? "memory.max" : "memory.limit_in_bytes";
            cgroups.outer(file, "" + (500L << 20));
            inside(cgroups, "--tasks=2M", "--sleep=5s", "--runtimes=go,java-virtual");
            assertThat(records())
                    .hasSize(2)
                    .allSatisfy(record -> assertThat(record.result().outcome())
                            .as(record.result().reason())
                            .isEqualTo(Outcome.MEMORY));
            assertThat(records().getFirst().result().limit()).isEqualTo(file + " of " + cgroups.outer());
            assertThat(records().getFirst().result().reason()).startsWith("killed for lack of memory (signal 9)");
        }
    }

    /** Runs the tool, and so all that it starts, inside of limits of their own. */
    private void inside(TestCgroups cgroups, String... options) throws Exception {
        run = temporary.resolve("run");
        var command = new ArrayList<>(cgroups.wrapper());
        command.addAll(Java.command(List.of(Threadwall.class.getName(), "tasks", "sleep", "--out=" + run)));
        command.addAll(List.of(options));
        var tool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(temporary.resolve("said").toFile())
                .start();
        assertThat(tool.waitFor())
                .as(Files.readString(temporary.resolve("said")))
                .isZero();
    }

    @Test
    void theRuntimesOwnWallIsNamedByWhatItSays() throws Exception {
        assumeTrue(isThere("elixir"), "no elixir here");
        var result = tasks("sleep", "--tasks=270k", "--sleep=20s", "--time-limit=60s", "--runtimes=elixir");
        assertThat(result.exitCode()).as(result.err()).isZero();
        var record = records().getFirst();
        assertThat(record.result().outcome()).as(record.result().reason()).isEqualTo(Outcome.WALL);
        assertThat(record.result().limit()).isEqualTo("Erlang's process limit (+P 262,144)");
    }

    @Test
    void outOfTimeIsARowWithWhatItWouldTake() throws Exception {
        var result = tasks("sleep", "--tasks=5k", "--sleep=2900ms", "--time-limit=3s", "--runtimes=java-threads");
        assertThat(result.exitCode()).as(result.err()).isZero();
        var record = records().getFirst();
        assertThat(record.result().outcome()).as(record.result().reason()).isEqualTo(Outcome.TIME);
        assertThat(record.result().predictedSeconds()).isGreaterThan(2.9);
        assertThat(record.result().limit()).isNull();
        assertThat(record.result().reason()).matches("stopped by --time-limit after [3-9] s.*");
    }

    @Test
    void aDryRunPrintsCommandsAndStartsNothing() {
        var result = tasks("hashmap", "--runtimes=go-60-workers,java-threads", "--arrival=10/3", "--dry-run");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains(
                        "# run 1: go-60-workers, ",
                        "task-programs/hashmap/go/target/hashmap workers ",
                        " 10000 10/3 60 numbers",
                        "-jar task-programs/hashmap/java/target/hashmap-java.jar threads ");
        assertThat(run).doesNotExist();
    }

    @Test
    void ctrlCKeepsTheRowsThatAreFinished() throws Exception {
        run = temporary.resolve("run");
        var err = temporary.resolve("err");
        var words = List.of(
                "tasks", "sleep", "--tasks=1", "--sleep=20s", "--repeats=2", "--runtimes=python", "--out=" + run);
        var tool = Cli.process(words)
                .redirectErrorStream(true)
                .redirectOutput(err.toFile())
                .start();
        try {
            Await.until("the program that sleeps", () -> contentOf(err.toFile()).contains("running: "));
            var started = tool.descendants().toList();
            new ProcessBuilder("kill", "-INT", "" + tool.pid()).start().waitFor();
            assertThat(tool.waitFor()).isEqualTo(130);
            Await.until("the end of what it started", () -> started.stream().noneMatch(ProcessHandle::isAlive));
            assertThat(Files.readString(err))
                    .contains("threadwall: the run is not finished; finished runs are kept in "
                            + run.resolve("run.jsonl"))
                    .doesNotContain("\tat ");
        } finally {
            tool.destroyForcibly();
        }
    }

    @Test
    void whatCannotBeIsOneLineAnd2() {
        refused("'0' is not a count", "sleep", "--tasks=0");
        refused("'-1' is not a count", "sleep", "--tasks=10,-1");
        refused("'many' is not a count", "sleep", "--tasks=many");
        refused("option '--tasks': ',' is an empty list", "sleep", "--tasks=,");
        refused("option '--runtimes': ',,' is an empty list", "sleep", "--runtimes", ",,");
        refused("option '--arrival': ',' is an empty list", "hashmap", "--arrival=,");
        refused("'-1s' is not a time", "sleep", "--sleep=-1s");
        refused("'0' is not a count", "sleep", "--repeats=0");
        refused("sleep has no 'cobol'; it has rust-threads, ", "sleep", "--runtimes=cobol");
        refused("--time-limit 5 s ends before a sleep of 10.0 s", "sleep", "--time-limit=5s");
        refused("'fast' is neither burst nor K/MS", "hashmap", "--arrival=fast");
        refused("'10/0' is neither burst nor K/MS", "hashmap", "--arrival=10/0");
        refused("--time-limit 120 s ends before the last of 10,000 tasks arrives", "hashmap", "--arrival=burst,1/100");
        refused("Invalid value for option '--keys'", "hashmap", "--keys=words");
        refused("--full sets the tasks and their arrival", "hashmap", "--full", "--tasks=5");
        refused("--tasks 1: a ring needs two tasks; use --tasks 2 or more", "ring", "--tasks=5,1");
        refused("--time-limit 5 s ends before a --duration of 5 s does", "ring", "--time-limit=5s");
        refused("only one of --json and --markdown", "hashmap", "--json=-", "--markdown=-");
    }

    private void refused(String words, String... options) {
        tasks(options).refused(2, words);
        assertThat(run).doesNotExist();
    }

    private static boolean isThere(String program) throws Exception {
        return new ProcessBuilder("sh", "-c", "command -v " + program).start().waitFor() == 0;
    }
}
