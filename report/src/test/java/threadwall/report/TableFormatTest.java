package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;
import static threadwall.report.Steps.bad;
import static threadwall.report.Steps.good;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.CustomNode;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.text.TextContentRenderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;
import threadwall.record.StepWarning;
import tools.jackson.databind.json.JsonMapper;

/** Every format gives back what was in the table, whatever the server was called and whatever it said. */
class TableFormatTest {

    private static final SweepTable TABLE = SweepTable.of(List.of(
            good("spring-blocking", 1, 1_000, 9_000.0),
            good("kilim", 1, 1_000, 21_600.0, new StepWarning.ClientBound("ab", 1, 0.97), new StepWarning.Sharded(2)),
            good("spring-blocking", 2, 1_000, 8_000.0),
            good("kilim", 2, 1_000, 24_000.0),
            bad("mine", 1, 1_000, Outcome.FAILED_REQUESTS, "3 of 4,000 requests failed")));

    /** kilim at 1.95, 2.00 and 2.06 of the baseline's rate, mine at 0.90, 1.10 and 1.05. */
    private static final List<StepRecord> THREE = List.of(
            good("spring-blocking", 1, 1_000, 100.0),
            good("kilim", 1, 1_000, 195.0),
            good("mine", 1, 1_000, 90.0),
            good("spring-blocking", 2, 1_000, 100.0),
            good("kilim", 2, 1_000, 200.0),
            good("mine", 2, 1_000, 110.0),
            good("spring-blocking", 3, 1_000, 100.0),
            good("kilim", 3, 1_000, 206.0),
            good("mine", 3, 1_000, 105.0));

    /** The quantiles that are used have three decimals. */
    private static final Offset<Double> IN_FULL = Offset.offset(1e-4);

    @Test
    void textHasRemarksBelowTheirRowAndSaysWhatTheRatioIs() {
        assertThat(TableFormat.TEXT.render(TABLE).lines())
                .hasSize(8)
                .contains(
                        "    client-bound (ab at 97 % of its core); sharded over 2",
                        "    FAILED REQUESTS: 3 of 4,000 requests failed",
                        "ratio: requests/s over spring-blocking's in the same repeat; with repeats: median (range)");
    }

    @Test
    void theLegendSaysOnceThatThereIsOneRepeat() {
        var once = SweepTable.of(List.of(
                good("spring-blocking", 1, 1_000, 9_000.0),
                good("kilim", 1, 1_000, 21_600.0),
                bad("mine", 1, 1_000, Outcome.FAILED, "gone")));
        for (var text : List.of(TableFormat.TEXT.render(once), TableFormat.MARKDOWN.render(once))) {
            assertThat(text.split("one repeat")).hasSize(2);
            assertThat(text)
                    .endsWith("ratio: requests/s over spring-blocking's in the same repeat; one repeat, so there is no"
                            + " interval\n");
        }
    }

    @Test
    void theLegendNamesTheMethodOfIntervals() {
        assertThat(TableFormat.MARKDOWN.render(SweepTable.of(THREE)))
                .contains("| 2.00 (1.87–2.14) |", "| no difference |")
                .endsWith(
                        "ratio: requests/s over spring-blocking's in the same repeat: geometric mean (95 % t-interval),"
                                + " \"no difference\" where the interval contains 1\n");
    }

    /** No difference is a matter of print. */
    @Test
    void csvAndJsonHaveTheIntervalInFigures() {
        var table = SweepTable.of(THREE);
        var lines = CsvParser.parse(TableFormat.CSV.render(table));
        var names = lines.getFirst();
        var mine = lines.get(3);
        assertThat(Double.parseDouble(mine.get(names.indexOf("ratioMean")))).isEqualTo(1.0129970125, IN_FULL);
        assertThat(Double.parseDouble(mine.get(names.indexOf("ratioLow")))).isEqualTo(0.780352, IN_FULL);
        assertThat(Double.parseDouble(mine.get(names.indexOf("ratioHigh")))).isEqualTo(1.315000, IN_FULL);
        assertThat(mine.get(names.indexOf("perCpuRatioHigh"))).isEqualTo(mine.get(names.indexOf("ratioHigh")));
        var json = new JsonMapper()
                .readTree(TableFormat.JSON.render(table))
                .path("rows")
                .path(2);
        assertThat(json.at("/ratioInterval/low").asDouble()).isEqualTo(0.780352, IN_FULL);
        assertThat(json.at("/ratioInterval/repeats").asInt()).isEqualTo(3);
        assertThat(json.at("/perCpuRatioInterval").propertyNames()).containsExactly("center", "low", "high", "repeats");
        assertThat(new JsonMapper().readValue(TableFormat.JSON.render(table), SweepTable.class))
                .isEqualTo(table);
    }

