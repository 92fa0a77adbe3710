package threadwall.cli.e2e;

import java.time.Duration;
import java.util.List;

/** What the live page shows, read from its own scripts. */
record LivePage(Browser.Tab tab) {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** The last values of a server in a chart; {@code values.at(-1)} is the newest, and a gap is null. */
    static String values(String chart, String server) {
        return """
                ((chart) => chart?.data[chart.series.findIndex(({label}) => label === '%s')] ?? [])(threadwall.charts.%s)
                """.formatted(server, chart).strip();
    }

    /** Those that are not gaps. */
    static String known(String chart, String server) {
        return values(chart, server) + ".filter((value) => value != null)";
    }

    void await(String condition) {
        await(TIMEOUT, condition);
    }

    /** Waits until a JavaScript expression is true. */
    void await(Duration bound, String condition) {
        tab.await(bound, condition);
    }

    void awaitState(String state) {
        await("threadwall.live.stream.state === '" + state + "'");
    }

    /** Hides or shows the page as a browser does with a tab in the background. */
    void hide(boolean hidden) {
        tab.eval("""
                Object.defineProperty(document, 'hidden', {configurable: true, get: () => %s});
                Object.defineProperty(document, 'visibilityState', {configurable: true, get: () => '%s'});
                document.dispatchEvent(new Event('visibilitychange'));
                """.formatted(hidden, hidden ? "hidden" : "visible"));
    }

    int samples() {
        return tab.number("threadwall.live.history.rows.length");
    }

    int draws() {
        return tab.number("threadwall.live.draws");
    }

    /** Console messages of the page, except for broken streams, which the browser reports and the page reconnects. */
    List<String> complaints() {
        var ended = "failed: .*/events|error: Failed to load resource: net::ERR_(CONNECTION|INCOMPLETE|EMPTY).*";
        return tab.complaints().stream()
                .filter(complaint -> !complaint.matches(ended))
                .toList();
    }
}
