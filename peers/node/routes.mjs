import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const BACKLOG = 65_535; // the kernel caps it at net.core.somaxconn
const IDLE_MILLIS = 60_000; // as Tomcat's: Node's own 5 s would end connections under a load that is slow
const LONGEST_SLEEP = 3_600_000; // ms
const LONGEST_QUOTE = 80; // characters of what a client sent that its refusal repeats
const ALLOWED = 'GET, HEAD';

// Of the measured routes. Plain variables: all of them run in the one thread of JavaScript.
export const counters = { requests: 0, handlerPeak: 0 };
let inHandler = 0;

function enter() {
    counters.requests++;
    counters.handlerPeak = Math.max(counters.handlerPeak, ++inHandler);
}

function reply(response, status, value) {
    const body = JSON.stringify(value);
    response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    response.end(body);
}

const shortened = (sent) => ([...sent].length > LONGEST_QUOTE ? `${[...sent].slice(0, LONGEST_QUOTE).join('')}…` : sent);

function json(response) {
    enter();
    reply(response, 200, { message: 'Hello, World!' });
    inHandler--;
}

function json2(response, query) {
    const time = new URLSearchParams(query).get('time') ?? '0';
    const millis = /^[0-9]{1,7}$/.test(time) ? Number(time) : Infinity;
    if (millis > LONGEST_SLEEP) {
        const range = `time must be a whole number of milliseconds from 0 to ${LONGEST_SLEEP}`;
        reply(response, 400, { error: `${range}, not '${shortened(time)}'` });
        return;
    }
    enter();
    setTimeout(() => {
        reply(response, 200, { message: `Hello, World! ${millis}` });
        inHandler--;
    }, millis);
}

// Those in force, by their rows in /proc; null = unlimited, or not to be read here.
function limits() {
    const number = (text) => (/^[0-9]+$/.test(text) ? Number(text) : null);
    const rows = readFileSync('/proc/self/limits', 'utf8');
    const row = (name) => rows.match(`${name} +(\\w+) +(\\w+)`).slice(1).map(number);
    const [nofileSoft, nofileHard] = row('Max open files');
    const [nprocSoft, nprocHard] = row('Max processes');
    const somaxconn = number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8').trim());
    return { nofileSoft, nofileHard, nprocSoft, nprocHard, somaxconn };
}

function answer(request, response, identity) {
    const [path, query] = request.url.split('?', 2);
    if (!['/json', '/json2', '/health'].includes(path)) {
        reply(response, 404, { error: `no such route: ${shortened(path)}` });
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.setHeader('Allow', ALLOWED);
        reply(response, 405, { error: `${shortened(request.method)} is not allowed on ${path}; allowed: ${ALLOWED}` });
    } else if (path === '/json') {
        json(response);
    } else if (path === '/json2') {
        json2(response, query);
    } else {
        reply(response, 200, { ...identity, limits: limits() });
    }
}

// A server that listens; identityAt gives what /health says at the port that the kernel gave.
export function listen({ host, port }, identityAt) {
    return new Promise((resolve, reject) => {
        let identity;
        const server = createServer({ keepAliveTimeout: IDLE_MILLIS, noDelay: true }, (request, response) => {
            if (!server.listening) {
                response.setHeader('Connection', 'close');
            }
            answer(request, response, identity);
        });
        server.once('error', reject);
        server.listen({ host, port, backlog: BACKLOG }, () => {
            identity = identityAt(server.address().port);
            resolve(server);
        });
    });
}

// Takes no new connections, and waits for the requests in flight, so long at most.
export async function close(server, graceMillis) {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    const inFlight = setInterval(() => server.closeIdleConnections(), 20); // those that were answered meanwhile
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, graceMillis))]);
    clearInterval(inFlight);
}
