package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import threadwall.cli.e2e.Browser.View;

/** The live page in a browser: processes that come and go, and data that must not pile up. */
@Timeout(120)
class LivePageTest {

    private static final String THREADS = LivePage.values("threads", "kilim");

    private static Browser browser;
    private int port;

    @BeforeAll
    static void open() {
        Home.path();
        browser = Browser.start();
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void choosePort() throws Exception {
        port = Ports.free();
    }

    private LivePage page(WatchProcess watch) {
        return new LivePage(browser.open(watch.url(), View.DESK));
    }

    private WatchProcess watch() throws Exception {
        return WatchProcess.start(0, "--port", "" + port);
    }

    @Test
    void aRestartedServerContinuesItsLineAfterAGap() throws Exception {
        try (var watch = watch()) {
            var page = page(watch);
            page.await("document.getElementById('summary').textContent.startsWith('Nothing to watch yet')");
            var kilim = WatchProcess.serve("kilim", port);
            try {
                page.await(THREADS + ".at(-1) > 1");
                page.await(LivePage.values("memory", "kilim") + ".at(-1) > 1e6");
                page.await(LivePage.known("cpu", "kilim") + ".length > 0");
                page.await(LivePage.known("connections", "kilim") + ".at(-1) === 0");
                var cells = "document.querySelectorAll('#processes tr')[0].children";
                var row = (List<?>) page.tab().eval("Array.from(" + cells + ", (cell) => cell.textContent)");
                assertThat(row).hasSize(8);
                assertThat(row.get(0)).isEqualTo("kilim");
                assertThat(row.get(2)).isEqualTo("" + port);
                assertThat((String) row.get(5)).endsWith(" MB");
            } finally {
                end(kilim);
            }
            page.await(THREADS + ".at(-1) === null");
            page.await("document.querySelectorAll('#processes tr').length === 0");
            kilim = WatchProcess.serve("kilim", port);
            try {
                page.await(THREADS + ".at(-1) > 1");
                assertThat(page.tab().number("threadwall.charts.threads.series.length"))
                        .as("x and one server, the same as before")
                        .isEqualTo(2);
                assertThat(page.complaints()).isEmpty();
            } finally {
                end(kilim);
            }
        }
    }

    private static void end(Process serve) throws InterruptedException {
        serve.toHandle().destroy();
        assertThat(serve.waitFor()).isZero();
    }

    @Test
    void thePageReconnectsWhenItsServerReturns() throws Exception {
        var page = (LivePage) null;
        int web;
        try (var watch = watch()) {
            web = watch.url().getPort();
            page = page(watch);
            page.await("threadwall.live.history.rows.length >= 2");
            page.awaitState("live");
            watch.terminate();
        }
        page.awaitState("reconnecting");
        assertThat(page.tab().eval("document.getElementById('state').textContent"))
                .isEqualTo("reconnecting…");
        page.await("document.getElementById('detail').textContent.startsWith('last sample ')");
        int before = page.samples();
        try (var again = WatchProcess.start(web, "--port", "" + port)) {
            assertThat(again.url().getPort()).isEqualTo(web);
            page.awaitState("live");
            page.await("threadwall.live.history.rows.length > " + before);
            assertThat(page.tab().eval("threadwall.live.history.rows.some((row) => row.timeWait === null)"))
                    .as("the break is a gap")
                    .isEqualTo(true);
            assertThat(page.complaints()).isEmpty();
        }
    }

    @Test
    void aHiddenPageDrawsNothingAndEventuallyDisconnects() throws Exception {
        try (var watch = watch()) {
            var page = page(watch);
            page.tab().page().clock().install();
            page.tab().page().reload();
            page.await("threadwall.live.draws >= 2");

            page.hide(true);
            int draws = page.draws();
            int samples = page.samples();
            page.await("threadwall.live.history.rows.length >= " + (samples + 3));
            assertThat(page.draws()).as("drawn while hidden").isEqualTo(draws);
            page.hide(false);
            page.await("threadwall.live.draws > " + draws);
            assertThat(page.tab().number("threadwall.charts.timeWait.data[0].length"))
                    .as("what came meanwhile is there")
                    .isGreaterThanOrEqualTo(samples + 3);

            page.hide(true);
            page.tab().page().clock().fastForward("01:01");
            page.awaitState("paused");
            samples = page.samples();
            page.hide(false);
            page.awaitState("live");
            page.await("threadwall.live.history.rows.length > " + samples);
            assertThat(page.complaints()).isEmpty();
        }
    }

    /** With made-up records; the page's own scripts draw the lines. */
    @Test
    void aLineIsAServerNotAProcess() throws Exception {
        try (var watch = watch()) {
            var lines = page(watch).tab().eval("""
                            (() => {
                                const process = (pid, name, ports, threads, role = 'SERVER') => ({
                                    pid, startTicks: 1, name, role, ports, threads,
                                    connections: null, cpuShare: null, rssBytes: null,
                                });
                                const history = new threadwall.History(100);
                                const add = (second, ...processes) => history.add(
                                    {at: new Date(1e12 + second * 1e3).toISOString(), processes, timeWait: second});
                                add(0, process(9, 'gone', [1], 5));
                                add(50, process(1, 'kilim', [], 10)); // does not listen yet
                                add(60, process(1, 'kilim', [80], 11), process(2, 'kilim', [80], 20)); // two shards
                                history.gap();
                                history.gap();
                                add(130, process(3, 'kilim', [80], 12), process(4, 'kilim', [81], 40));
                                add(120, process(3, 'kilim', [80], 13), process(5, 'ab', [], 1, 'CLIENT')); // the clock was set back
                                return {
                                    servers: history.ofProcesses('SERVER', ({threads}) => threads)
                                        .map(({label, values}) => `${label}: ${values.map(String)}`),
                                    clients: history.ofProcesses('CLIENT', ({threads}) => threads).map(({label}) => label),
                                    open: history.ofProcesses('SERVER', ({open}) => open)[0].values.every((n) => n === null),
                                    timeWait: history.ofMachine('TIME_WAIT', (row) => row.timeWait)[0].values.map(String),
                                };
                            })()
                            """);
            assertThat(lines)
                    .isEqualTo(Map.of(
                            "servers", List.of("kilim: 10,31,null,13"),
                            "clients", List.of("ab"),
                            "open", true,
                            "timeWait", List.of("50", "60", "null", "120")));
        }
    }

    @Test
    void processNamesAreEscaped() throws Exception {
        var process = new ProcessBuilder("bash", "-c", "exec -a '<b>bold<img' sleep 600").start();
        try (var watch = WatchProcess.start(0, "--pid", "" + process.pid())) {
            var page = page(watch);
            page.await("document.querySelector('#processes th')?.textContent === '<b>bold<img'");
            assertThat(page.tab().number("document.querySelectorAll('main b, main img').length"))
                    .isZero();
            assertThat(page.tab().eval("document.querySelector('#threads .legend').textContent"))
                    .isEqualTo("<b>bold<img");
            assertThat(page.complaints()).isEmpty();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void itFitsAPhoneAndDarkMode() throws Exception {
        var me = "" + ProcessHandle.current().pid(); // a process that fills the table and the legends
        try (var watch = WatchProcess.start(0, "--pid", me)) {
            for (var view : List.of(View.PHONE, View.DARK, View.DESK)) {
                var page = new LivePage(browser.open(watch.url(), view));
                page.await("threadwall.live.draws >= 1");
                assertThat(page.tab().number("document.documentElement.scrollWidth"))
                        .as("no wider than " + view)
                        .isLessThanOrEqualTo(view.width());
                assertThat(Contrast.faintTexts(page.tab())).as(view.toString()).isEmpty();
                assertThat(page.complaints()).isEmpty();
            }
        }
    }
}
