package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.record.TaskRecord;

class TaskTableTest {

    private static final int LONGEST = 104;

    @Test
    void theBillIsRssAndWhatTheKernelKeeps() {
        var row = row(Tasks.slept("go", 1_000, 1, 2_600_000));
        assertThat(row.memory().bytesPerTask()).isEqualTo(new MedianRange(2_604, 2_604, 2_604));
        assertThat(row.memory().kernelBytes().median()).isEqualTo(4_000);
        assertThat(row.memory().slabBytes().median()).as("as it was read").isEqualTo(-1_000);
        assertThat(row.times().startSeconds().median()).isEqualTo(0.25);
    }

    @Test
    void repeatsAreAMedianAndARange() {
        var table = TaskTable.of(
                null,
                List.of(
                        Tasks.slept("go", 1_000, 1, 300_000_000),
                        Tasks.slept("java-virtual", 1_000, 1, 500_000_000),
                        Tasks.slept("go", 1_000, 2, 100_000_000),
                        Tasks.slept("java-virtual", 1_000, 2, 500_000_000),
                        Tasks.slept("go", 1_000, 3, 200_000_000)));
        assertThat(table.rows()).extracting(TaskRow::program).containsExactly("go", "java-virtual");
        assertThat(table.rows().getFirst().repeats()).isEqualTo(3);
        assertThat(table.text().lines())
                .anyMatch(line -> line.matches("go +200,004 +200 +200 +0\\.00 .*"))
                .anyMatch(line -> line.matches("\\(range\\) +100,004–300,004 +100–300 .*"))
                .filteredOn(line -> line.startsWith("(range)"))
                .as("repeats that do not differ have none")
                .hasSize(1);
        assertThat(table.markdown()).contains("| go | 200,004 (100,004–300,004) | 200 (100–300) |");
    }

    @Test
    void aRowWithoutMemorySaysWhy() {
        var why = "A row without memory ended before it could be sampled";
        var seen = Tasks.slept("go", 1_000, 1, 2_600_000);
        assertThat(TaskTable.of(null, List.of(seen, Tasks.unseen("rust-tokio", 1_000)))
                        .notes())
                .anyMatch(note -> note.startsWith(why));
        assertThat(TaskTable.of(null, List.of(seen, Tasks.missing("node", 1_000, "no node")))
                        .notes())
                .noneMatch(note -> note.startsWith(why));
    }

    @Test
    void aWallIsNamedAndTheBillIsOfWhatWasThere() {
        var wall = Tasks.wall("java-threads", 100_000, "pid_max", 32_402, List.of());
        assertThat(row(wall).memory().bytesPerTask().median()).isEqualTo(1_000);
        assertThat(TaskOutcomeText.outcome(row(wall))).isEqualTo("pid_max after 32,402");
        assertThat(table(wall).text())
                .contains(
                        "    pid_max after 32,402; pthread_create: Resource temporarily unavailable; 32,768 of 32,768");
        assertThat(table(wall).markdown())
                .contains("| pid_max after 32,402 |")
                .contains("java-threads: pid_max after 32,402; pthread_create");
    }

    @Test
    void whatWasStoppedByTimeTellsWhatItWouldHaveTaken() {
        var late = Tasks.late("java-threads", 100_000, 812.4);
        assertThat(TaskOutcomeText.outcome(row(late))).isEqualTo("stopped by time, predicted wall 812 s");
        assertThat(row(late).memory().bytesPerTask())
                .as("nobody knows of how many tasks")
                .isNull();
        assertThat(row(late).memory().peakRssBytes().median()).isEqualTo(5_000_000);
    }

    @Test
    void whatIsMissingSaysOnceHowToGetIt() {
        var how = "there is no dotnet; get it from the vendor's page";
        var table = table(Tasks.missing("csharp-dotnet", 1, how), Tasks.missing("csharp-dotnet", 10, how));
        assertThat(table.text()).containsOnlyOnce(how).contains("csharp-dotnet is missing: ");
        assertThat(table.markdown())
                .containsOnlyOnce(how)
                .contains("| csharp-dotnet |  |  |")
                .contains("| missing |");
    }

    @Test
    void someThatDidNotEndWellAreCountedAndNotMixedIn() {
        var row = row(
                Tasks.slept("rust-threads", 40_000, 1, 1_000_000),
                Tasks.wall("rust-threads", 40_000, "pids.max", 30_000, List.of()));
        assertThat(TaskOutcomeText.outcome(row)).isEqualTo("pids.max after 30,000 in 1 of 2");
        assertThat(row.memory().bytesPerTask().median()).isEqualTo(25.1);
        assertThat(row.isGood()).isTrue();
    }

