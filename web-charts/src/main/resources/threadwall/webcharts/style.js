/* Colours, shapes and dashes of a chart's lines: a server has the same ones in every chart. */
window.threadwall ??= {};

threadwall.style = (() => {
    'use strict';

    const slots = new Map(
        ['kilim', 'spring-blocking', 'spring-deferred', 'spring-virtual', 'virtual-threads', 'c-epoll'].map(
            (server, slot) => [server, slot]));

    /** Lines of a time line beside the server's: from the end of the palette, where servers seldom come, and dashed. */
    const OTHERS = new Map([
        ['connections', {slot: 5, dash: 2}],
        ['client', {slot: 6, dash: 3}],
        ['memory', {slot: 7, dash: 1}],
    ]);

    /** Servers that are not known by name take what is left, in the order in which they come. */
    function slotOf(server) {
        if (!OTHERS.has(server) && !slots.has(server)) slots.set(server, slots.size);
        return OTHERS.get(server)?.slot ?? slots.get(server);
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
            const wish = OTHERS.get(series.server)?.dash ?? (series.dash ? 1 : 0);
            const free = DASHES.map((_, i) => (wish + i) % DASHES.length).find((dash) => !taken.has(`${slot} ${dash}`));
            const dash = free ?? wish;
            taken.add(`${slot} ${dash}`);
            return {
                colour: `--series-${(slot % COLOURS) + 1}`,
                // the ninth has the first's colour, but the second's shape
                shape: SHAPES[(slot + Math.floor(slot / COLOURS)) % SHAPES.length],
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

    /** After which colours are read again: another theme has others. */
    function forgetTheme() {
        theme.clear();
    }

    const FONTS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
    const font = (pixels) => `${pixels}px ${FONTS}`;

    return {SHAPES, CROSS, stylesOf, colour, forgetTheme, font};
})();
