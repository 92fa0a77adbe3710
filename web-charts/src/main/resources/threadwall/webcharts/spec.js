/*
 * What charts are drawn from. A spec is plain JSON:
 *   title   what is shown
 *   x       {label, values, log, time,      values rise; time: seconds, of a time line or since 1970
 *            apart}                        name of the last value, to which no line goes; null where all are alike
 *   y, y2   {label, log, bytes}             the left scale, and the right one or null
 *   series  [{label, server, axis: 'y'|'y2', dash, values,   one value for each of x's, null where there is none
 *             low, high                     range of repeats, drawn as whiskers; null = none
 *             notes                         what to know of a point, which is drawn hollow
 *             gaps}]                        why there is no value: a cross on the x axis
 *   bands   [{from, to, label}]             phases of a time line, in x's unit
 * Functions of it alone: its data as uPlot has them, and the ends of its scales.
 */
window.threadwall ??= {};

threadwall.spec = (() => {
    'use strict';

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

    /** From 0, or from a power of ten, to a little above the greatest; more at the right, lest the peaks of both meet. */
    function yRange(spec, scale) {
        const [low, high] = extent(spec, scale);
        return spec[scale].log
            ? [10 ** Math.floor(Math.log10(low)), Math.max(high * 1.4, low * 2)]
            : [Math.min(0, low), high > 0 ? high * (scale === 'y2' ? 1.3 : 1.08) : 1];
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

    return {isDense, axisOf, dataOf, xRange, yRange};
})();
