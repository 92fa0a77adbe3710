package threadwall.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import threadwall.record.RecordLine;
import threadwall.record.RunFile;
import threadwall.record.TaskRecord;
import threadwall.record.TaskRecord.Point;
import threadwall.report.TaskTable;
import threadwall.report.Tasks;

class TaskReportTest {

    private static final Path HOME = Path.of("..");

    @Test
    void theFindingIsOfTheMostTasksAtWhichAnyGotThrough() {
        assertThat(finding(
                        Tasks.slept("go", 10, 1, 1_000),
                        Tasks.slept("go", 1_000, 1, 2_600_000),
                        Tasks.slept("kilim-timer", 1_000, 1, 500_000),
                        Tasks.wall("rust-threads", 100_000, "pid_max", 32_402, List.of())))
                .isEqualTo(
                        "At 1,000 tasks kilim-timer costs the least, 504 bytes per task including the runtime and the"
                                + " kernel's share, its latest task 13 ms late; go takes the most, 2,604.");
    }

    @Test
    void withOneTaskItIsTheFootprint() {
        assertThat(finding(Tasks.slept("go", 1, 1, 3_500_000), Tasks.slept("node", 1, 1, 42_000_000)))
                .isEqualTo("With one task go is the smallest, 3.5 MB, and node the largest, 42.0 MB.");
    }

    @Test
    void ofRingsItIsTheFastestAndTheSlowestWithTheMostTasks() {
        assertThat(finding(
                        Tasks.ring("node", 2, 50_000_000, 5_000),
                        Tasks.ring("go", 1_000, 20_000_000, 5_000),
                        Tasks.ring("java-threads", 1_000, 250_000, 5_000)))
                .isEqualTo("With 1,000 tasks in a ring, 5 s, go is the fastest, 4,000,000 messages per second, and"
                        + " java-threads the slowest, 50,000.");
        assertThat(finding(Tasks.ring("go", 2, 5_000_000, 5_000)))
                .isEqualTo("With 2 tasks in a ring, 5 s, go is the fastest, 1,000,000 messages per second.");
    }

    @Test
    void whereNobodyGotThroughItSaysSo() {
        assertThat(finding(Tasks.late("java-threads", 100_000, 812)))
                .isEqualTo("No program finished, so there is nothing to compare.");
    }

    @Test
    void onlyRowsOfManyThreadsHaveACurve() {
        var page = page(
                Tasks.wall("few", 900, "pid_max", 900, curve(900)),
                Tasks.wall("many", 5_000, "pid_max", 4_000, curve(4_000)));
        assertThat(page).contains("id=\"curve-1\"", "many, 5,000 tasks").doesNotContain("id=\"curve-2\"");
    }

    /** Each tenth of the time brings as many threads as the one before. */
    @Test
    void aCurveTellsTheRateAtItsBeginningAndItsEnd() {
        assertThat(page(Tasks.wall("many", 5_000, "pid_max", 4_000, curve(4_000))))
                .contains("The first quarter of the threads started at 1,000 per second, the last at 1,000.");
    }

    @Test
    void memoryOfProgramsThatComputeIsDrawnOverTime() {
        var page = page(
                Tasks.hashed("go-pool", "burst", 4_000, "7", curve(900)),
                Tasks.hashed("java-pool", "burst", 4_000, "7", List.of()));
        assertThat(page)
                .contains("id=\"memory-1\"", "Memory over time, 10,000 tasks of 10,000 entries, all at once (burst)")
                .contains("go-pool, MB")
                .doesNotContain("java-pool, MB", "id=\"memory-2\"");
    }

    @Test
    void aPageOfVeryManyRowsStaysSmall() {
        var records = new ArrayList<TaskRecord>();
        for (int tasks = 1_000; tasks < 1_120; tasks++) {
            for (int program = 0; program < 60; program++) {
                records.add(Tasks.wall("program-" + program, tasks, "pid_max", 1_000, curve(2_000)));
            }
        }
        var page = page(records.toArray(TaskRecord[]::new));
        assertThat(page.length()).isLessThan(SizeBudget.LIMIT);
        assertThat(page)
                .containsPattern("The charts and tables of \\d+ more task counts are left out; ")
                .containsPattern("\\d+ more rows are left out, here and in the charts above; ");
        assertThat(PlainText.leftOut(1, "row")).isEqualTo("1 more row is left out");
    }

    @Test
    void publishedFiguresNameTheirSources() throws IOException {
        var published = PublishedTasks.read(HOME.resolve(PublishedTasks.PLACE));
        var ids =
                new HashSet<>(published.sources().stream().map(CitedSource::id).toList());
        assertThat(published.memory()).hasSize(84).allMatch(one -> ids.contains(one.source()) && one.memory() > 0);
        assertThat(published.statements()).isNotEmpty().allMatch(one -> ids.contains(one.source()));
        assertThat(published.hashmap()).hasSize(13).allMatch(one -> ids.contains(one.source()));
    }

    @Test
    void theirsStandBesideOursAsRatios() throws IOException {
        var published = PublishedTasks.read(HOME.resolve(PublishedTasks.PLACE));
        var table = TaskTable.of(
                null,
                List.of(
                        Tasks.slept("go", 1_000_000, 1, 2_600_000_000L),
                        Tasks.slept("rust-tokio", 1_000_000, 1, 400_000_000)));
        var memory = TaskRatios.of(published, table).orElseThrow().memory();
        assertThat(memory.rows())
                .as("2,585.6 over 439.1 MB in the second take; the first has no spawned tokio")
                .containsExactly(List.of("go over rust-tokio", "1,000,000", "5.89", "6.50"));
        assertThat(TaskRatios.of(published, TaskTable.of(null, List.of(Tasks.slept("go", 77, 1, 1_000)))))
                .isEmpty();
    }

    private static List<Point> curve(int most) {
        return IntStream.rangeClosed(0, 40)
                .mapToObj(i -> new Point(i * most / 40_000.0, (long) i * most / 40, 1_000_000))
                .toList();
    }

    private static String finding(TaskRecord... records) {
        return TaskHeadline.of(TaskTable.of(null, List.of(records)));
    }

    private static String page(TaskRecord... records) {
        var content = new RunFile.Content(List.<RecordLine>of(records), List.of());
        return TaskReport.of(List.of(new RecordedRun("made", content, List.of(), 0, List.of())), Optional.empty());
    }
}
