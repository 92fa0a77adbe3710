package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import threadwall.cli.e2e.Browser.View;

/** What a browser shows of the report of a real sweep, and of a made run with failed, sharded and client-bound steps. */
class ReportPageTest {

    private static final List<String> FIGURES = List.of("rate", "latency", "memory", "threads", "cost");

    @TempDir
    private static Path temporary;

    private static Browser browser;

    enum Run {
        REAL,
        MARKED;

        Path folder() {
            return temporary.resolve(name());
        }

        Path html() {
            return folder().resolve("report.html");
        }
    }

    @BeforeAll
    static void makeReports() throws Exception {
        Browser.program();
        var port = String.valueOf(Ports.free());
        var sweep =
                Cli.run(("sweep --servers spring-blocking,kilim --connections 40 --requests 10k --route /json --port "
                                + port + " --out " + Run.REAL.folder())
                        .split(" "));
        assertThat(sweep.exitCode()).as(sweep.err() + sweep.out()).isZero();
        assertThat(Run.REAL.html()).exists();
        MadeRun.copy(Run.MARKED.folder(), "spring-virtual", "spring-virtual");
        report(Run.MARKED.folder());
        report(Path.of("src/test/resources/workers-run"), "--out", workers().toString());
        browser = Browser.start();
    }

