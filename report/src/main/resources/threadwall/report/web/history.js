/*
 * The last minutes of what was measured: a row a look, of which the charts' series are made. It knows records
 * (record.WatchRecord) and the specs of charts.js, and no page.
 */
(() => {
    'use strict';

    /** What stands in a series where this page has nothing to say. */
    const PLAIN = {low: null, high: null, notes: null, gaps: null};

    const GAP = {groups: new Map(), timeWait: null, memAvailable: null};

    const sum = (a, b) => (a == null ? (b ?? null) : b == null ? a : a + b);

    /**
     * Processes of one name at one port are one line, summed: the shards of a server, and one that was started again.
     * Group by key: {name, role, threads, open (connections ESTABLISHED), cpu (percent of a core), rss (bytes)}.
     */
    function grouped(processes) {
        const groups = new Map();
        for (const {name, role, ports, threads, connections, cpuShare, rssBytes} of processes) {
            const key = ports.length ? `${name} :${ports.join(',')}` : name;
            const group = groups.get(key) ?? {name, role};
            group.threads = sum(group.threads, threads);
            group.open = sum(group.open, connections && (connections.ESTABLISHED ?? 0));
            group.cpu = sum(group.cpu, cpuShare == null ? null : cpuShare * 100);
            group.rss = sum(group.rss, rssBytes);
            groups.set(key, group);
        }
        return groups;
    }

    class History {
        /** In order of time, which is in seconds since 1970: {time, groups, timeWait, memAvailable}. */
        rows = [];

        /** @param seconds how much of it is kept */
        constructor(seconds) {
            this.seconds = seconds;
        }

        add(record) {
            const time = Date.parse(record.at) / 1000;
            // a clock that was set back would else stop the charts: what claims to be later goes
            this.rows = this.rows.filter((row) => row.time < time && row.time >= time - this.seconds);
            this.rows.push({
                time,
                groups: grouped(record.processes),
                timeWait: record.timeWait,
                memAvailable: record.memAvailableBytes,
            });
        }

        /** Nothing is known from here to the next record: lines break, instead of making it up. */
        gap() {
            const last = this.rows.at(-1);
            if (last && last.groups !== GAP.groups) this.rows.push({...GAP, time: last.time + 0.001});
        }

        times() {
            return this.rows.map((row) => row.time);
        }

        /** A series of the machine's own. */
        ofMachine(label, axis, of) {
            return {label, server: label, axis, dash: false, values: this.rows.map((row) => of(row) ?? null), ...PLAIN};
        }

        /** A series for each group that was there at any time in these minutes. */
        ofGroups(role, of) {
            const groups = new Map();
            for (const row of this.rows) {
                for (const [key, group] of row.groups) {
                    if (group.role === role) groups.set(key, group.name);
                }
            }
            const names = [...groups.values()];
            const single = (name) => names.indexOf(name) === names.lastIndexOf(name);
            return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, name]) => ({
                label: single(name) ? name : key,
                server: name,
                axis: 'y',
                dash: role === 'CLIENT',
                values: this.rows.map((row) => (row.groups.has(key) ? (of(row.groups.get(key)) ?? null) : null)),
                ...PLAIN,
            }));
        }
    }

    threadwall.History = History;
})();
