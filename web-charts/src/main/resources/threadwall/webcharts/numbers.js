/* Numbers as text, alike whatever language the browser speaks. */
window.threadwall ??= {};

threadwall.numbers = (() => {
    'use strict';

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

    /** The last value may be of no kind with the others: it has a name instead. */
    const isApart = (x, value) => Boolean(x.apart) && value === x.values.at(-1);

    function xText(x, value) {
        if (isApart(x, value)) return x.apart;
        return x.time && sinceEpoch(value)
            ? new Date(value * 1000).toLocaleTimeString('en-GB')
            : `${text(value)} ${x.label}`;
    }

    return {text, xText, isApart, sinceEpoch, tickTexts};
})();
