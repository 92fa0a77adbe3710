/*
 * Draws the charts of the report and of the live page on uPlot's canvas, from specs (spec.js).
 *
 * A page has, in this order, uPlot.iife.min.js, numbers.js, style.js, spec.js, marks.js, options.js, legend.js and
 * charts.js. It gives `<figure data-chart="ID">` and, in `<script type="application/json" id="charts">`, {ID: spec};
 * one without that calls threadwall.draw and threadwall.update. All that a canvas of the report shows is in the table
 * beneath it, too: that is the way in for those who do not see it.
 */
window.threadwall ??= {};

(() => {
    'use strict';
    const {stylesOf, forgetTheme} = threadwall.style;
    const {isDense, dataOf} = threadwall.spec;
    const {optionsOf} = threadwall.options;
    const {html, legendOf, tipOf} = threadwall.legend;

    /** Chart by ID, uPlot's own object: for tests, and to see in a browser's console. */
    const charts = {};
    const views = new WeakMap();

    class View {
        constructor(figure, spec) {
            this.figure = figure;
            this.tip = html('div', 'tip');
            figure.tabIndex = 0;
            figure.addEventListener('keydown', (event) => this.step(event));
            figure.addEventListener('blur', () => this.point(null));
            this.build(spec);
            // in the next frame: a chart that grows while its size is being observed is an error to browsers
            new ResizeObserver(() => requestAnimationFrame(() => this.fit())).observe(figure);
        }

        /** Canvas, scales' names and legend anew. */
        build(spec) {
            this.spec = spec;
            this.look = lookOf(spec);
            this.styles = stylesOf(spec);
            this.chart?.destroy();
            this.tip.hidden = true;
            this.figure.replaceChildren(
                html('div', 'scales', html('span', '', spec.y.label), html('span', '', spec.y2?.label ?? '')));
            this.chart = new uPlot(optionsOf(this), dataOf(spec), (chart, begin) => {
                this.chart = chart; // the first drawing asks for it
                this.figure.append(chart.root, legendOf(spec, this.styles), this.tip);
                begin();
            });
            views.set(this.chart, this);
            charts[this.figure.dataset.chart ?? this.figure.id] = this.chart;
        }

        update(spec) {
            if (lookOf(spec) !== this.look) return this.build(spec);
            this.spec = spec;
            this.chart.setData(dataOf(spec));
            this.tell();
        }

        size() {
            const room = this.figure.clientWidth || 640;
            const width = printing() ? Math.min(room, PRINT_WIDTH) : room;
            return {width, height: Math.round(Math.min(Math.max(width * 0.42, 220), 340))};
        }

        fit() {
            const {width, height} = this.size();
            if (width !== this.chart.width || height !== this.chart.height) this.chart.setSize({width, height});
        }

        /** With other colours or another width. */
        repaint() {
            this.fit();
            this.chart.redraw(false);
        }

        /** Shows the values under the pointer. */
        tell() {
            const {chart, tip, figure} = this;
            const {idx, left} = chart.cursor;
            tip.hidden = idx == null || left == null || left < 0 || idx >= this.spec.x.values.length;
            if (tip.hidden) return;
            tip.replaceChildren(...tipOf(this.spec, this.styles, idx));
            tip.style.left = 0; // else its place narrows it
            const x = chart.over.offsetLeft + left;
            const beside = x + 16 + tip.offsetWidth <= figure.clientWidth ? x + 16 : x - 16 - tip.offsetWidth;
            tip.style.left = `${Math.max(0, beside)}px`;
            tip.style.top = `${chart.root.offsetTop + 24}px`;
        }

        point(index) {
            const left = index == null ? -10 : this.chart.valToPos(this.chart.data[0][index], 'x');
            this.chart.setCursor({left, top: index == null ? -10 : 20});
        }

        /** Arrow keys go from value to value, Escape away. */
        step(event) {
            const last = this.spec.x.values.length - 1;
            const now = this.tip.hidden ? null : this.chart.cursor.idx;
            const next = {
                ArrowRight: now == null ? 0 : Math.min(now + 1, last),
                ArrowLeft: now == null ? last : Math.max(now - 1, 0),
                Home: 0,
                End: last,
                Escape: null,
            };
            if (!(event.key in next) || last < 0) return;
            event.preventDefault();
            this.point(next[event.key]);
        }
    }

    /** What a legend and its chart are built from; the values may change beneath it. */
    function lookOf({x, y, y2, series, bands}) {
        return JSON.stringify([
            [x.label, isDense({x}) || x.values, y, y2, Boolean(bands?.length)],
            series.map(({label, server, axis, dash, notes, gaps}) => [label, server, axis, dash, notes, gaps]),
        ]);
    }

    const PRINT_WIDTH = 680; // CSS pixels between the margins of A4
    const paper = matchMedia('print');
    let aboutToPrint = false;
    const printing = () => aboutToPrint || paper.matches;

    function repaintAll() {
        forgetTheme();
        Object.values(charts).forEach((chart) => views.get(chart).repaint());
    }

    /** Comes before the style of print does: the class stands for it, so that a dark chart is not printed. */
    function print(begins) {
        aboutToPrint = begins;
        document.documentElement.classList.toggle('printing', begins);
        repaintAll();
    }

    addEventListener('beforeprint', () => print(true));
    addEventListener('afterprint', () => print(false));
    paper.addEventListener('change', repaintAll);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaintAll);

    /** Draws a chart into an empty figure. */
    function draw(figure, spec) {
        return new View(figure, spec).chart;
    }

    /** Gives a chart new values, or a new spec; returns the chart, which is another one where its lines changed. */
    function update(chart, spec) {
        const view = views.get(chart);
        view.update(spec);
        return view.chart;
    }

    Object.assign(threadwall, {charts, draw, update});

    addEventListener('DOMContentLoaded', () => {
        const specs = JSON.parse(document.getElementById('charts')?.textContent ?? '{}');
        document.querySelectorAll('figure[data-chart]').forEach((figure) => {
            const spec = specs[figure.dataset.chart];
            if (spec) draw(figure, spec);
        });
    });
})();