    @Test
    void csvNamesAreThese() {
        assertThat(CsvParser.parse(TableFormat.CSV.render(SweepTable.of(List.of()))))
                .containsExactly(List.of(
                        "server",
                        "route",
                        "keepAlive",
                        "engine",
                        "workers",
                        "concurrency",
                        "rate",
                        "dataPercent",
                        "store",
                        "repeats",
                        "good",
                        "requestsPerSecond",
                        "requestsPerSecondMin",
                        "requestsPerSecondMax",
                        "ratio",
                        "ratioMin",
                        "ratioMax",
                        "ratioMean",
                        "ratioLow",
                        "ratioHigh",
                        "p50Millis",
                        "p50MillisMin",
                        "p50MillisMax",
                        "p99Millis",
                        "p99MillisMin",
                        "p99MillisMax",
                        "plannedP50Millis",
                        "plannedP50MillisMin",
                        "plannedP50MillisMax",
                        "plannedP99Millis",
                        "plannedP99MillisMin",
                        "plannedP99MillisMax",
                        "lagP99Millis",
                        "lagP99MillisMin",
                        "lagP99MillisMax",
                        "openConnections",
                        "openConnectionsMin",
                        "openConnectionsMax",
                        "inHandler",
                        "inHandlerMin",
                        "inHandlerMax",
                        "firstRoundPerSecond",
                        "firstRoundPerSecondMin",
                        "firstRoundPerSecondMax",
                        "firstRoundClientCores",
                        "firstRoundClientCoresMin",
                        "firstRoundClientCoresMax",
                        "threads",
                        "threadsMin",
                        "threadsMax",
                        "rssBytes",
                        "rssBytesMin",
                        "rssBytesMax",
                        "serverCpuSeconds",
                        "serverCpuSecondsMin",
                        "serverCpuSecondsMax",
                        "requestsPerCpuSecond",
                        "requestsPerCpuSecondMin",
                        "requestsPerCpuSecondMax",
                        "perCpuRatio",
                        "perCpuRatioMin",
                        "perCpuRatioMax",
                        "perCpuRatioMean",
                        "perCpuRatioLow",
                        "perCpuRatioHigh",
                        "switchesPerRequest",
                        "switchesPerRequestMin",
                        "switchesPerRequestMax",
                        "wakeUpsPerRequest",
                        "wakeUpsPerRequestMin",
                        "wakeUpsPerRequestMax",
                        "clientCores",
                        "clientCoresMin",
                        "clientCoresMax",
                        "hosts",
                        "hostsRssBytes",
                        "hostsRssBytesMin",
                        "hostsRssBytesMax",
                        "roundTripMillis",
                        "roundTripMillisMin",
                        "roundTripMillisMax",
                        "retransmits",
                        "retransmitsMin",
                        "retransmitsMax",
                        "dbConnections",
                        "dbConnectionsPeak",
                        "dbConnectionsPeakMin",
                        "dbConnectionsPeakMax",
                        "failed",
                        "remarks"));
    }

    @Test
    void csvHasTheFiguresInFullAndNothingWhereTheyAreMissing() {
        var lines = CsvParser.parse(TableFormat.CSV.render(TABLE));
        var names = lines.getFirst();
        assertThat(lines).hasSize(4).allSatisfy(line -> assertThat(line).hasSameSizeAs(names));
        var kilim = lines.get(2);
        assertThat(kilim.get(names.indexOf("rssBytes"))).isEqualTo("22800000000");
        assertThat(kilim.get(names.indexOf("requestsPerSecondMax"))).isEqualTo("24000.0");
        assertThat(kilim.get(names.indexOf("inHandler"))).isEmpty();
        assertThat(kilim.get(names.indexOf("remarks")))
                .isEqualTo("client-bound (ab at 97 % of its core); sharded over 2");
        var mine = lines.get(3);
        assertThat(mine.subList(names.indexOf("requestsPerSecond"), names.indexOf("failed")))
                .containsOnly("");
        assertThat(mine.get(names.indexOf("failed"))).isEqualTo("3");
    }

    @Test
    void jsonReadsBackAsTheTable() {
        assertThat(new JsonMapper().readValue(TableFormat.JSON.render(TABLE), SweepTable.class))
                .usingRecursiveComparison()
                .ignoringFields("rows.remarks.warning") // JSON has the text alone
                .isEqualTo(TABLE);
    }

