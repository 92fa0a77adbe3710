/*
 * The live page: moving charts, and a table of the running processes. All data from processes are untrusted, above all
 * their names: they become text (textContent), never markup.
 */
(() => {
    'use strict';
    const {html} = threadwall.legend; // strings among its children become text

    const WINDOW_SECONDS = 600; // the time span of the charts
    const OLD_SECONDS = 3; // the age of an older sample is shown

    const SAID = {
        connecting: 'connecting…',
        live: 'live',
        reconnecting: 'reconnecting…',
        refused: 'refused',
        trouble: 'cannot sample the machine',
        paused: 'paused',
    };

    const history = new threadwall.History(WINDOW_SECONDS);
    const charts = {};
    let record = null; // the newest
    let cameAt = 0; // by the browser's clock
    let frame = 0;
    let draws = 0;

    const stream = new threadwall.Stream({
        record(next) {
            record = next;
            cameAt = performance.now();
            history.add(next);
            drawSoon();
        },
        broken: () => history.gap(),
        state: () => showState(),
        tick: () => showState(),
        seen: () => drawSoon(),
    });

    const byId = (id) => document.getElementById(id);

    /** Sets a text only if it has changed: otherwise a screen reader would read it out each second. */
    function setText(id, text) {
        if (byId(id).textContent !== text) byId(id).textContent = text;
    }

    function showState() {
        const seconds = Math.round((performance.now() - cameAt) / 1000);
        const told = record && (stream.state !== 'live' || seconds >= OLD_SECONDS);
        document.body.dataset.state = stream.state;
        setText('state', SAID[stream.state]);
        setText('detail', [stream.why, told ? `last sample ${seconds} s ago` : ''].filter(Boolean).join('; '));
    }

    /** After the page was hidden, several records can arrive at once: they are drawn once. A hidden page gets no frames. */
    function drawSoon() {
        frame ||= requestAnimationFrame(() => {
            frame = 0;
            if (record && !document.hidden) draw();
        });
    }

    function draw() {
        draws++;
        for (const [id, spec] of Object.entries(specs())) {
            charts[id] = charts[id] ? threadwall.update(charts[id], spec) : threadwall.draw(byId(id), spec);
        }
        setText('summary', summary());
        byId('figures').replaceChildren(...figures());
        byId('processes').replaceChildren(...record.processes.map(row));
        const age = Math.max(0, ...record.processes.map((process) => process.connectionsAgeSeconds ?? 0));
        setText('age', age < OLD_SECONDS ? '' : `Counted ${Math.round(age)} s ago: many sockets are counted less often.`);
    }

    // ---- charts ----

    function specs() {
        const servers = (of) => history.ofProcesses('SERVER', of);
        const all = (of) => [...servers(of), ...history.ofProcesses('CLIENT', of)];
        return {
            threads: spec({label: 'threads'}, servers((process) => process.threads)),
            connections: spec({label: 'ESTABLISHED'}, servers((process) => process.open)),
            cpu: spec({label: '% of a core'}, all((process) => process.cpu)),
            memory: spec({label: 'RSS', bytes: true}, all((process) => process.rss)),
            timeWait: spec({label: 'sockets'}, history.ofMachine('TIME_WAIT', (row) => row.timeWait)),
            memAvailable: spec(
                {label: 'MemAvailable', bytes: true},
                history.ofMachine('MemAvailable', (row) => row.memAvailable)),
        };
    }

    function spec(y, series) {
        const x = {label: '', values: history.times(), log: false, time: true};
        return {title: y.label, x, y: {log: false, bytes: false, ...y}, y2: null, series, bands: []};
    }

    // ---- text ----

    const format = new Intl.NumberFormat('en-US', {maximumFractionDigits: 0});
    const count = (value) => (value == null ? '' : format.format(value));
    const bytes = (value) => (value == null ? '' : threadwall.numbers.text(value, true));
    const percent = (value) => (value == null ? '' : `${(value * 100).toFixed(1)} %`);
    const counted = (value, what) => `${count(value)} ${what}${value === 1 ? '' : 's'}`;

    function summary() {
        const servers = record.processes.filter((process) => process.role === 'SERVER');
        const clients = record.processes.length - servers.length;
        if (!record.processes.length) return 'Nothing to watch yet: start a sweep, or ./threadwall serve kilim';
        const total = (of) => servers.reduce((sum, process) => sum + of(process), 0);
        const threads = counted(total((server) => server.threads), 'thread');
        const open = counted(total((server) => server.connections?.ESTABLISHED ?? 0), 'connection');
        return `${counted(servers.length, 'server')} with ${threads} and ${open}, ${counted(clients, 'client')}`;
    }

    function row({name, pid, ports, threads, cpuShare, rssBytes, pageTableBytes, connections}) {
        const states = Object.entries(connections ?? {}).map(([state, open]) => `${state} ${count(open)}`);
        return html('tr', '',
            html('th', '', name),
            html('td', 'number', String(pid)),
            html('td', '', ports.join(', ')),
            html('td', 'number', count(threads)),
            html('td', 'number', percent(cpuShare)),
            html('td', 'number', bytes(rssBytes)),
            html('td', 'number', bytes(pageTableBytes)),
            html('td', '', states.join(', ')));
    }

    function figures() {
        return [
            ['TIME_WAIT', count(record.timeWait)],
            ['MemAvailable', bytes(record.memAvailableBytes)],
            ['socket memory', bytes(record.socketMemoryBytes)],
            ['kernel stacks', bytes(record.kernelStackBytes)],
        ].map(([name, value]) => html('div', '', html('dt', '', name), html('dd', '', value)));
    }

    /** For tests and for the browser's console. */
    threadwall.live = {
        history,
        stream,
        get record() { return record; },
        get draws() { return draws; },
    };

    stream.open();
})();
