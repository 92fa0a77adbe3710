// Passes one message around a ring of N async functions, and counts how often it is received in SECONDS after a second of
// warm-up; prints one line of JSON.
//
// USAGE: node ring.mjs N SECONDS WORKERS    (JavaScript has one thread, whatever WORKERS is)
const MOST = 2_000_000_000;
const WARM_UP_MILLIS = 1000;
const LOOK = 1000; // receipts between two looks at the clock

// A place for one message, which its receiver awaits: JavaScript has no channels within a thread.
class Channel {
    #message = null;
    #receiver = null;

    send(message) {
        if (this.#receiver === null) {
            this.#message = message;
        } else {
            const receiver = this.#receiver;
            this.#receiver = null;
            receiver(message);
        }
    }

    // Not async: a promise that an async function returns takes more turns.
    receive() {
        if (this.#message === null) {
            return new Promise((resolve) => {
                this.#receiver = resolve;
            });
        }
        const message = this.#message;
        this.#message = null;
        return message;
    }
}

function fail(what) {
    console.error(`ring.mjs: ${what}`);
    process.exit(2);
}

function whole(name, text, least) {
    const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : -1;
    if (value < least || value > MOST) {
        fail(`${name} is '${text}', must be a whole number from ${least} to ${MOST}`);
    }
    return value;
}

// One of the ring: receives, and sends on, until the message was counted for so long. The value stays below 2^32, so that
// its product is exact.
async function member(index, channel, next, countedMillis, last) {
    for (;;) {
        const message = await channel.receive();
        message.value = (message.value * 31 + index) % 4294967296;
        message.received++;
        if (message.received % LOOK === 0 && isOver(message, countedMillis)) {
            last(message);
            return;
        }
        next.send(message);
    }
}

function isOver(message, countedMillis) {
    const now = performance.now();
    if (message.from === 0) {
        if (now - message.sent >= WARM_UP_MILLIS) {
            message.from = message.received;
            message.start = now;
            message.cpu = cpuMillis();
        }
        return false;
    }
    message.totalMillis = now - message.start;
    return message.totalMillis >= countedMillis;
}

function cpuMillis() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
}

const given = process.argv.slice(2);
if (given.length !== 3) {
    fail(`arguments are '${given.join(' ')}', must be three: N SECONDS WORKERS`);
}
const n = whole('N', given[0], 2);
const countedMillis = 1000 * whole('SECONDS', given[1], 1);
whole('WORKERS', given[2], 1);

const start = performance.now();
const channels = Array.from({ length: n }, () => new Channel());
const last = new Promise((resolve) => {
    channels.forEach((channel, i) => member(i, channel, channels[(i + 1) % n], countedMillis, resolve));
});
const sent = performance.now();
channels[0].send({ received: 0, value: 0, sent, from: 0, start: 0, cpu: 0, totalMillis: 0 });
const message = await last;
console.log(
    JSON.stringify({
        tasks: n,
        messages: message.received - message.from,
        received: message.received,
        startMillis: sent - start,
        totalMillis: message.totalMillis,
        cpuMillis: cpuMillis() - message.cpu,
        checksum: String(message.value),
    }),
);
