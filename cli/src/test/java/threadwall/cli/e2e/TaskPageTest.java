package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.cli.e2e.Browser.View;

/** What a browser shows of made runs of task programs: see the READMEs beside them. */
class TaskPageTest {

    private static final String HOSTILE = "<img src=x onerror=alert(1)></script><script>alert(2)</script>";

    @TempDir
    private static Path temporary;

    private static Browser browser;

    enum Run {
        SLEEP("tasks-run"),
        HASHMAP("hashmap-run"),
        MARKUP("tasks-run");

        private final String made;

        Run(String made) {
            this.made = made;
        }

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
        for (var run : Run.values()) {
            Files.createDirectory(run.folder());
            var text = Files.readString(Path.of("src/test/resources", run.made, "run.jsonl"));
            Files.writeString(
                    run.folder().resolve("run.jsonl"),
                    run == Run.MARKUP ? text.replace("\"node\"", '"' + HOSTILE + '"') : text);
            var report = Cli.run("report", run.folder().toString());
            assertThat(report.exitCode()).as(report.err() + report.out()).isZero();
        }
        browser = Browser.start();
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
                    .contains(run == Run.HASHMAP ? "finished first" : "At 100,000 tasks rust-tokio costs the least");
            assertThat(tab.requests()).containsExactly(run.html().toUri().toString());
            assertThat(tab.complaints()).isEmpty();
            assertThat(tab.page().locator("img").count()).isZero();
        }
    }

    @Test
    void everyLineIsOnItsCanvas() {
        try (var tab = open(Run.SLEEP, View.DESK)) {
            var charts = new Charts(tab);
            assertThat(charts.ids())
                    .containsExactly("bytes", "start", "late", "curve-1", "curve-2", "curve-3")
                    .containsExactlyElementsOf(charts.figures());
            charts.assertPainted();
            assertThat(charts.value("bytes", "go", "100000").doubleValue()).isBetween(2_600.0, 2_700.0);
            assertThat(charts.value("bytes", "rust-threads", "100000"))
                    .as("a wall is no point")
                    .isNull();
            assertThat(tab.page().locator("#bytes .legend").innerText())
                    .contains("rust-threads at 100,000 tasks: pid_max after 32,402")
                    .contains("only 98,000 of 100,000 alive at once", "kernel MB is doubtful");
        }
    }

    /** Least first, each as far to the right as its figure is large, and the row that met a wall below them. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void pointsStandWhereTheirFiguresAre(boolean phone) {
        try (var tab = open(Run.SLEEP, phone ? View.PHONE : View.DESK)) {
            var names = tab.page().locator("#load-3 .points .point-name").allInnerTexts();
            assertThat(names)
                    .startsWith("rust-tokio-joined", "rust-tokio", "kilim-timer-tuned")
                    .contains("rust-threads", "java-threads")
                    .doesNotContain("csharp-dotnet");
            assertThat(tab.eval("""
                    [...document.querySelectorAll('#load-3 .point')]
                        .map((point) => point.getBoundingClientRect().left)
                        .every((left, i, all) => i === 0 || left > all[i - 1])
                    """)).isEqualTo(true);
            assertThat(tab.page().locator("#load-3 .point-gap").allInnerTexts())
                    .containsExactly("pid_max after 32,402", "stopped by time, predicted wall 813 s");
            assertThat(tab.page().locator("#load-3 .point-tick").allInnerTexts())
                    .containsExactly("100", "1,000", "10k");
            assertThat(tab.page().locator("#load-1 h2").innerText()).contains("runtime's own footprint");
        }
    }

    @Test
    void wallsAreExplainedAndWhatIsMissingSaysHowToGetIt() {
        try (var tab = open(Run.SLEEP, View.DESK)) {
            assertThat(tab.page().locator("#walls").innerText())
                    .contains("pid_max after 32,402", "32,768 of 32,768 process ids", "predicted wall 813 s");
            assertThat(tab.page().locator("#missing").innerText()).contains("csharp-dotnet", "get the .NET SDK");
            assertThat(tab.page().locator("#published").innerText())
                    .contains("go over rust-tokio", "take 2", "almost 250 MB", "java-threads: 287 MB");
            assertThat(tab.page().locator("#commands").innerText())
                    .contains("./threadwall tasks sleep", "runtimes/sleep/rust-tokio 100000 10000")
                    .doesNotContain("csharp");
            assertThat(tab.page().locator("#machine").innerText()).contains("made for a test, measured on no machine");
        }
    }

    @Test
    void eachArrivalHasItsTableAndOneSum() {
        try (var tab = open(Run.HASHMAP, View.DESK)) {
            assertThat(tab.page().locator("#load-1 h2").innerText()).contains("all at once (burst)");
            assertThat(tab.page().locator("#load-2 h2").innerText()).contains("10 every 1 ms");
            assertThat(tab.page().locator("#load-2").innerText())
                    .contains("All rows that finished have the same sum.", "17529215045929467392");
            assertThat(tab.page().locator("#walls").innerText()).contains("out of memory", "Java heap space");
            assertThat(tab.page().locator("#published").innerText()).contains("go-60-workers", "burst");
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

    @ParameterizedTest
    @EnumSource
    void fitsAPhone(Run run) {
        try (var tab = open(run, View.PHONE)) {
            assertThat(tab.number("document.documentElement.scrollWidth")).isEqualTo(View.PHONE.width());
            assertThat(tab.number("Math.max(...[...document.querySelectorAll('.points, .point-row')]"
                            + ".map((row) => row.scrollWidth))"))
                    .isLessThanOrEqualTo(View.PHONE.width());
            if (run != Run.HASHMAP) {
                tab.page().setViewportSize(900, 700);
                tab.await(
                        Duration.ofSeconds(30), "Object.values(threadwall.charts).every((chart) => chart.width > 700)");
            }
            assertThat(tab.complaints()).isEmpty();
        }
    }

    @Test
    void isReadableWithoutScripts() {
        try (var tab = open(Run.SLEEP, View.WITHOUT_SCRIPTS)) {
            assertThat(tab.page().locator(".finding").isVisible()).isTrue();
            assertThat(tab.page().locator("#load-3 .point").first().isVisible())
                    .as("points need no script")
                    .isTrue();
            assertThat(tab.page().locator("#bytes tbody tr").first().isVisible())
                    .isTrue();
            assertThat(tab.page().locator("#bytes figure").isVisible()).isFalse();
        }
    }

    private static Browser.Tab open(Run run, View view) {
        return browser.open(run.html().toUri(), view);
    }
}
