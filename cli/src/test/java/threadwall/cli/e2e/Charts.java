package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;

/** The charts of an open report: what they were made of, what they hold, and what is really on their canvases. */
record Charts(Browser.Tab tab) {

    /** One line of a chart; {@code index} is its place among the chart's series. */
    record Series(String chart, int index, String label) {

        /** Its column in the chart's data, whose first is x. */
        int column() {
            return index + 1;
        }
    }

    List<String> ids() {
        return strings("Object.keys(threadwall.charts)");
    }

    /** Those that the page has a place for, in their order. */
    List<String> figures() {
        return strings("[...document.querySelectorAll('figure[data-chart]')].map((figure) => figure.dataset.chart)");
    }

    List<Series> series(String id) {
        var labels = strings("%s.series.map((series) => series.label)".formatted(spec(id)));
        return IntStream.range(0, labels.size())
                .mapToObj(index -> new Series(id, index, labels.get(index)))
                .toList();
    }

    /** Values of the spec that are there. */
    int values(Series series) {
        return tab.number("%s.series[%d].values.filter((value) => value !== null).length"
                .formatted(spec(series.chart), series.index));
    }

    /** Values of the chart that are there. */
    int points(Series series) {
        return tab.number(
                "%s.data[%d].filter((value) => value != null).length".formatted(chart(series.chart), series.column()));
    }

    /** That every value of every line is on its canvas. */
    void assertPainted() {
        for (var id : ids()) {
            for (var series : series(id)) {
                assertThat(points(series)).as("points of " + series).isEqualTo(values(series));
                assertThat(painted(series)).as("pixels of " + series).isPositive();
            }
        }
    }

    int gaps(Series series) {
        return tab.number(
                "(%s.series[%d].gaps ?? []).filter((gap) => gap).length".formatted(spec(series.chart), series.index));
    }

    /** Of the line of that name, in the chart; {@code null} where there is none. */
    Number value(String id, String label, String x) {
        return (Number) tab.eval("""
                (() => {
                    const chart = %s;
                    const line = chart.series.findIndex((series) => series.label === '%s');
                    return chart.data[line][chart.data[0].indexOf(%s)] ?? null;
                })()
                """.formatted(chart(id), label, x));
    }

    /** Texts of the table under a chart, without its head. */
    @SuppressWarnings("unchecked")
    List<List<String>> table(String id) {
        return (List<List<String>>) tab.eval("""
                [...document.querySelectorAll('#%s tbody tr')]
                    .map((row) => [...row.children].map((cell) => cell.textContent))
                """.formatted(id));
    }

    /** Pixels in the line's own colour. */
    int painted(Series series) {
        return painted(series, "0", "chart.ctx.canvas.width");
    }

    /** The same, halfway between two values of x. */
    int paintedBetween(Series series, int point, int next) {
        var middle = "Math.round((%s + %s) / 2)".formatted(x(point), x(next));
        return painted(series, middle, "1");
    }

    private static String x(int point) {
        return "chart.valToPos(chart.data[0][%d], 'x', true)".formatted(point);
    }

    private int painted(Series series, String left, String width) {
        return tab.number("""
                (() => {
                    const chart = %s;
                    const {ctx} = chart;
                    const {data} = ctx.getImageData(%s, 0, %s, ctx.canvas.height);
                    const colour = '%s'.match(/[0-9a-f]{2}/g).map((hex) => parseInt(hex, 16));
                    let count = 0;
                    for (let i = 0; i < data.length; i += 4) {
                        if (data[i + 3] === 255 && colour.every((part, c) => Math.abs(data[i + c] - part) < 12)) count++;
                    }
                    return count;
                })()
                """.formatted(chart(series.chart), left, width, colour(series)));
    }

    /** The colour in the middle of a point. */
    String middle(Series series, int point) {
        return pixel(series, """
                const x = chart.valToPos(chart.data[0][%2$d], 'x', true);
                const y = chart.valToPos(chart.data[%1$d][%2$d], chart.series[%1$d].scale, true);
                """.formatted(series.column(), point));
    }

    /** The colour in the middle of the lowest cross at a value of x. */
    String cross(Series series, int point) {
        return pixel(series, """
                const x = chart.valToPos(chart.data[0][%d], 'x', true);
                const y = chart.bbox.top + chart.bbox.height - 9 * devicePixelRatio;
                """.formatted(point));
    }

    private String pixel(Series series, String place) {
        return (String) tab.eval("""
                (() => {
                    const chart = %s;
                    %s
                    const pixel = chart.ctx.getImageData(Math.round(x), Math.round(y), 1, 1).data;
                    return '#' + [...pixel.slice(0, 3)].map((part) => part.toString(16).padStart(2, '0')).join('');
                })()
                """.formatted(chart(series.chart), place));
    }

    /** In which the chart draws it, as {@code #rrggbb}. */
    String colour(Series series) {
        return (String) tab.eval("%1$s.series[%2$d].stroke(%1$s)".formatted(chart(series.chart), series.column()));
    }

    /** A variable of the theme, a colour as {@code #rrggbb}. */
    String variable(String name) {
        return (String)
                tab.eval("getComputedStyle(document.documentElement).getPropertyValue('%s').trim()".formatted(name));
    }

    @SuppressWarnings("unchecked")
    List<String> strings(String script) {
        return (List<String>) tab.eval(script);
    }

    private static String chart(String id) {
        return "threadwall.charts['%s']".formatted(id);
    }

    private static String spec(String id) {
        return "JSON.parse(document.getElementById('charts').textContent)['%s']".formatted(id);
    }
}
