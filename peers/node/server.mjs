// A peer to compare with: node:http, one thread of JavaScript. docs/servers.md has the routes, the options and the lines on stdout.
//
// With --workers above 1 node:cluster has so many processes behind one listener; this one then only deals connections out.
// Exit codes: 0 stopped by SIGTERM or SIGINT, 1 failed, 2 usage, 4 the environment does not allow it.
import cluster from 'node:cluster';
import { isIPv6 } from 'node:net';
import { NAME, fail, options } from './options.mjs';
import { close, counters, listen } from './routes.mjs';

const GRACE_MILLIS = 3000; // for requests in flight
const ENVIRONMENT = 4;

const say = (word, value) => console.log(`${word} ${JSON.stringify(value)}`);

function identity({ host, workers }, port) {
    const url = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
    return { server: NAME, model: 'event loop', pid: cluster.isPrimary ? process.pid : process.ppid, url, store: null, workers };
}

function refuse({ host, port }, { code, message }) {
    if (code === 'EADDRINUSE') {
        const next = `choose another with --port, or end what listens there (ss -ltnp 'sport = :${port}')`;
        fail(ENVIRONMENT, `port ${port} on ${host} is in use; ${next}`);
    }
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
        fail(ENVIRONMENT, `no address is known for the name '${host}'; give --host an address of this machine`);
    }
    fail(ENVIRONMENT, `cannot listen on port ${port} of ${host}: ${message}; choose another with --host or --port`);
}

const onSignal = (stop) => ['SIGTERM', 'SIGINT'].forEach((signal) => process.once(signal, stop));

// All in this process.
async function alone(asked) {
    const server = await listen(asked, (port) => identity(asked, port)).catch((error) => refuse(asked, error));
    onSignal(async () => {
        await close(server, GRACE_MILLIS);
        say('STOPPED', { server: NAME, pid: process.pid, ...counters });
        process.exit(0);
    });
    say('READY', identity(asked, server.address().port));
}

// Starts the workers, tells them to stop, and adds up what they counted: their peaks need not have been at one time.
async function primary(asked) {
    const told = [];
    const workers = Array.from({ length: asked.workers }, () => cluster.fork());
    const ports = await Promise.all(workers.map((worker) => nextMessage(worker)));
    const failed = ports.find(({ error }) => error);
    if (failed) {
        refuse(asked, failed.error);
    }
    cluster.on('exit', (worker) => {
        if (told.length === 0) {
            fail(1, `worker ${worker.process.pid} ended`);
        }
    });
    onSignal(async () => {
        told.push(...workers.map((worker) => nextMessage(worker)));
        workers.forEach((worker) => worker.send('stop'));
        const sum = { requests: 0, handlerPeak: 0 };
        for (const counted of await Promise.all(told)) {
            sum.requests += counted.requests;
            sum.handlerPeak += counted.handlerPeak;
        }
        say('STOPPED', { server: NAME, pid: process.pid, ...sum });
        process.exit(0);
    });
    say('READY', identity(asked, ports[0].port));
}

const nextMessage = (worker) => new Promise((resolve) => worker.once('message', resolve));

async function worker(asked) {
    onSignal(() => {}); // of a terminal, which reaches all processes: the primary decides
    try {
        const server = await listen(asked, (port) => identity(asked, port));
        process.once('message', async () => {
            await close(server, GRACE_MILLIS);
            process.send(counters);
        });
        process.send({ port: server.address().port });
    } catch ({ code, message }) {
        process.send({ error: { code, message } });
    }
}

const asked = options();
await (cluster.isWorker ? worker(asked) : asked.workers > 1 ? primary(asked) : alone(asked));
