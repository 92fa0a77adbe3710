/* A spec's scales and axes as uPlot's options. */
window.threadwall ??= {};

threadwall.options = (() => {
    'use strict';
    const {tickTexts, xText, isApart, sinceEpoch} = threadwall.numbers;
    const {colour, font} = threadwall.style;
    const {isDense, axisOf, xRange, yRange} = threadwall.spec;
    const {drawBands, drawPoints, drawGaps} = threadwall.marks;

    /** 1, 10, 100 …, with 2 and 5 between where these are few. */
    function logSplits(min, max) {
        const decades = Math.log10(max / min);
        const splits = [];
        for (let power = 10 ** Math.floor(Math.log10(min)); power <= max; power *= 10) {
            splits.push(...(decades < 4 ? [1, 2, 5] : [1]).map((digit) => digit * power));
        }
        return splits.filter((split) => split >= min * 0.999 && split <= max);
    }

    const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];

    const axisLook = () => ({
        font: font(12),
        labelFont: font(12),
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
            ...(spec.x.label ? {label: spec.x.label, labelSize: 22} : {}),
            size: 30,
            ...(spec.x.time ? {incrs: SECONDS} : {}),
            ...(dense ? {} : {splits: () => spec.x.values}), // ticks where something was measured
            values: (chart, splits) => withoutOverlap(chart, splits, spec.x.time && sinceEpoch(splits[0] ?? 0)
                ? splits.map((value) => xText(spec.x, value))
                : tickTexts(splits, {}).map((text, i) => (isApart(spec.x, splits[i]) ? spec.x.apart : text))),
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

    /** Where a line is not drawn: at missing values, and from its last value to one that stands apart. */
    function gapsOf(spec) {
        return (chart, series, first, last, gaps) => {
            if (!isApart(spec.x, chart.data[0][last])) return gaps;
            let before = last - 1;
            while (before > first && chart.data[series][before] == null) before--;
            const pixels = [before, last].map((i) => Math.round(chart.valToPos(chart.data[0][i], 'x', true)));
            return [...gaps.filter(([from]) => from < pixels[0]), pixels];
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
                    gaps: gapsOf(spec),
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

    return {optionsOf};
})();
