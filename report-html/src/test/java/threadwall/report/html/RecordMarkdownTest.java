package threadwall.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static threadwall.report.html.Made.good;
import static threadwall.report.html.Made.numbered;
import static threadwall.report.html.Made.run;
import static threadwall.report.html.Made.workers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What pages get of a record. */
class RecordMarkdownTest {

    private static final Path DATA = Path.of("..", "docs", "data");

    @Test
    void chartsOfASweepHaveTheirTables() {
        var sweep = run(
                "run",
                numbered(1, workers(1, good("kilim", 1, 256, 1_000, 24))),
                numbered(2, workers(2, good("kilim", 1, 256, 2_000, 24))));
        assertThat(markdown(sweep))
                .startsWith(ReportTables.markdown(List.of(sweep)))
                .contains("""
                        ### Requests per CPU second against workers

                        | server | workers | requests/s | req/CPU-s | over its base |""");
    }

    /** The record of each kind, its first table, and a heading below it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "20261121-speed       | setting, server, req/CPU-s      | '/json, kept connections, wrk'",
                "20261122-idle        | server, collector, connections  |",
                "20261121-probes      | probe, of, user, limit          |",
                "20261122-descriptors | server, verdict, what was seen  |",
                "20261122-crash       | server, verdict, what was seen  | Crashes",
                "20261122-sweep       | server, connections, requests/s |",
                "20261122-cliff       | server, connections, data/memory | Requests per second against data over memory",
                "20261123-ramp        | server, connections, requests/s | 'Step 1: spring-blocking, 4,000 connections'",
                "20261123-ramp        | server, connections, requests/s | Ramp-down",
                "20261122-p99         | server, connections, requests/s | CPU time",
                "20261122-tasks-futex | program, bytes each, RSS MB     | '20,000 tasks, each sleeps 40 s'"
            })
    void everyKindOfRecordHasTables(String record, String titles, String heading) throws IOException {
        var lines = markdown(read(record)).lines().toList();
        assertThat(lines.stream()
                        .filter(line -> line.startsWith("|"))
                        .findFirst()
                        .orElseThrow())
                .startsWith("| " + titles.replace(", ", " | ") + " |");
        if (heading != null) {
            assertThat(lines.subList(lines.indexOf("### " + heading) + 2, lines.size()))
                    .first()
                    .asString()
                    .startsWith("| ");
        }
    }

    @Test
    void threadsThatExitHaveARow() throws IOException {
        assertThat(markdown(read("20261123-ramp"))).contains("| spring-blocking | 4,000 | 4,208 | 36 | ");
    }

    @Test
    void tasksHaveTheRatiosOfOthers() throws IOException {
        var published = PublishedTasks.read(DATA.resolve("tasks.json"));
        assertThat(RecordMarkdown.of(read("20261122-tasks-hashmap"), Optional.of(published)))
                .contains("### Tasks that compute, over go-unrestricted", "| their total | total here | their mean |")
                .doesNotContain("### What was said in words");
        assertThat(markdown(read("20261122-tasks-hashmap"))).doesNotContain("their total");
    }

    private static String markdown(RecordedRun run) {
        return RecordMarkdown.of(run, Optional.empty());
    }

    private static RecordedRun read(String record) throws IOException {
        return RunReader.read(List.of(DATA.resolve(record)), text -> {}).getFirst();
    }
}
