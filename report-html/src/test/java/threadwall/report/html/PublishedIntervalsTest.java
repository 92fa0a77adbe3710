package threadwall.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import threadwall.record.RunFile;
import threadwall.record.StepRecord;
import threadwall.report.SpeedTable;

/** The intervals of published runs of three repeats or more stand in the pages as the tables have them. */
class PublishedIntervalsTest {

    private static final Path DOCS = Path.of("../docs");

    @Test
    void ofWorkers() throws Exception {
        var run = RunReader.read(List.of(DOCS.resolve("data/20261122-workers")), text -> {});
        var expected = new Page(SweepReport.of(run, Optional.empty(), Optional.empty()))
                .table("workers").stream()
                        .filter(row -> row.get("workers").equals("1"))
                        .map(row -> row.get("server") + " " + row.get("over its base"))
                        .toList();
        assertThat(rows("results/2026-11-22-workers.md", "1 over the default")
                        .map(cells -> name(cells.get(1)) + " " + cells.get(6)))
                .containsExactlyElementsOf(expected);
    }

    @Test
    void ofBenchSpeed() throws Exception {
        var expected = new ArrayList<List<String>>();
        var peers = List.of("c-epoll", "virtual-threads");
        var content = RunFile.in(DOCS.resolve("data/20261121-speed")).read();
        var steps = content.lines().stream()
                .filter(StepRecord.class::isInstance)
                .map(StepRecord.class::cast)
                .toList();
        var table = SpeedTable.of(null, steps).markdown().lines().toList();
        var columns = cells(table.getFirst());
        for (var row : table.subList(2, 10)) {
            var cells = cells(row);
            expected.add(List.of(
                    cells.get(2),
                    cells.get(columns.indexOf("CPU/" + peers.getFirst())),
                    cells.get(columns.indexOf("p99/" + peers.getFirst())),
                    cells.get(columns.indexOf("CPU/" + peers.getLast()))));
        }
        assertThat(rows("results/2026-11-21-speed.md", "| CPU/c-epoll")
                        .limit(8)
                        .map(cells -> List.of(
                                name(cells.get(2)), plain(cells.get(5)), plain(cells.get(6)), plain(cells.get(7)))))
                .containsExactlyElementsOf(expected);
    }

    /** The rows below the first heading that has these words. */
    private static Stream<List<String>> rows(String page, String heading) throws IOException {
        return Files.readAllLines(DOCS.resolve(page)).stream()
                .dropWhile(line -> !(line.startsWith("|") && line.contains(heading)))
                .takeWhile(line -> line.startsWith("|"))
                .skip(2)
                .map(PublishedIntervalsTest::cells);
    }

    /** The first is what stands before the first bar: nothing. */
    private static List<String> cells(String line) {
        return Stream.of(line.split("\\|", -1)).map(String::strip).toList();
    }

    /** {@code kilim} of {@code `kilim`, epoll}. */
    private static String name(String cell) {
        return cell.split("`")[1];
    }

    private static String plain(String cell) {
        return cell.replace("*", "");
    }
}
