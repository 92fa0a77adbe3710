package threadwall.report.html;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import threadwall.webcharts.ChartAssets;

/** The frame of a page that opens from disk: style, script, security policy and the JSON of its charts. */
final class HtmlPage {

    /** A title names this many runs. */
    private static final int NAMED = 3;

    private HtmlPage() {}

    /** The title of the browser's tab. */
    private static String title(List<RecordedRun> runs) {
        return runs.stream()
                .limit(NAMED)
                .map(run -> PlainText.name(run.label()))
                .collect(Collectors.joining(", ", "threadwall: ", ""));
    }

    /** The fullest page that stays below {@link SizeBudget#LIMIT}. */
    static String fitting(Function<SizeBudget, String> page) {
        for (var budget : SizeBudget.LEVELS) {
            var html = page.apply(budget);
            if (html.getBytes(StandardCharsets.UTF_8).length < SizeBudget.LIMIT) {
                return html;
            }
        }
        throw new IllegalStateException(
                "the report exceeds %,d bytes even in its shortest form".formatted(SizeBudget.LIMIT));
    }

    /**
     * @param notes on all figures, below the finding
     * @param charts is filled by {@code main}
     */
    static String html(
            List<RecordedRun> runs, String finding, List<String> notes, Consumer<HtmlWriter> main, List<Chart> charts) {
        var html = new HtmlWriter();
        head(html, title(runs));
        html.open("body").line();
        html.open("header")
                .element("h1", "threadwall")
                .line()
                .element("p", finding, "class", "finding")
                .line();
        notes.forEach(note -> html.element("p", note, "class", "notes").line());
        html.close("header").line();
        html.open("main").line();
        main.accept(html);
        html.close("main").line();
        var specs = new LinkedHashMap<String, ChartSpec>();
        charts.forEach(chart -> specs.put(chart.id(), chart.spec()));
        html.open("script", "type", "application/json", "id", "charts")
                .ours(ChartSpec.json(specs))
                .close("script")
                .line();
        html.open("script").ours(ChartAssets.script()).close("script").line();
        html.close("body").line().close("html").line();
        return html.toString();
    }

    private static void head(HtmlWriter html, String title) {
        html.ours("""
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                """);
        var policy = ChartAssets.policy(ChartAssets.script());
        html.open("meta", "http-equiv", "Content-Security-Policy", "content", policy)
                .line();
        html.element("title", title).line();
        html.open("style").ours(ChartAssets.style()).close("style").line();
        html.close("head").line();
    }
}
