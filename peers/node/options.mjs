import { parseArgs } from 'node:util';

export const NAME = 'node';
export const ENVIRONMENT = 4;
const USAGE = 2;
const STORE = 'postgres';

const HELP = `Usage: [--host ADDRESS] [--port N] [--workers N] [--store ${STORE} --postgres URL] [--db-connections N]
A peer to compare with: node:http. Its workers are processes (default: 1), which share the connections to the database
(default: 10). Without --postgres jdbc:postgresql://HOST:PORT/NAME?user=NAME&password=SECRET it has no store, and no
/fortunes, /db2 or /users; with it, express and pg answer these.`;

// The environment does not allow a start: the message says why, and the next step.
export class Refused extends Error {}

export function fail(code, what) {
    console.error(`${NAME}: ${what}`);
    process.exit(code);
}

function whole(name, text, least, most) {
    const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : -1;
    if (value < least || value > most) {
        fail(USAGE, `--${name} must be from ${least} to ${most}, not '${text}' (see --help)`);
    }
    return value;
}

// The database's URL, null where there is to be no store.
function database({ store, postgres }) {
    if (store !== undefined && store !== STORE) {
        const reason = 'the peer in JavaScript has only a driver for PostgreSQL';
        fail(USAGE, `--store ${store} is not available here: ${reason}; use --store ${STORE}`);
    }
    if (store === STORE) {
        postgres ??= process.env.THREADWALL_POSTGRES;
    }
    if (store === STORE && postgres === undefined) {
        const next = "'./threadwall sweep' and './threadwall serve' start a database for you";
        fail(USAGE, `--store ${STORE} needs --postgres jdbc:postgresql://HOST:PORT/NAME?user=NAME; ${next}`);
    }
    if (postgres !== undefined && !postgres.startsWith('jdbc:postgresql://')) {
        fail(USAGE, '--postgres must be a URL like jdbc:postgresql://127.0.0.1:5432/postgres?user=postgres');
    }
    return postgres ?? null;
}

// What the command line asks for; --help is answered, with exit 0, and anything else is one line and exit 2.
export function options() {
    let values;
    try {
        ({ values } = parseArgs({
            options: {
                host: { type: 'string', default: '127.0.0.1' },
                port: { type: 'string', default: '8080' },
                workers: { type: 'string', default: '1' },
                store: { type: 'string' },
                postgres: { type: 'string' },
                'db-connections': { type: 'string', default: '10' },
                help: { type: 'boolean' },
            },
        }));
    } catch (error) {
        return fail(USAGE, `${error.message.split(/[\n.]/)[0]} (see --help)`);
    }
    if (values.help) {
        console.log(HELP);
        process.exit(0);
    }
    const postgres = database(values);
    const workers = whole('workers', values.workers, 1, 1024);
    return {
        host: values.host,
        port: whole('port', values.port, 0, 65_535),
        workers,
        postgres,
        store: postgres === null ? null : STORE,
        // each process has one at least
        connections: whole('db-connections', values['db-connections'], postgres === null ? 1 : workers, 10_000),
    };
}