    @Test
    void whatMakesARowsFiguresDoubtfulIsTold() {
        var row = row(Tasks.overtaken("go", 1_000, 800, 1_600_000));
        assertThat(row.memory().bytesPerTask().median())
                .as("by those that were alive at once")
                .isEqualTo(2_000);
        assertThat(table(Tasks.overtaken("go", 1_000, 800, 1_600_000)).text())
                .contains("    only 800 of 1,000 alive at once; kernel MB is doubtful");
        assertThat(table(Tasks.overtaken("go", 1_000, 800, 1_600_000)).markdown())
                .contains("| ok, marked |", "go: ok; only 800 of 1,000 alive at once");
    }

    @Test
    void markdownHasTheKernelsShareAndItsParts() {
        assertThat(table(Tasks.slept("go", 1_000, 1, 1_600_000)).markdown())
                .contains("| kernel MB | stacks MB | page tables MB | slab MB |");
    }

    @Test
    void atOneTaskItIsTheRuntimesOwn() {
        var table = table(Tasks.slept("node", 1, 1, 45_000_000), Tasks.slept("node", 10_000, 1, 55_000_000));
        assertThat(table.text())
                .contains("1 task, sleeps 10 s", "10,000 tasks, each sleeps 10 s")
                .containsPattern("program +own MB")
                .containsPattern("node +45\\.0")
                .contains("which is the runtime's own footprint");
    }

    @Test
    void eachArrivalHasATableOfItsOwn() {
        var table = table(
                Tasks.hashed("go-pool", "burst", 46_610, "18446744073709551615"),
                Tasks.hashed("rust-tokio", "burst", 67_670, "18446744073709551615"),
                Tasks.hashed("go-pool", "10/3", 46_820, "18446744073709551615"));
        assertThat(table.text())
                .contains(
                        "10,000 tasks of 10,000 entries, all at once (burst) · checksum 18446744073709551615",
                        "10,000 tasks of 10,000 entries, 10 every 3 ms · checksum")
                .containsPattern("go-pool +46\\.6 +4\\.5 +9\\.3 +20\\.0 +85\\.0");
        assertThat(table.markdown()).contains("| 18446744073709551615 | ok |");
    }

    @Test
    void sumsThatDifferStandAtTheirRows() {
        var table = table(Tasks.hashed("go-pool", "burst", 1, "7"), Tasks.hashed("rust-tokio", "burst", 1, "8"));
        assertThat(table.text()).contains("    checksum 7", "    checksum 8").doesNotContain("·");
    }

    @Test
    void aRingsRowHasTheRateOfItsMessages() {
        var table = table(Tasks.ring("go", 1_000, 1_000_000, 250));
        assertThat(table.text())
                .contains("1,000 tasks in a ring, 5 s\n")
                .containsPattern("program +messages/s +CPU µs each +bytes each")
                .containsPattern("go +4,000,000 +3\\.5 +85,006");
        assertThat(table.markdown()).doesNotContain("checksum");
        assertThat(table(Tasks.ring("go", 2, 1_000_000, 250)).text())
                .as("half of the runtime's own memory says nothing")
                .doesNotContainPattern("CPU µs each +bytes each");
    }

    @Test
    void fitsATerminal() {
        var table = TaskTable.of(
                null,
                List.of(
                        Tasks.slept("java-virtual-tuned", 1_000_000, 1, 1_067_000_000),
                        Tasks.slept("java-virtual-tuned", 1_000_000, 2, 1_082_000_000),
                        Tasks.wall("java-threads", 1_000_000, "pid_max", 32_402, List.of()),
                        Tasks.hashed("go-goroutines-workers", "burst", 46_610, "18446744073709551615"),
                        Tasks.ring("csharp-dotnet-3.1", 1_000, 1_000_000, 250)));
        assertThat(table.text().lines()).allMatch(line -> line.length() <= LONGEST);
    }

    @Test
    void csvHasALineForEachRowAndNothingWhereThereIsNothing() {
        var lines = table(Tasks.slept("go", 10, 1, 1_000_000), Tasks.missing("elixir", 10, "no elixir"))
                .csv()
                .lines()
                .toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.getFirst()).startsWith("test,program,runtime,tasks,").contains("bytesPerTask,bytesPerTaskMin");
        assertThat(lines.getLast()).startsWith("sleep,elixir,elixir 1.0,10,10.0,,,,,1,0,MISSING,no elixir,,,,,,,,");
    }

    private static TaskTable table(TaskRecord... records) {
        return TaskTable.of(null, List.of(records));
    }

    private static TaskRow row(TaskRecord... records) {
        return table(records).rows().getFirst();
    }
}