    @Test
    void jsonKeepsTheOrderOfTheColumns() {
        var row = new JsonMapper()
                .readTree(TableFormat.JSON.render(TABLE))
                .path("rows")
                .path(0);
        assertThat(row.propertyNames())
                .startsWith("server", "route", "keepAlive")
                .endsWith("failed", "remarks");
        assertThat(row.path("inHandler").isNull()).isTrue();
    }

    @Test
    void markdownIsATableOfTheSameCells() {
        var cells = markdownCells(TableFormat.MARKDOWN.render(TABLE));
        assertThat(cells.subList(0, 14))
                .containsExactlyElementsOf(SweepColumns.of(TABLE.rows()).stream()
                        .map(column -> column.heading.title())
                        .toList());
        assertThat(cells).hasSize(4 * 14);
        assertThat(cells.subList(28, 32))
                .containsExactly("kilim", "1,000", "22,800 (21,600–24,000)", "2.70 (2.40–3.00)");
        assertThat(TableFormat.MARKDOWN.render(TABLE)).contains("| FAILED REQUESTS: 3 of 4,000 requests failed |\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a|b",
                "a\\|b",
                "\\",
                "<img src=x onerror=alert(1)>",
                "&lt; &amp; &",
                "`code`",
                "``",
                "*a* **b**",
                "_a_ __b__",
                "a_b",
                "[x](http://127.0.0.1)",
                "![x](y)",
                "~~gone~~",
                "\"quoted\", and, commas",
                "'",
                "=1+1",
                "# no title",
                "--:",
                "字 ä 🙂",
                "TIME_WAIT overflows"
            })
    void namesAndReasonsStayWhatTheyAre(String hostile) {
        var table = SweepTable.of(List.of(bad(hostile, 1, 10, Outcome.FAILED, hostile)));
        var reason = "FAILED: " + hostile;

        var markdown = markdownCells(TableFormat.MARKDOWN.render(table));
        assertThat(markdown).hasSize(2 * 14);
        assertThat(markdown.get(14)).isEqualTo(hostile);
        assertThat(markdown.getLast()).isEqualTo(reason);

        var csv = CsvParser.parse(TableFormat.CSV.render(table)).get(1);
        assertThat(csv.getFirst()).isEqualTo(hostile);
        assertThat(csv.getLast()).isEqualTo(reason);

        assertThat(TableFormat.TEXT.render(table)).contains("\n" + hostile + " ", "\n    " + reason + "\n");
        assertThat(new JsonMapper().readValue(TableFormat.JSON.render(table), SweepTable.class))
                .usingRecursiveComparison()
                .ignoringFields("rows.remarks.warning")
                .isEqualTo(table);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "a\r\nb", "a\tb", "\u001b[2Ja", "a\u0000b", "a\u009b2J", "a\u2028b", "a\u202eb"})
    void nothingBreaksALineOrSteersATerminal(String hostile) {
        var table = SweepTable.of(List.of(bad("mine", 1, 10, Outcome.FAILED, hostile)));
        assertThat(TableFormat.TEXT.render(table).lines()).hasSize(5);
        assertThat(TableFormat.TEXT.render(table).replace("\n", "")).doesNotContainPattern("[\\p{Cc}\\p{Cf}\\u2028]");
        assertThat(TableFormat.MARKDOWN.render(table).replace("\n", ""))
                .doesNotContainPattern("[\\p{Cc}\\p{Cf}\\u2028]");
        assertThat(markdownCells(TableFormat.MARKDOWN.render(table))).hasSize(2 * 14);
        assertThat(CsvParser.parse(TableFormat.CSV.render(table)).get(1).getLast())
                .isEqualTo("FAILED: " + hostile);
    }

    @ParameterizedTest
    @EnumSource(TableFormat.class)
    void anEmptyTableIsOne(TableFormat format) {
        assertThat(format.render(SweepTable.of(List.of()))).isNotBlank().endsWith("\n");
    }

    private static List<String> markdownCells(String text) {
        var extensions = List.of(TablesExtension.create());
        var renderer = TextContentRenderer.builder().extensions(extensions).build();
        var cells = new ArrayList<String>();
        Parser.builder().extensions(extensions).build().parse(text).accept(new AbstractVisitor() {
            @Override
            public void visit(CustomNode node) {
                if (node instanceof TableCell cell) {
                    var content = new StringBuilder();
                    for (var child = cell.getFirstChild(); child != null; child = child.getNext()) {
                        content.append(renderer.render(child));
                    }
                    cells.add(content.toString());
                } else {
                    visitChildren(node);
                }
            }
        });
        return cells;
    }
}
