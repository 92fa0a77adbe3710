import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { enter, leave, notAllowed, parameter, pathOf, refuse, reply, shortened } from './answers.mjs';

const BACKLOG = 65_535; // the kernel caps it at net.core.somaxconn
const IDLE_MILLIS = 60_000; // as Tomcat's: Node's own 5 s would end connections under a load that is slow
const LONGEST_SLEEP = 3_600_000; // ms
const ALLOWED = 'GET, HEAD';

const routes = { '/json': json, '/json2': json2, '/health': health };

function json(request, response) {
    enter();
    reply(response, 200, { message: 'Hello, World!' });
    leave();
}

function json2(request, response) {
    const time = parameter(request.url.split('?', 2)[1], 'time') ?? '0';
    const millis = /^[0-9]{1,7}$/.test(time) ? Number(time) : Infinity;
    if (millis > LONGEST_SLEEP) {
        const range = `time must be a whole number of milliseconds from 0 to ${LONGEST_SLEEP}`;
        refuse(response, 400, `${range}, not '${shortened(time)}'`);
        return;
    }
    enter();
    setTimeout(() => {
        reply(response, 200, { message: `Hello, World! ${millis}` });
        leave();
    }, millis);
}

function health(request, response, identity) {
    reply(response, 200, { ...identity, limits: limits() });
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

function answer(request, response, identity, others) {
    const path = pathOf(request);
    if (!Object.hasOwn(routes, path)) {
        others(request, response);
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
        notAllowed(request, response, ALLOWED);
    } else {
        routes[path](request, response, identity);
    }
}

// A server that listens; identityAt gives what /health says at the port that the kernel gave, others answers other paths.
export function listen({ host, port }, identityAt, others) {
    return new Promise((resolve, reject) => {
        let identity;
        const server = createServer({ keepAliveTimeout: IDLE_MILLIS, noDelay: true }, (request, response) => {
            if (!server.listening) {
                response.setHeader('Connection', 'close');
            }
            answer(request, response, identity, others);
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