    private static Path workers() {
        return temporary.resolve("workers.html");
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void beginsWithTheFindingAndComplainsOfNothing(Run run) {
        try (var tab = open(run, View.DESK)) {
            assertThat(tab.page().locator("header .finding").innerText())
                    .matches("At [\\d,]+ connections .* fiber server .*")
                    .contains("threads");
            assertThat(tab.requests()).containsExactly(run.html().toUri().toString());
            assertThat(tab.complaints()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyLineIsOnItsCanvas(Run run) {
        try (var tab = open(run, View.DESK)) {
            var charts = new Charts(tab);
            assertThat(charts.ids())
                    .containsAll(FIGURES)
                    .containsExactlyElementsOf(charts.figures())
                    .anyMatch(id -> id.startsWith("step-"));
            charts.assertPainted();
        }
    }

    /** A line of a table is a point of the chart above it, or a gap, for each figure that the chart is of. */
    @ParameterizedTest
    @EnumSource
    void everyTableHasThePointsOfItsChart(Run run) {
        try (var tab = open(run, View.DESK)) {
            var charts = new Charts(tab);
            for (var id : FIGURES) {
                var rows = charts.table(id);
                long servers = rows.stream().map(List::getFirst).distinct().count();
                var series = charts.series(id);
                int points = series.stream().mapToInt(charts::points).sum();
                int gaps = series.stream().mapToInt(charts::gaps).sum();
                assertThat(points + gaps).as(id).isEqualTo(rows.size() * series.size() / (int) servers);
            }
            for (var row : charts.table("rate")) {
                var value = charts.value("rate", row.get(0), row.get(1).replace(",", ""));
                var cell = value == null ? "" : String.format(Locale.ROOT, "%,.0f", value.doubleValue());
                assertThat(row.get(2)).startsWith(cell);
                assertThat(row.get(2).isEmpty()).isEqualTo(value == null);
            }
        }
    }

    @Test
    void marksAreHollowAndGapsAreCrosses() {
        try (var tab = open(Run.MARKED, View.DESK)) {
            var charts = new Charts(tab);
            var paper = charts.variable("--paper");
            var kilim = charts.series("rate").stream()
                    .filter(one -> one.label().equals("kilim"))
                    .findFirst()
                    .orElseThrow();
            assertThat(List.of(charts.middle(kilim, 0), charts.middle(kilim, 1), charts.middle(kilim, 2)))
                    .containsExactly(paper, charts.colour(kilim), paper); // client-bound, neither, sharded
            var blocking = charts.series("rate").getFirst();
            assertThat(charts.gaps(blocking)).isEqualTo(1);
            assertThat(charts.cross(blocking, 2)).isEqualTo(charts.colour(blocking));
            assertThat(tab.page().locator("#rate .legend").innerText())
                    .contains("client-bound (ab at 97 % of its core)", "sharded over 2")
                    .contains("spring-blocking at 20,000 connections: FAILED: the server on 127.0.0.1:8080 ended")
                    .contains("spring-virtual at 20,000 connections: FAILED REQUESTS: 312 of 80,000");
        }
    }

    @Test
    void tellsTheValuesUnderThePointerAndTheArrowKeys() {
        try (var tab = open(Run.MARKED, View.DESK)) {
            var tip = tab.page().locator("#rate .tip");
            assertThat(tip.isVisible()).isFalse();
            var plot = tab.page().locator("#rate .u-over").boundingBox();
            tab.page().mouse().move(plot.x + 2, plot.y + plot.height / 2);
            tip.waitFor();
            assertThat(tip.innerText()).contains("1,000 connections", "kilim", "client-bound", "–");
            tab.page().mouse().move(0, 0);
            tab.page().locator("#rate figure").focus();
            tab.page().keyboard().press("End");
            tip.waitFor();
            assertThat(tip.innerText()).contains("20,000 connections", "kilim", "sharded over 2", "FAILED");
        }
    }

    /** Of spring-blocking's threads: up with the load, and down while the server lingers; kilim's stay. */
    @Test
    void timeLinesHaveTheirPhases() {
        try (var tab = open(Run.MARKED, View.DESK)) {
            var charts = new Charts(tab);
            assertThat(charts.strings("JSON.parse(document.getElementById('charts').textContent)['step-001'].bands"
                            + ".map((band) => band.label)"))
                    .containsExactly("idle", "warm-up", "load", "linger");
            assertThat(tab.number("Math.max(...threadwall.charts['step-001'].data[1])"))
                    .isEqualTo(1_046);
            assertThat(tab.number("Math.max(...threadwall.charts['step-003'].data[1])"))
                    .isEqualTo(16);
        }
    }

    @ParameterizedTest
    @EnumSource
    void textStandsOutInLightAndDark(Run run) {
        for (var view : List.of(View.DESK, View.DARK, View.PHONE)) {
            try (var tab = open(run, view)) {
                assertThat(Contrast.faintTexts(tab)).as(view.toString()).isEmpty();
            }
        }
    }

    @Test
    void followsTheThemeWhileItIsOpen() {
        try (var tab = open(Run.MARKED, View.DESK)) {
            var charts = new Charts(tab);
            var series = charts.series("rate").getFirst();
            var light = List.of(charts.variable("--paper"), charts.colour(series), charts.middle(series, 0));
            emulate(tab, new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
            var dark = List.of(charts.variable("--paper"), charts.colour(series), charts.middle(series, 0));
            assertThat(dark).doesNotContainAnyElementsOf(light);
            assertThat(dark.get(1)).isEqualTo(dark.get(2)); // painted anew, too
            emulate(tab, new Page.EmulateMediaOptions().setMedia(Media.PRINT));
            assertThat(List.of(charts.variable("--paper"), charts.colour(series), charts.middle(series, 0)))
                    .as("paper is white")
                    .isEqualTo(light);
            assertThat(Contrast.faintTexts(tab)).isEmpty();
            assertThat(tab.complaints())
                    .as("but of how this test reads pixels")
                    .allMatch(it -> it.contains("getImageData"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void fitsAPhone(Run run) {
        try (var tab = open(run, View.PHONE)) {
            assertThat(tab.number("document.documentElement.scrollWidth")).isEqualTo(View.PHONE.width());
            assertThat(tab.number("Math.max(...Object.values(threadwall.charts).map((chart) => chart.width))"))
                    .isBetween(300, View.PHONE.width());
            assertThat(tab.number("document.querySelector('#figures .scroll').scrollWidth"))
                    .as("the wide table scrolls in its own box")
                    .isGreaterThan(View.PHONE.width());
            // and grows with the window
            tab.page().setViewportSize(900, 700);
            tab.await(Duration.ofSeconds(30), "Object.values(threadwall.charts).every((chart) => chart.width > 700)");
            assertThat(tab.complaints()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void isReadableWithoutScripts(Run run) {
        try (var tab = open(run, View.WITHOUT_SCRIPTS)) {
            assertThat(tab.page().locator(".finding").isVisible()).isTrue();
            assertThat(tab.page().locator("#rate tbody tr").first().isVisible()).isTrue();
            assertThat(tab.page().locator("#rate figure").isVisible())
                    .as("an empty figure")
                    .isFalse();
        }
    }

    @Test
    void theDefaultOfWorkersStandsApartFromItsLine() {
        try (var tab = browser.open(workers().toUri(), View.DESK)) {
            var charts = new Charts(tab);
            var kilim = charts.series("workers").getFirst();
            assertThat(kilim.label()).isEqualTo("kilim");
            assertThat(charts.points(kilim)).isEqualTo(3);
            assertThat(charts.middle(kilim, 0)).isEqualTo(charts.colour(kilim));
            assertThat(charts.middle(kilim, 2)).isEqualTo(charts.colour(kilim));
            assertThat(charts.paintedBetween(kilim, 0, 1)).as("from 1 to 2").isPositive();
            assertThat(charts.paintedBetween(kilim, 1, 2))
                    .as("from 2 to the default")
                    .isZero();
            tab.page().locator("#workers figure").focus();
            tab.page().keyboard().press("End");
            tab.page().locator("#workers .tip").waitFor();
            assertThat(tab.page().locator("#workers .tip-head").innerText()).isEqualTo("default");
            assertThat(tab.complaints())
                    .as("but of how this test reads pixels")
                    .allMatch(it -> it.contains("getImageData"));
        }
    }

    @Test
    void markupInARecordIsText() throws Exception {
        var folder = temporary.resolve("hostile");
        var name = "<img src=x onerror=alert(1)></script><script>alert(2)</script>";
        MadeRun.copy(folder, "spring-virtual", name);
        browser.close(); // a command must not meet it: see Browser
        report(folder);
        browser = Browser.start();
        try (var tab = browser.open(folder.resolve("report.html").toUri(), View.DESK)) {
            assertThat(tab.page().locator("img").count()).isZero();
            assertThat(tab.page().locator("#rate tbody tr td").nth(1).innerText())
                    .isNotEmpty();
            assertThat(tab.page().locator("#rate .legend").innerText()).contains("<img src=x onerror=alert(1)>");
            assertThat(tab.page().locator("#rate table").innerText()).contains("<img src=x onerror=alert(1)>");
            assertThat(tab.requests()).hasSize(1);
            assertThat(tab.complaints()).isEmpty();
        }
    }

    private static void emulate(Browser.Tab tab, Page.EmulateMediaOptions options) {
        tab.page().emulateMedia(options);
        // charts are painted anew when the page has been told, one frame later at most
        tab.page().evaluate("() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))");
    }

    private static void report(Path folder, String... options) {
        var arguments = Stream.concat(Stream.of("report", folder.toString()), Stream.of(options));
        var report = Cli.run(arguments.toArray(String[]::new));
        assertThat(report.exitCode()).as(report.err() + report.out()).isZero();
    }

    private static Browser.Tab open(Run run, View view) {
        return browser.open(run.html().toUri(), view);
    }
}
