/*
 * Draws the charts of the report and of the live page on uPlot's canvas.
 *
 * A chart is described by a spec, plain JSON:
 *   title   what is shown
 *   x       {label, values, log, time}      values rise; time: seconds, of a time line or since 1970
 *   y, y2   {label, log, bytes}             the left scale, and the right one or null
 *   series  [{label, server, axis: 'y'|'y2', dash, values,   one value for each of x's, null where there is none
 *             low, high                     range of repeats, drawn as whiskers; null = none
 *             notes                         what to know of a point, which is drawn hollow
 *             gaps}]                        why there is no value: a cross on the x axis
 *   bands   [{from, to, label}]             phases of a time line, in x's unit
 *
 * The page gives `<figure data-chart="ID">` and, in `<script type="application/json" id="charts">`, {ID: spec}.
 * Everything that a canvas shows is in the table beneath it, too: that is the way in for those who do not see it.
 */
'use strict';
(() => {
    /** Chart by ID, uPlot's own object: for tests, and to see in a browser's console. */
    const charts = {};
    const views = new WeakMap();

    // ---- colours, shapes and dashes: a server has the same ones in every chart ----

    const slots = new Map(
        ['kilim', 'spring-blocking', 'spring-deferred', 'spring-virtual', 'virtual-threads', 'c-epoll'].map(
            (server, slot) => [server, slot]));

    /** Servers that are not known by name take what is left, in the order in which they come. */
    function slotOf(server) {
        if (!slots.has(server)) slots.set(server, slots.size);
        return slots.get(server);
    }

    const COLOURS = 8; // --series-1 … of threadwall.css

    /** Outlines about the origin, with a radius of about 1: for the canvas and for the legend's SVG. */
    const SHAPES = [
        'M-1,0a1,1 0 1,0 2,0a1,1 0 1,0 -2,0z', // disc
        'M-.9,-.9h1.8v1.8h-1.8z', // square
        'M0,-1.3L1.3,0 0,1.3 -1.3,0z', // diamond
        'M0,-1.2L1.2,.9H-1.2z', // triangle
        'M0,1.2L1.2,-.9H-1.2z', // triangle on its tip
        'M-.4,-1.2h.8v.8h.8v.8h-.8v.8h-.8v-.8h-.8v-.8h.8z', // plus
        'M-1.2,-.6h2.4v1.2h-2.4z', // bar
        'M-.6,-1.2h1.2v2.4h-1.2z', // upright bar
    ];
    const CROSS = 'M-1,-1L1,1M-1,1L1,-1';
    const DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3]];

    /** Style of each series: two of the same server have one colour and differ by their dashes. */
    function stylesOf(spec) {
        const taken = new Set();
        return spec.series.map((series, position) => {
            const slot = series.server ? slotOf(series.server) : position;
            let dash = series.dash ? 1 : 0;
            while (taken.has(`${slot} ${dash % DASHES.length}`) && dash < 2 * DASHES.length) dash++;
            dash %= DASHES.length;
            taken.add(`${slot} ${dash}`);
            return {
                colour: `--series-${(slot % COLOURS) + 1}`,
                shape: SHAPES[(slot + Math.floor(slot / COLOURS)) % SHAPES.length], // the ninth has the first's colour only
                dash: DASHES[dash],
            };
        });
    }

    /** The theme's colours, read once: a canvas does not know CSS variables. */
    const theme = new Map();
    function colour(name) {
        if (!theme.has(name)) {
            theme.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
        }
        return theme.get(name);
    }

    // ---- numbers as text, alike whatever language the browser speaks ----

    const whole = new Intl.NumberFormat('en-US', {maximumFractionDigits: 0});
    const short = new Intl.NumberFormat('en-US', {maximumSignificantDigits: 3});
    const exact = new Intl.NumberFormat('en-US', {maximumFractionDigits: 2});

    const UNITS = {
        bytes: [[1e12, ' TB'], [1e9, ' GB'], [1e6, ' MB'], [1e3, ' kB'], [1, ' B']],
        count: [[1e9, 'G'], [1e6, 'M'], [1e4, 'k', 1e3], [1, '']], // thousands stay whole below 10k
    };

    /** Divisor and name of the unit that fits a value. */
    function unitOf(value, bytes) {
        const units = bytes ? UNITS.bytes : UNITS.count;
        const [from, name, divisor = from] = units.find(([least]) => Math.abs(value) >= least) ?? units.at(-1);
        return {divisor, name};
    }

    /** A value where there is room: 12,083 or 5.75 GB. */
    function text(value, bytes) {
        if (!bytes) return (Math.abs(value) >= 100 ? whole : short).format(value);
        const {divisor, name} = unitOf(value, true);
        return short.format(value / divisor) + name;
    }

    /** The labels of an axis: all in one unit, but each in its own on a logarithmic one. */
    function tickTexts(splits, {bytes, log}) {
        const common = unitOf(Math.max(...splits.map(Math.abs)), bytes);
        return splits.map((value) => {
            if (value === 0) return '0';
            const {divisor, name} = log ? unitOf(value, bytes) : common;
            return exact.format(value / divisor) + name;
        });
    }

    /** Seconds since 1970 are a time of day, fewer are those of a time line. */
    const sinceEpoch = (value) => value >= 1e8;

    function xText(x, value) {
        return x.time && sinceEpoch(value)
            ? new Date(value * 1000).toLocaleTimeString('en-GB')
            : `${text(value)} ${x.label}`;
    }

    // ---- from a spec to what uPlot wants ----

    /** A time line has too many points to draw each, and a missing one there is a hole in the line. */
    const isDense = (spec) => spec.x.time || spec.x.values.length > 40;

    const axisOf = (spec, series) => (series.axis === 'y2' && spec.y2 ? spec.y2 : spec.y);

    /** null breaks the line, undefined does not: what was never tried is no gap. A logarithm has no 0. */
    function dataOf(spec) {
        const missing = (series, i) => (isDense(spec) || series.gaps?.[i] ? null : undefined);
        return [
            spec.x.values,
            ...spec.series.map((series) => series.values.map(
                (value, i) => value == null || (axisOf(spec, series).log && value <= 0) ? missing(series, i) : value)),
        ];
    }

    /** Least and greatest of a scale, whiskers included; [0, 1] where there is nothing. */
    function extent(spec, scale) {
        const axis = spec[scale];
        let [low, high] = [Infinity, -Infinity];
        for (const series of spec.series.filter((series) => axisOf(spec, series) === axis)) {
            for (const values of [series.values, series.low ?? [], series.high ?? []]) {
                for (const value of values) {
                    if (value == null || (axis.log && value <= 0)) continue;
                    low = Math.min(low, value);
                    high = Math.max(high, value);
                }
            }
        }
        return low <= high ? [low, high] : [axis.log ? 1 : 0, 1];
    }

    /** From 0, or from a power of ten, to a little above the greatest. */
    function yRange(spec, scale) {
        const [low, high] = extent(spec, scale);
        return spec[scale].log
            ? [10 ** Math.floor(Math.log10(low)), Math.max(high * 1.4, low * 2)]
            : [Math.min(0, low), high > 0 ? high * 1.08 : 1];
    }

    /** A time line fills the width; elsewhere the first and last point have room for their shape. */
    function xRange(spec) {
        const first = spec.x.values[0] ?? 0;
        const last = spec.x.values.at(-1) ?? 1;
        if (isDense(spec)) return [first, last > first ? last : first + 1];
        if (spec.x.log) return [first / 1.25, last * 1.25];
        const room = (last - first) * 0.05 || Math.abs(last) * 0.5 || 1;
        return [first - room, last + room];
    }

    /** 1, 10, 100 …, with 2 and 5 between where these are few. */
    function logSplits(min, max) {
        const decades = Math.log10(max / min);
        const splits = [];
        for (let power = 10 ** Math.floor(Math.log10(min)); power <= max; power *= 10) {
            splits.push(...(decades < 4 ? [1, 2, 5] : [1]).map((digit) => digit * power));
        }
        return splits.filter((split) => split >= min * 0.999 && split <= max);
    }

    const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
    const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];

    const axisLook = () => ({
        font: FONT,
        labelFont: FONT,
        stroke: () => colour('--ink-soft'),
        grid: {stroke: () => colour('--rule'), width: 1},
        ticks: {stroke: () => colour('--rule'), width: 1, size: 5},
        gap: 4,
        filter: (chart, splits) => splits,
    });

    /** Labels that would touch the one to their right are left out: the greatest value keeps its own. */
    function withoutOverlap(chart, splits, labels) {
        let limit = Infinity;
        for (let i = splits.length - 1; i >= 0; i--) {
            const middle = chart.valToPos(splits[i], 'x');
            const half = 3.5 * labels[i].length + 4;
            if (middle + half > limit) labels[i] = '';
            else limit = middle - half;
        }
        return labels;
    }

    function xAxis(spec) {
        const dense = isDense(spec);
        return {
            ...axisLook(),
            label: spec.x.label,
            labelSize: 22,
            size: 30,
            ...(spec.x.time ? {incrs: SECONDS} : {}),
            ...(dense ? {} : {splits: () => spec.x.values}), // ticks where something was measured
            values: (chart, splits) => withoutOverlap(chart, splits, spec.x.time && sinceEpoch(splits[0] ?? 0)
                ? splits.map((value) => xText(spec.x, value))
                : tickTexts(splits, {})),
        };
    }

    function yAxis(spec, scale) {
        const axis = spec[scale];
        return {
            ...axisLook(),
            scale,
            side: scale === 'y' ? 3 : 1,
            grid: {show: scale === 'y', stroke: () => colour('--rule'), width: 1},
            size: (chart, labels) => 16 + 7 * Math.max(2, ...(labels ?? []).map((label) => String(label).length)),
            ...(axis.log ? {splits: (chart, index, min, max) => logSplits(min, max)} : {}),
            values: (chart, splits) => tickTexts(splits, axis),
        };
    }

    /** The scales ask the view each time, since a live page gives it a new spec each second. */
    function optionsOf(view) {
        const {spec, styles} = view;
        const scales = {
            x: {time: false, distr: spec.x.log ? 3 : 1, range: () => xRange(view.spec)},
            y: {distr: spec.y.log ? 3 : 1, range: () => yRange(view.spec, 'y')},
        };
        if (spec.y2) scales.y2 = {distr: spec.y2.log ? 3 : 1, range: () => yRange(view.spec, 'y2')};
        return {
            ...view.size(),
            padding: [spec.bands?.length ? 20 : 10, null, null, null],
            legend: {show: false},
            cursor: {y: false, points: {show: false}, drag: {x: false, y: false, setScale: false}},
            scales,
            axes: [xAxis(spec), yAxis(spec, 'y'), ...(spec.y2 ? [yAxis(spec, 'y2')] : [])],
            series: [
                {},
                ...spec.series.map((series, i) => ({
                    label: series.label,
                    scale: axisOf(spec, series) === spec.y2 ? 'y2' : 'y',
                    stroke: () => colour(styles[i].colour),
                    dash: styles[i].dash,
                    width: 2,
                    points: {show: false}, // drawPoints has shapes
                })),
            ],
            hooks: {
                drawClear: [() => drawBands(view)],
                draw: [() => drawPoints(view), () => drawGaps(view)],
                setCursor: [() => view.tell()],
            },
        };
    }

    // ---- what uPlot does not draw: in the canvas' own pixels ----

    const ratio = () => window.devicePixelRatio || 1;

    function outline(ctx, shape, x, y, radius, fill) {
        ctx.save();
        ctx.translate(x, y);
        ctx.scale(radius, radius);
        ctx.lineWidth = (2 * ratio()) / radius;
        const path = new Path2D(shape);
        ctx.fillStyle = fill;
        if (shape !== CROSS) ctx.fill(path);
        ctx.stroke(path);
        ctx.restore();
    }

    /** Phases, beneath everything: every other one shaded, its name above if it has room. */
    function drawBands({chart, spec}) {
        const {ctx, bbox} = chart;
        const inside = (x) => Math.min(Math.max(chart.valToPos(x, 'x', true), bbox.left), bbox.left + bbox.width);
        ctx.save();
        ctx.font = FONT.replace('12px', `${11 * ratio()}px`);
        ctx.textAlign = 'left';
        ctx.textBaseline = 'alphabetic';
        (spec.bands ?? []).forEach((band, i) => {
            const [from, to] = [inside(band.from), inside(band.to)];
            if (i % 2) {
                ctx.fillStyle = colour('--band');
                ctx.fillRect(from, bbox.top, to - from, bbox.height);
            }
            if (ctx.measureText(band.label).width <= to - from) {
                ctx.fillStyle = colour('--ink-soft');
                ctx.fillText(band.label, from, bbox.top - 6 * ratio());
            }
        });
        ctx.restore();
    }

    /** A point is drawn where points are few, where a line has no neighbour to go to, and where there is a note. */
    function drawPoints({chart, spec, styles}) {
        const {ctx} = chart;
        const dense = isDense(spec);
        spec.series.forEach((series, s) => {
            const scale = chart.series[s + 1].scale;
            const values = chart.data[s + 1];
            ctx.save();
            ctx.strokeStyle = colour(styles[s].colour);
            values.forEach((value, i) => {
                if (value == null) return;
                const note = series.notes?.[i];
                if (dense && !note && (values[i - 1] != null || values[i + 1] != null)) return;
                const x = chart.valToPos(chart.data[0][i], 'x', true);
                drawWhisker(chart, scale, x, series.low?.[i], series.high?.[i]);
                const y = chart.valToPos(value, scale, true);
                const radius = (dense ? 2.5 : 4.5) * ratio();
                outline(ctx, styles[s].shape, x, y, radius, note ? colour('--paper') : ctx.strokeStyle);
            });
            ctx.restore();
        });
    }

    function drawWhisker(chart, scale, x, low, high) {
        if (low == null || high == null || low === high) return;
        const {ctx} = chart;
        const cap = 5 * ratio();
        ctx.lineWidth = 1.5 * ratio();
        ctx.beginPath();
        const [from, to] = [low, high].map((value) => chart.valToPos(value, scale, true));
        ctx.moveTo(x, from);
        ctx.lineTo(x, to);
        for (const y of [from, to]) {
            ctx.moveTo(x - cap, y);
            ctx.lineTo(x + cap, y);
        }
        ctx.stroke();
    }

    /** Crosses stand on the x axis, one above the other where several servers have no value at one x. */
    function drawGaps({chart, spec, styles}) {
        const {ctx, bbox} = chart;
        const crosses = new Map();
        spec.series.forEach((series, s) => {
            (series.gaps ?? []).forEach((gap, i) => {
                if (!gap) return;
                const below = crosses.get(i) ?? 0;
                crosses.set(i, below + 1);
                ctx.save();
                ctx.strokeStyle = colour(styles[s].colour);
                const x = chart.valToPos(chart.data[0][i], 'x', true);
                outline(ctx, CROSS, x, bbox.top + bbox.height - (9 + 13 * below) * ratio(), 4 * ratio());
                ctx.restore();
            });
        });
    }

    // ---- what is HTML around the canvas; all text comes by textContent, so that markup in a record stays text ----

    function html(name, className, ...children) {
        const element = document.createElement(name);
        element.className = className;
        element.append(...children);
        return element;
    }

    /** A piece of the line with its shape, as it looks in the chart. */
    function key(style, {line = true, shape = style.shape, hollow = false} = {}) {
        const svg = (name, attributes) => {
            const element = document.createElementNS('http://www.w3.org/2000/svg', name);
            Object.entries(attributes).forEach(([attribute, value]) => element.setAttribute(attribute, value));
            return element;
        };
        const picture = svg('svg', {viewBox: '0 0 30 14', width: 30, height: 14, class: 'key'});
        picture.style.color = style ? `var(${style.colour})` : 'currentColor';
        if (line) {
            picture.append(svg('path', {d: 'M0,7H30', class: 'line', 'stroke-dasharray': style.dash.join(' ')}));
        }
        if (shape) {
            const look = hollow ? 'shape hollow' : 'shape';
            picture.append(svg('path', {d: shape, class: look, transform: 'translate(15,7) scale(4.5)'}));
        }
        return picture;
    }

    const MOST_REASONS = 4;

    /** What lines, hollow points and crosses mean. */
    function legendOf(spec, styles) {
        const item = (picture, words) => html('li', '', picture, words);
        const items = spec.series.map((series, s) => item(
            key(styles[s], isDense(spec) ? {shape: null} : {}),
            series.label + (series.axis === 'y2' && spec.y2 ? ' (right scale)' : '')));
        const notes = [...new Set(spec.series.flatMap((series) => series.notes ?? []).filter(Boolean))];
        if (notes.length) {
            items.push(item(key(null, {line: false, shape: SHAPES[0], hollow: true}), few(notes)));
        }
        const gaps = spec.series.flatMap((series) => (series.gaps ?? []).flatMap(
            (gap, i) => (gap ? [`${series.label} at ${xText(spec.x, spec.x.values[i])}: ${gap}`] : [])));
        if (gaps.length) items.push(item(key(null, {line: false, shape: CROSS}), few(gaps)));
        return html('ul', 'legend', ...items);
    }

    function few(reasons) {
        const more = reasons.length - MOST_REASONS;
        return reasons.slice(0, MOST_REASONS).join('; ') + (more > 0 ? `; and ${more} more, in the table` : '');
    }

    /** The values at one x, with what is to be known of them. */
    function tipOf(spec, styles, i) {
        const x = spec.x.values[i];
        const band = (spec.bands ?? []).find(({from, to}) => from <= x && x < to);
        const rows = spec.series.flatMap((series, s) => {
            const gap = series.gaps?.[i];
            const value = series.values[i];
            if (value == null && !gap) return [];
            const {bytes} = axisOf(spec, series);
            const [low, high] = [series.low?.[i], series.high?.[i]];
            const range = low != null && high != null && low !== high
                ? ` (${text(low, bytes)}–${text(high, bytes)})` : '';
            const words = value == null ? gap : text(value, bytes) + range;
            const note = series.notes?.[i];
            return [html('tr', '',
                html('td', '', key(styles[s], {shape: isDense(spec) ? null : styles[s].shape, hollow: Boolean(note)})),
                html('th', '', series.label),
                html('td', '', words, ...(note ? [html('div', 'remark', note)] : [])))];
        });
        const head = html('div', 'tip-head', xText(spec.x, x) + (band ? `, ${band.label}` : ''));
        return [head, html('table', '', ...rows)];
    }

    // ---- one chart in its figure ----

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
        return JSON.stringify([x.label, y, y2, Boolean(bands?.length), isDense({x}), isDense({x}) ? null : x.values, series.map(
            ({label, server, axis, dash, notes, gaps}) => [label, server, axis, dash, notes, gaps])]);
    }

    // ---- theme and paper ----

    const PRINT_WIDTH = 680; // CSS pixels between the margins of A4
    const paper = matchMedia('print');
    let aboutToPrint = false;
    const printing = () => aboutToPrint || paper.matches;

    function repaintAll() {
        theme.clear();
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

    window.threadwall = {charts, draw, update};

    addEventListener('DOMContentLoaded', () => {
        const specs = JSON.parse(document.getElementById('charts')?.textContent ?? '{}');
        document.querySelectorAll('figure[data-chart]').forEach((figure) => {
            const spec = specs[figure.dataset.chart];
            if (spec) draw(figure, spec);
        });
    });
})();
