package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import threadwall.cli.e2e.Browser.View;
import threadwall.cli.e2e.Charts.Series;

/** What a browser shows of the report of a real sweep, and of a made run with failed, sharded and client-bound steps. */
class ReportPageTest {

    private static final List<String> SERVERS = List.of("spring-blocking", "spring-virtual", "kilim");

    @TempDir
    private static Path temporary;

    private static Browser browser;

    /** The two runs, with the HTML file of each. */
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
    static void reports() throws Exception {
        Browser.program();
        var sweep = Cli.run(
                "sweep",
                "--servers",
                "spring-blocking,kilim",
                "--concurrency",
                "20,60",
                "--requests",
                "500",
                "--port",
                String.valueOf(Ports.free()),
                "--out",
                Run.REAL.folder().toString());
        assertThat(sweep.exitCode()).as(sweep.err() + sweep.out()).isZero();
        assertThat(Run.REAL.html()).exists();
        MadeRun.copy(Run.MARKED.folder(), Map.of());
        report(Run.MARKED.folder());
        browser = Browser.start();
    }

    private static void report(Path folder) {
        var report = Cli.run("report", folder.toString());
        assertThat(report.exitCode()).as(report.err() + report.out()).isZero();
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void showsTheFindingAndComplainsOfNothing(Run run) {
        try (var tab = open(run, View.DESK)) {
            assertThat(tab.page().locator("header .finding").innerText()).contains("connections");
            assertThat(tab.page().locator("section.chart").count()).isGreaterThanOrEqualTo(5);
            assertThat(tab.requests()).containsExactly(run.html().toUri().toString());
            assertThat(tab.complaints()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyChartHasItsPointsOnTheCanvas(Run run) {
        try (var tab = open(run, View.DESK)) {
            var charts = new Charts(tab);
            var figures = charts.strings("[...document.querySelectorAll('figure[data-chart]')].map((f) => f.dataset.chart)");
            assertThat(charts.ids()).isNotEmpty().containsExactlyElementsOf(figures);
            charts.specs().forEach((id, spec) -> {
                var series = list(spec.get("series"));
                for (int i = 0; i < series.size(); i++) {
                    var one = new Series(id, i);
                    long values = list(series.get(i), "values").stream().filter(value -> value != null).count();
                    assertThat(charts.points(one)).as(one.toString()).isEqualTo((int) values);
                    if (values > 0) {
                        assertThat(charts.painted(one)).as("pixels of " + one).isGreaterThan(20);
                    }
                }
            });
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(Object value) {
        return (List<Map<String, Object>>) value;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Map<String, Object> series, String key) {
        return (List<Object>) series.get(key);
    }

    private static Browser.Tab open(Run run, View view) {
        return browser.open(run.html().toUri(), view);
    }
}
