// The connections of this process to PostgreSQL: a fixed number, all there before the first request.
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import pg from 'pg';
import { Refused } from './options.mjs';

const START_MILLIS = 5_000; // a database that does not answer within this at start is silent
const PATIENCE_MILLIS = 60_000; // a request waits so long for a connection, and then for its answer
const MOST_WAITING = 100_000; // requests without a connection; the next is refused, and takes no memory

const SCHEMA = new URL('../../store/src/main/resources/threadwall/store/postgres/schema.sql', import.meta.url);

// The database cannot be used now: a 503, whose reason is the message.
export class StoreUnavailable extends Error {
    constructor(reason) {
        const line = reason.trim().replace(/\s*\n\s*/g, '; ');
        super(`the database cannot be used now: ${line}; try again, the server reconnects automatically`);
    }
}

const shown = (url) => url.replace(/\?.*/, '').replace(/\/\/.*@/, '//'); // without what may hold a password

// What JDBC's URL says, as this driver wants it. What it would not do, such as encryption, is refused and not left out.
function settings(url) {
    const parts = URL.canParse(url.slice('jdbc:'.length)) ? new URL(url.slice('jdbc:'.length)) : null;
    if (!parts?.hostname || parts.username || parts.hash) {
        const form = 'jdbc:postgresql://HOST:PORT/DATABASE?user=NAME&password=SECRET';
        throw new Refused(`the database's URL ${shown(url)} is not of the form ${form}`);
    }
    const others = [...parts.searchParams.keys()].filter((key) => key !== 'user' && key !== 'password');
    if (others.length > 0 || parts.hostname.includes(',')) {
        const what = others.length > 0 ? others.join(', ') : 'several hosts';
        const next = 'name one host, and only user and password after the ?';
        throw new Refused(`the database's URL ${shown(url)} has ${what}, which this server does not support; ${next}`);
    }
    const user = parts.searchParams.get('user') ?? userInfo().username; // as JDBC's driver has it
    return {
        host: parts.hostname.replace(/[[\]]/g, ''), // brackets belong to IPv6 in URLs alone
        port: Number(parts.port || 5432),
        database: decodeURIComponent(parts.pathname.slice(1)) || user,
        user,
        password: parts.searchParams.get('password') ?? '',
        ssl: false,
    };
}

function within(millis, promise) {
    let timer;
    const tooLate = new Promise((_, reject) => {
        timer = setTimeout(reject, millis, new Error('no answer'));
    });
    return Promise.race([promise, tooLate]).finally(() => clearTimeout(timer));
}

// Opens so many connections of that name and makes the tables that are missing.
export async function openPool(url, count, name) {
    const pool = new pg.Pool({
        ...settings(url),
        application_name: name,
        max: count,
        idleTimeoutMillis: 0, // an idle connection stays
        connectionTimeoutMillis: PATIENCE_MILLIS,
        query_timeout: PATIENCE_MILLIS,
    });
    pool.on('error', ({ message }) => console.error(`store: ${shown(url)}: lost a connection: ${message}`));
    const opening = Array.from({ length: count }, () => within(START_MILLIS, pool.connect()));
    const opened = await Promise.allSettled(opening);
    const clients = opened.filter(({ status }) => status === 'fulfilled').map(({ value }) => value);
    if (clients.length === 0) {
        const waited = `does not answer (waited up to ${START_MILLIS / 1000} s): ${saying(opened[0].reason)}`;
        throw new Refused(`the database at ${shown(url)} ${waited}; check --postgres, or try the URL with psql`);
    }
    if (clients.length < count) {
        const given = `asked for ${count} connections; the database at ${shown(url)} gives ${clients.length}`;
        throw new Refused(`${given}; lower --db-connections or raise its max_connections`);
    }
    await clients[0].query(readFileSync(SCHEMA, 'utf8')).catch((problem) => {
        const what = `does not allow creating tables: ${saying(problem)}`;
        throw new Refused(`the database at ${shown(url)} ${what}; give --postgres a user that may`);
    });
    clients.forEach((client) => client.release());
    return pool;
}

const saying = ({ message, code }) => message || code; // of several addresses that refuse, Node.js has a code alone

// A statement may fail because of how the database is, and not because of what it asked. By classes of SQLSTATE (PostgreSQL's
// documentation, appendix A): 08 connection, 53 resources, 57P operator, 58 the system. What the database has not said itself
// is of the way to it.
function meaning(problem) {
    const itsFault = problem instanceof pg.DatabaseError && !/^(08|53|57P|58)/.test(problem.code);
    return itsFault ? problem : new StoreUnavailable(saying(problem));
}

// Asks on the next connection that is free. The statement is prepared once on each, by its name.
export function query(pool, statement, values, callback) {
    if (pool.waitingCount >= MOST_WAITING) {
        callback(new StoreUnavailable(`${pool.waitingCount} requests are waiting for it`));
        return;
    }
    pool.query({ ...statement, values }, (problem, result) => {
        if (problem) {
            callback(meaning(problem));
        } else {
            callback(null, result.rows);
        }
    });
}
