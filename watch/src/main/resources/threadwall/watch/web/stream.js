/*
 * The stream of records from the server (server-sent events), and an honest word for how it stands. It comes back by
 * itself: from a server that was stopped and started again, from a full one, from silence. It rests while nobody sees
 * the page.
 */
(() => {
    'use strict';

    const HIDDEN_MILLIS = 60_000; // hidden for longer, the page reads no more: nothing is to be measured for nobody
    const SILENT_MILLIS = 20_000; // longer than the server ever rests between two looks: the stream is dead
    const AGAIN_MILLIS = 5_000; // until the next try, when the browser has given up
    const TICK_MILLIS = 1_000;

    class Stream {
        /** connecting, live, reconnecting, refused (the server is full), trouble (it cannot look), paused (hidden). */
        state = 'connecting';
        why = '';
        #source = null; // none while it rests
        #heard = 0; // when the server was last heard of
        #hiding = 0;

        /** @param on {record(object), broken(), state(), tick(), seen()}: what the page does */
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

        /** The browser goes on trying, unless it was answered otherwise than with a stream: it does not say how. */
        async #askWhy(source) {
            const answer = await fetch('events', {method: 'HEAD'}).catch(() => null); // null: nobody is there
            if (source !== this.#source) return;
            if (answer?.status === 503) this.#become('refused', 'as many pages are open as the server has room for');
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

        /** A stream can be dead without an error: a machine that slept, a tunnel that hangs. */
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
