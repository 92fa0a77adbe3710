// Starts N async functions, each of which sleeps MILLIS once, and waits for all; prints one line of JSON.
//
// USAGE: node sleep.mjs N MILLIS
import { promisify } from 'node:util';

const MOST = 2_000_000_000;
const sleep = promisify(setTimeout);

// Plain variables: all of them run in the one thread of JavaScript.
let alive = 0;
let mostAlive = 0;
let latestMillis = 0;

function fail(what) {
    console.error(`sleep.mjs: ${what}`);
    process.exit(2);
}

function whole(name, text, least) {
    const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : -1;
    if (value < least || value > MOST) {
        fail(`${name} is '${text}', must be a whole number from ${least} to ${MOST}`);
    }
    return value;
}

// Runs up to its await when it is called, thus inside the loop that starts them.
async function sleeper(millis) {
    mostAlive = Math.max(mostAlive, ++alive);
    const began = performance.now();
    await sleep(millis);
    latestMillis = Math.max(latestMillis, performance.now() - began - millis);
    alive--;
}

const given = process.argv.slice(2);
if (given.length !== 2) {
    fail(`arguments are '${given.join(' ')}', must be two: N MILLIS`);
}
const n = whole('N', given[0], 1);
const millis = whole('MILLIS', given[1], 0);

const began = performance.now();
const tasks = [];
for (let i = 0; i < n; i++) {
    tasks.push(sleeper(millis));
}
const startMillis = performance.now() - began;
await Promise.all(tasks);
console.log(
    JSON.stringify({ tasks: n, started: tasks.length, mostAlive, startMillis, latestWakeUpMillis: latestMillis }),
);
