/*
 * The samples of the last minutes: one row per sample, from which the series of the charts are made. It depends on
 * records (record.WatchRecord) and the specs of charts.js, but not on the page.
 */
(() => {
    'use strict';

    /** Fields of a series that this page does not use. */
    const PLAIN = {low: null, high: null, notes: null, gaps: null};

    const GAP = {figures: new Map(), timeWait: null, memAvailable: null};

    /** Sum of the values that are not null; null when all are. */
    const sum = (values) => values.reduce((total, value) => (value == null ? total : (total ?? 0) + value), null);

    /** A reused PID has another start time, so it is another process. */
    const idOf = ({pid, startTicks}) => `${pid} ${startTicks}`;

    class History {
        /** In order of time, in seconds since 1970: {time, figures of each process by id, timeWait, memAvailable}. */
        rows = [];

        /** Each process by id: {name, role, ports}. */
        #processes = new Map();

        /** @param seconds how much of the history is kept */
        constructor(seconds) {
            this.seconds = seconds;
        }

        add(record) {
            const time = Date.parse(record.at) / 1000;
            // after the clock was set back, rows with a later time are dropped; otherwise the charts would stop
            this.rows = this.rows.filter((row) => row.time < time && row.time >= time - this.seconds);
            this.rows.push({
                time,
                figures: new Map(record.processes.map((process) => [idOf(process), {
                    threads: process.threads,
                    open: process.connections && (process.connections.ESTABLISHED ?? 0),
                    cpu: process.cpuShare == null ? null : process.cpuShare * 100,
                    rss: process.rssBytes,
                }])),
                timeWait: record.timeWait,
                memAvailable: record.memAvailableBytes,
            });
            for (const process of record.processes) {
                const known = this.#processes.get(idOf(process));
                // a process listens only some time after its start, and stops before its end
                if (!known || process.ports.length) this.#processes.set(idOf(process), process);
            }
            const seen = new Set(this.rows.flatMap((row) => [...row.figures.keys()]));
            this.#processes.forEach((process, id) => seen.has(id) || this.#processes.delete(id));
        }

        /** Marks a gap up to the next record, in which lines are interrupted rather than interpolated. */
        gap() {
            const last = this.rows.at(-1);
            if (last && last.figures !== GAP.figures) this.rows.push({...GAP, time: last.time + 0.001});
        }

        times() {
            return this.rows.map((row) => row.time);
        }

        /** A series of the whole machine, alone in its chart. */
        ofMachine(label, of) {
            const values = this.rows.map((row) => of(row) ?? null);
            return [{label, server: 'machine', axis: 'y', dash: false, values, ...PLAIN}];
        }

        /**
         * Processes of one name at one port are one line, summed: the shards of a server, and one that was started again.
         *
         * @param of figures of a process, {threads, open (connections ESTABLISHED), cpu (percent of a core), rss (bytes)}
         */
        ofProcesses(role, of) {
            const lines = this.#lines(role);
            const names = [...lines.values()].map(({name}) => name);
            const single = (name) => names.indexOf(name) === names.lastIndexOf(name);
            return [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, {name, ids}]) => ({
                label: single(name) ? name : key,
                server: name,
                axis: 'y',
                dash: role === 'CLIENT',
                values: this.rows.map(({figures}) => sum(ids.map((id) => (figures.has(id) ? of(figures.get(id)) : null)))),
                ...PLAIN,
            }));
        }

        #lines(role) {
            const lines = new Map();
            for (const [id, process] of this.#processes) {
                if (process.role !== role) continue;
                const key = process.ports.length ? `${process.name} :${process.ports.join(',')}` : process.name;
                if (!lines.has(key)) lines.set(key, {name: process.name, ids: []});
                lines.get(key).ids.push(id);
            }
            return lines;
        }
    }

    threadwall.History = History;
})();
