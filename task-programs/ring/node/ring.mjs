// Passes one message around a ring of N async functions, MESSAGES times to the next; prints one line of JSON.
//
// USAGE: node ring.mjs N MESSAGES WORKERS    (JavaScript has one thread, whatever WORKERS is)
const MOST = 2_000_000_000;

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

    async receive() {
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

// One of the ring: receives, and sends on. The value stays below 2^32, so that its product is exact.
async function member(index, channel, next, last) {
    for (;;) {
        const message = await channel.receive();
        message.value = (message.value * 31 + index) % 4294967296;
        if (--message.left === 0) {
            last(message.value);
            return;
        }
        next.send(message);
    }
}

const given = process.argv.slice(2);
if (given.length !== 3) {
    fail(`arguments are '${given.join(' ')}', must be three: N MESSAGES WORKERS`);
}
const n = whole('N', given[0], 2);
const messages = whole('MESSAGES', given[1], 1);
whole('WORKERS', given[2], 1);

const start = performance.now();
const channels = Array.from({ length: n }, () => new Channel());
const checksum = new Promise((last) => {
    channels.forEach((channel, i) => member(i, channel, channels[(i + 1) % n], last));
});
const sent = performance.now();
channels[0].send({ left: messages, value: 0 });
const value = await checksum;
console.log(
    JSON.stringify({
        tasks: n,
        messages,
        startMillis: sent - start,
        totalMillis: performance.now() - sent,
        checksum: String(value),
    }),
);
