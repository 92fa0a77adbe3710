/*
 * The HTML around a canvas: what its lines and marks mean, and the values at one x. All text comes by append(), so that
 * markup in a record stays text.
 */
window.threadwall ??= {};

threadwall.legend = (() => {
    'use strict';
    const {SHAPES, CROSS} = threadwall.style;
    const {text, xText} = threadwall.numbers;
    const {isDense, axisOf} = threadwall.spec;

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

    /** Whether a time line's values are events, each with a note, and no line: pauses, say. */
    const isOfEvents = ({values, notes}) => values.every((value, i) => value == null || notes?.[i]);

    /** What lines, hollow points and crosses mean. */
    function legendOf(spec, styles) {
        const item = (picture, words) => html('li', '', picture, words);
        const items = spec.series.map((series, s) => item(
            key(styles[s], !isDense(spec) ? {} : isOfEvents(series) ? {line: false} : {shape: null}),
            series.label + (series.axis === 'y2' && spec.y2 ? ' (right scale)' : '')));
        const notes = [...new Set(spec.series.filter((series) => !isOfEvents(series))
            .flatMap((series) => series.notes ?? []).filter(Boolean))];
        if (notes.length) {
            items.push(item(key(null, {line: false, shape: SHAPES[0], hollow: true}), few(notes)));
        }
        const at = (series, i) => `${series.server || series.label} at ${xText(spec.x, spec.x.values[i])}`;
        const gaps = new Set(spec.series.flatMap(
            (series) => (series.gaps ?? []).flatMap((gap, i) => (gap ? [`${at(series, i)}: ${gap}`] : []))));
        if (gaps.size) items.push(item(key(null, {line: false, shape: CROSS}), few([...gaps])));
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

    return {html, legendOf, tipOf};
})();
