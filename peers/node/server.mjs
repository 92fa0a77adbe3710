// A peer to compare with: node:http, one thread of JavaScript. docs/reference/servers.md has the routes, the options and the lines on stdout.
//
// With --workers above 1 node:cluster has so many processes behind one listener; this one then only deals connections out.
// With --postgres, express and pg answer what comes from the database; peers/build.sh node gets them.
// Exit codes: 0 stopped by SIGTERM or SIGINT, 1 failed, 2 usage, 4 the environment does not allow it.
import cluster from 'node:cluster';
import { isIPv6 } from 'node:net';
import { counters, noRoute } from './answers.mjs';
import { ENVIRONMENT, NAME, Refused, fail, options } from './options.mjs';
import { close, listen } from './routes.mjs';

const GRACE_MILLIS = 3000; // for requests in flight

const PID = cluster.isPrimary ? process.pid : process.ppid; // of the server, whichever of its processes this is

const say = (word, value) => console.log(`${word} ${JSON.stringify(value)}`);

function identity({ host, workers, store }, port) {
    const url = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
    return { server: NAME, model: 'event loop', pid: PID, url, store, workers };
}

// Why it cannot start, and the next step.
function refusal({ host, port }, { code, message }) {
    if (code === 'EADDRINUSE') {
        const next = `choose another with --port, or end what listens there (ss -ltnp 'sport = :${port}')`;
        return `port ${port} on ${host} is in use; ${next}`;
    }
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
        return `no address is known for the name '${host}'; give --host an address of this machine`;
    }
    return `cannot listen on port ${port} of ${host}: ${message}; choose another with --host or --port`;
}

// What answers beside the routes without data. So many connections to the database are this process's.
async function others({ postgres }, connections) {
    if (postgres === null) {
        return noRoute;
    }
    const store = await Promise.all([import('./postgres.mjs'), import('./data.mjs')]).catch((problem) => {
        throw problem.code === 'ERR_MODULE_NOT_FOUND' ? new Refused(`${problem.message}; run peers/build.sh node`) : problem;
    });
    const [{ openPool }, { dataRoutes }] = store;
    return dataRoutes(await openPool(postgres, connections, `threadwall-server-${PID}`));
}

// Listens, its store open.
async function start(asked, connections) {
    const rest = await others(asked, connections);
    return listen(asked, (port) => identity(asked, port), rest).catch((problem) => {
        throw new Refused(refusal(asked, problem));
    });
}

function refused(problem) {
    if (problem instanceof Refused) {
        fail(ENVIRONMENT, problem.message);
    }
    throw problem;
}

const onSignal = (stop) => ['SIGTERM', 'SIGINT'].forEach((signal) => process.once(signal, stop));

// All in this process.
async function alone(asked) {
    const server = await start(asked, asked.connections).catch(refused);
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
    cluster.on('exit', (worker) => {
        if (told.length === 0) {
            fail(1, `worker ${worker.process.pid} ended`);
        }
    });
    const workers = Array.from({ length: asked.workers }, () => cluster.fork());
    const started = await Promise.all(workers.map((worker) => nextMessage(worker)));
    const failed = started.find(({ reason }) => reason);
    if (failed) {
        fail(ENVIRONMENT, failed.reason);
    }
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
    say('READY', identity(asked, started[0].port));
}

const nextMessage = (worker) => new Promise((resolve) => worker.once('message', resolve));

// The first of the workers, whose ids begin with 1, have a connection more where they do not come out even.
function share({ connections, workers }, id) {
    return Math.floor(connections / workers) + (id <= connections % workers ? 1 : 0);
}

async function worker(asked) {
    onSignal(() => {}); // of a terminal, which reaches all processes: the primary decides
    try {
        const server = await start(asked, share(asked, cluster.worker.id));
        process.once('message', async () => {
            await close(server, GRACE_MILLIS);
            process.send(counters);
        });
        process.send({ port: server.address().port });
    } catch (problem) {
        if (!(problem instanceof Refused)) {
            throw problem;
        }
        process.send({ reason: problem.message });
    }
}

const asked = options();
await (cluster.isWorker ? worker(asked) : asked.workers > 1 ? primary(asked) : alone(asked));
