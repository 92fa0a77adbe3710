package threadwall.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import threadwall.process.PreconditionException;

/** Which rows are run, in which order, by which command. */
class TaskPlanTest {

    private static final TaskWorkload SLEEP = TaskWorkload.sleep(10_000, Duration.ofSeconds(10));

    private static List<TaskPlan> plans(
            TaskWorkload.Test test, List<TaskWorkload> workloads, int repeats, String... names)
            throws PreconditionException {
        return TaskPlan.of(TaskPrograms.named(test, List.of(names)), workloads, repeats, "results/now", 2);
    }

    @Test
    void repeatsAreInterleavedAndOneWorkComesAfterTheOther() throws Exception {
        var workloads = List.of(TaskWorkload.sleep(1, Duration.ofSeconds(1)), SLEEP);
        assertThat(plans(TaskWorkload.Test.SLEEP, workloads, 2, "go", "node"))
                .extracting(plan -> "%d %s %d %d"
                        .formatted(
                                plan.number(),
                                plan.program().name(),
                                plan.workload().tasks(),
                                plan.repeat()))
                .containsExactly(
                        "1 go 1 1",
                        "2 node 1 1",
                        "3 go 1 2",
                        "4 node 1 2",
                        "5 go 10000 1",
                        "6 node 10000 1",
                        "7 go 10000 2",
                        "8 node 10000 2");
    }

    @Test
    void aNameThatIsNoneListsThemAll() {
        assertThatThrownBy(() -> TaskPrograms.named(TaskWorkload.Test.SLEEP, List.of("go", "cobol")))
                .isInstanceOf(PreconditionException.class)
                .hasMessageStartingWith("--runtimes: sleep has no 'cobol'; it has rust-threads, rust-tokio, ")
                .hasMessageEndingWith(", elixir, elixir-raised");
        assertThatThrownBy(() -> TaskPrograms.named(TaskWorkload.Test.HASHMAP, List.of("go")))
                .hasMessageContaining("hashmap has no 'go'; it has go-unrestricted, ");
        assertThatThrownBy(() -> TaskPrograms.named(TaskWorkload.Test.SLEEP, List.of("go", "go")))
                .hasMessageContaining("names go twice");
    }

    @Test
    void commandsEndWithWhatAProgramTakes() throws Exception {
        var commands = plans(TaskWorkload.Test.SLEEP, List.of(SLEEP), 1).stream()
                .map(TaskPlan::command)
                .toList();
        assertThat(commands)
                .contains(List.of("task-programs/sleep/rust/target/release/tokio-joined", "10000", "10000"))
                .contains(List.of("mono", "task-programs/sleep/csharp/target/sleep.exe", "10000", "10000"))
                .allSatisfy(command -> assertThat(command).endsWith("10000", "10000"));
        var maps = plans(
                TaskWorkload.Test.HASHMAP,
                List.of(TaskWorkload.hashmap(7, 9, "10/3", TaskWorkload.Keys.NUMBERS)),
                1,
                "go-workers",
                "go-60-workers");
        assertThat(maps.get(0).command())
                .containsExactly(
                        "task-programs/hashmap/go/target/hashmap", "workers", "7", "9", "10/3", "2", "numbers");
        assertThat(maps.get(1).command()).endsWith("10/3", "60", "numbers");
    }

    @Test
    void aProgramThatTakesWorkersHasARowForEachNumber() throws Exception {
        var programs = TaskPrograms.named(
                TaskWorkload.Test.HASHMAP, List.of("go-unrestricted", "go-workers", "go-60-workers", "java-pool"));
        assertThat(TaskPrograms.each(programs, List.of(OptionalInt.empty()))).isEqualTo(programs);
        var workers = List.of(OptionalInt.empty(), OptionalInt.of(12), OptionalInt.of(60));
        assertThat(TaskPrograms.each(programs, workers))
                .extracting(TaskProgram::name)
                .containsExactly(
                        "go-unrestricted",
                        "go-workers",
                        "go-12-workers",
                        "go-60-workers",
                        "java-pool",
                        "java-pool-12-workers",
                        "java-pool-60-workers");
        var plans = TaskPlan.of(
                TaskPrograms.each(programs, workers),
                List.of(TaskWorkload.hashmap(7, 9, "burst", TaskWorkload.Keys.NUMBERS)),
                1,
                "results/now",
                2);
        assertThat(plans)
                .extracting(plan -> plan.command().get(plan.command().size() - 2))
                .containsExactly("2", "2", "12", "60", "2", "12", "60");
    }

