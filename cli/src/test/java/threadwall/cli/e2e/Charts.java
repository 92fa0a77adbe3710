package threadwall.cli.e2e;

import java.util.List;
import java.util.Map;

/** The charts of an open page: what they hold, and what is really on their canvases. */
record Charts(Browser.Tab tab) {

    /** One series of one chart. */
    record Series(String chart, int index) {}

    List<String> ids() {
        return strings("Object.keys(threadwall.charts)");
    }

    /** Values of a series, those that are missing left out. */
    int points(Series series) {
        return tab.number("threadwall.charts[%s].data[%d].filter((value) => value != null).length"
                .formatted(quoted(series.chart), series.index + 1));
    }

    /** Pixels of the series' own colour. */
    int painted(Series series) {
        return tab.number(
                """
                (() => {
                    const chart = threadwall.charts[%s];
                    const {canvas} = chart.ctx;
                    const {data} = chart.ctx.getImageData(0, 0, canvas.width, canvas.height);
                    const colour = chart.series[%d].stroke(chart).match(/[0-9a-f]{2}/g).map((hex) => parseInt(hex, 16));
                    let count = 0;
                    for (let i = 0; i < data.length; i += 4) {
                        if (data[i + 3] === 255 && colour.every((part, c) => Math.abs(data[i + c] - part) < 12)) count++;
                    }
                    return count;
                })()
                """
                        .formatted(quoted(series.chart), series.index + 1));
    }

    /** The colour in the middle of a point, as {@code #rrggbb}: nothing painted there is {@code #000000} transparent. */
    String middle(Series series, int point) {
        return pixel(
                series,
                """
                const x = chart.valToPos(chart.data[0][%2$d], 'x', true);
                const y = chart.valToPos(chart.data[%1$d][%2$d], chart.series[%1$d].scale, true);
                """
                        .formatted(series.index + 1, point));
    }

    /** The colour in the middle of the lowest cross at a value of x. */
    String cross(Series series, int point) {
        return pixel(
                series,
                """
                const x = chart.valToPos(chart.data[0][%d], 'x', true);
                const y = chart.bbox.top + chart.bbox.height - 9 * devicePixelRatio;
                """
                        .formatted(point));
    }

    String colour(Series series) {
        return (String) tab.eval("threadwall.charts[%1$s].series[%2$d].stroke(threadwall.charts[%1$s])"
                .formatted(quoted(series.chart), series.index + 1));
    }

    private String pixel(Series series, String place) {
        return (String) tab.eval(
                """
                (() => {
                    const chart = threadwall.charts[%s];
                    %s
                    const [r, g, b] = chart.ctx.getImageData(Math.round(x), Math.round(y), 1, 1).data;
                    return '#' + [r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('');
                })()
                """
                        .formatted(quoted(series.chart), place));
    }

    /** The specs that the page was made with, as it holds them. */
    @SuppressWarnings("unchecked")
    Map<String, Map<String, Object>> specs() {
        return (Map<String, Map<String, Object>>) tab.eval("JSON.parse(document.getElementById('charts').textContent)");
    }

    @SuppressWarnings("unchecked")
    List<String> strings(String script) {
        return (List<String>) tab.eval(script);
    }

    private static String quoted(String id) {
        return "'" + id + "'";
    }
}
