/*
 * The stream of records from the server (server-sent events), and its state. It reconnects by itself after a restart of
 * the server, after a refusal because too many pages were open, and after silence. It disconnects while the page is
 * hidden.
 */
(() => {
    'use strict';

    const HIDDEN_MILLIS = 60_000; // a page that is hidden longer disconnects, so that nothing is measured for it
    const SILENT_MILLIS = 20_000; // longer than any pause between two samples: the stream is broken
    const AGAIN_MILLIS = 5_000; // until the next attempt, after the browser has given up
    const TICK_MILLIS = 1_000;

    class Stream {
        /** connecting, live, reconnecting, refused (the server is full), trouble (sampling fails), paused (hidden). */
        state = 'connecting';
        why = '';
        #source = null; // null while disconnected
        #heard = 0; // when the last event arrived
        #hiding = 0;

        /** @param on {record(object), broken(), state(), tick(), seen()}: callbacks of the page */
        constructor(on) {
            this.on = on;
            document.addEventListener('visibilitychange', () => this.#visibility());
            setInterval(() => this.#tick(), TICK_MILLIS);
        }

        open() {
            this.#source?.close();
            const source = new EventSource('events');
            this.#source = source;
            this.#heard = performance.now();
            source.onmessage = ({data}) => {
                this.#heard = performance.now();
                this.on.record(JSON.parse(data));
                this.#become('live');
            };
            source.addEventListener('trouble', ({data}) => {
                this.#heard = performance.now();
                this.#broken('trouble', data);
            });
            source.onerror = () => {
                this.on.broken();
                if (source.readyState === EventSource.CLOSED) this.#askWhy(source);
                else this.#become('reconnecting');
            };
        }

        /** The browser reconnects unless the response was not a stream; it does not reveal the status of that response. */
        async #askWhy(source) {
            const answer = await fetch('events', {method: 'HEAD'}).catch(() => null); // null: no server answers
            if (source !== this.#source) return;
            if (answer?.status === 503) this.#become('refused', 'too many pages are open; close one');
            else this.#become('reconnecting');
        }

        #visibility() {
            clearTimeout(this.#hiding);
            if (document.hidden) {
                this.#hiding = setTimeout(() => this.#rest(), HIDDEN_MILLIS);
                return;
            }
            if (!this.#source) {
                this.#become('connecting');
                this.open();
            }
            this.on.seen();
        }

        #rest() {
            this.#source?.close();
            this.#source = null;
            this.#broken('paused', 'this page was hidden');
        }

        /** A stream can break without an error: after the machine has slept, or when a tunnel hangs. */
        #tick() {
            if (this.#source && !document.hidden) {
                const closed = this.#source.readyState === EventSource.CLOSED;
                if (performance.now() - this.#heard > (closed ? AGAIN_MILLIS : SILENT_MILLIS)) {
                    if (this.state !== 'refused') this.#broken('reconnecting');
                    this.open();
                }
            }
            this.on.tick();
        }

        #broken(state, why) {
            this.on.broken();
            this.#become(state, why);
        }

        #become(state, why = '') {
            this.state = state;
            this.why = why;
            this.on.state();
        }
    }

    threadwall.Stream = Stream;
})();