    @Test
    void elixirIsGivenRoomForAllOfThem() throws Exception {
        assertThat(plans(TaskWorkload.Test.SLEEP, List.of(SLEEP), 1, "elixir-raised")
                        .getFirst()
                        .command())
                .contains("+P 262144");
        var million = TaskWorkload.sleep(1_000_000, Duration.ofSeconds(10));
        assertThat(plans(TaskWorkload.Test.SLEEP, List.of(million), 1, "elixir-raised")
                        .getFirst()
                        .command())
                .contains("+P 1001000");
        assertThat(plans(TaskWorkload.Test.SLEEP, List.of(million), 1, "elixir")
                        .getFirst()
                        .command())
                .doesNotContain("--erl");
    }

    @ParameterizedTest
    @EnumSource
    void theReportOfAJvmThatAbortsGoesToItsOwnFolder(TaskWorkload.Test test) throws Exception {
        var workload =
                switch (test) {
                    case SLEEP -> SLEEP;
                    case HASHMAP -> TaskWorkload.hashmap(10, 10, "burst", TaskWorkload.Keys.NUMBERS);
                    case RING -> TaskWorkload.ring(10, 10);
                };
        var jvms = plans(test, List.of(workload), 1).stream()
                .filter(plan -> plan.program().family().equals("java"))
                .toList();
        assertThat(jvms).hasSizeGreaterThanOrEqualTo(3).allSatisfy(plan -> {
            assertThat(plan.command().getFirst()).isEqualTo("java");
            assertThat(plan.files())
                    .isEqualTo("results/now/tasks/%03d-%s"
                            .formatted(plan.number(), plan.program().name()));
            assertThat(plan.command()).contains("-XX:ErrorFile=" + plan.files() + "/hs_err.log");
        });
    }

    @Test
    void theHeapOfATunedRowFollowsTheNumberOfTasks() throws Exception {
        assertThat(plans(TaskWorkload.Test.SLEEP, List.of(SLEEP), 1, "kilim-timer-tuned")
                        .getFirst()
                        .command())
                .anyMatch(flag -> flag.matches("-Xmx4\\dm"));
        var million = TaskWorkload.sleep(1_000_000, Duration.ofSeconds(10));
        assertThat(plans(TaskWorkload.Test.SLEEP, List.of(million), 1, "kilim-timer-tuned")
                        .getFirst()
                        .command())
                .anyMatch(flag -> flag.matches("-Xmx[2-5]\\d\\dm"));
    }

    @Test
    void titles() throws Exception {
        assertThat(plans(TaskWorkload.Test.SLEEP, List.of(TaskWorkload.sleep(1, Duration.ofMillis(500))), 1, "go")
                        .getFirst()
                        .title())
                .isEqualTo("go, 1 task, 0.5 s of sleep");
        assertThat(plans(
                                TaskWorkload.Test.HASHMAP,
                                List.of(TaskWorkload.hashmap(1_000, 10_000, "10/1", TaskWorkload.Keys.STRINGS)),
                                2,
                                "go-pool")
                        .getLast()
                        .title())
                .isEqualTo("go-pool, 1,000 tasks of 10,000 entries with string keys, 10/1, repeat 2");
        assertThat(plans(TaskWorkload.Test.RING, List.of(TaskWorkload.ring(2, 5)), 1, "go")
                        .getFirst()
                        .title())
                .isEqualTo("go, 2 tasks in a ring, 5 s");
    }
}
