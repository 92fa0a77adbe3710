/* What uPlot does not draw: phases, points with their whiskers, and crosses, in the canvas' own pixels. */
window.threadwall ??= {};

threadwall.marks = (() => {
    'use strict';
    const {CROSS, colour, font} = threadwall.style;
    const {isDense} = threadwall.spec;

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
        ctx.font = font(11 * ratio());
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
        const crosses = spec.x.values.map(() => new Set());
        spec.series.forEach((series, s) => {
            (series.gaps ?? []).forEach((gap, i) => {
                const who = series.server || series.label; // has one cross, however many lines it has
                if (!gap || crosses[i].has(who)) return;
                const below = crosses[i].size;
                crosses[i].add(who);
                ctx.save();
                ctx.strokeStyle = colour(styles[s].colour);
                const x = chart.valToPos(chart.data[0][i], 'x', true);
                outline(ctx, CROSS, x, bbox.top + bbox.height - (9 + 13 * below) * ratio(), 4 * ratio());
                ctx.restore();
            });
        });
    }

    return {drawBands, drawPoints, drawGaps};
})();
