// The routes that read and write the database, in callbacks: express and pg.
import express from 'express';
import { enter, leave, noRoute, notAllowed, parameter, refuse, reply, shortened } from './answers.mjs';
import { query, StoreUnavailable } from './postgres.mjs';
import { readUser } from './users.mjs';

const READS = 'GET, HEAD';
const FEW_WORLDS = 10_000; // rows that /db2 draws from without max=N
const LARGEST_INT = 2 ** 31 - 1;
const MOST_BYTES = 64 * 1024; // of a body

const FORTUNES = { name: 'fortunes', text: 'select id, message from fortune order by id' };
const WORLD = { name: 'world', text: 'select id, randomnumber as "randomNumber" from world where id = $1' };
const ADD_USER = { name: 'add user', text: 'insert into users (name, age) values ($1, $2) returning id' };
const USER = { name: 'user', text: 'select id, name, age from users where id = $1' };

// A whole number from 0 to 2^31-1 in ASCII digits, else -1.
function whole(text) {
    const value = /^[0-9]+$/.test(text) ? Number(text) : -1;
    return value <= LARGEST_INT ? value : -1;
}

const isJson = (type) => type.split(';', 1)[0].trim().toLowerCase() === 'application/json';

// What answers on that pool's connections.
export function dataRoutes(pool) {
    const app = express();
    app.disable('x-powered-by').enable('case sensitive routing').enable('strict routing');
    app.set('query parser', (text) => text); // as the other routes have it

    // While the database is asked, the request counts as one in the handler.
    function ask(statement, values, callback) {
        enter();
        query(pool, statement, values, (problem, rows) => {
            leave();
            callback(problem, rows);
        });
    }

    function fortunes(request, response, next) {
        ask(FORTUNES, [], (problem, rows) => {
            if (problem) {
                return next(problem);
            }
            reply(response, 200, rows);
        });
    }

    function db2(request, response, next) {
        const max = parameter(request.query, 'max') ?? `${FEW_WORLDS}`;
        const highest = whole(max);
        if (highest < 1) {
            const range = `max must be a whole number from 1 to ${LARGEST_INT}`;
            return refuse(response, 400, `${range}, not '${shortened(max)}'`);
        }
        const id = 1 + Math.floor(Math.random() * highest);
        ask(WORLD, [id], (problem, rows) => {
            if (problem) {
                return next(problem);
            }
            if (rows.length === 0) {
                const load = "'./threadwall data load --rows N' makes rows 1 to N, and /db2?max=N draws from those";
                return refuse(response, 404, `world has no row ${id}; ${load}`);
            }
            reply(response, 200, rows[0]);
        });
    }

    function addUser(request, response, next) {
        const types = request.headersDistinct['content-type'] ?? [];
        if (types.length !== 1 || !isJson(types[0])) {
            return refuse(response, 415, 'the Content-Type must be application/json');
        }
        const { user, error } = readUser(request.body);
        if (error) {
            return refuse(response, 400, error);
        }
        ask(ADD_USER, [user.name, user.age], (problem, rows) => {
            if (problem) {
                return next(problem);
            }
            response.location(`/users/${rows[0].id}`);
            reply(response, 201, rows[0]);
        });
    }

    function user(request, response, next) {
        const { id } = request.params;
        ask(USER, [whole(id)], (problem, rows) => {
            if (problem) {
                return next(problem);
            }
            if (rows.length === 0) {
                return refuse(response, 404, `no such user: ${shortened(id)}`);
            }
            reply(response, 200, rows[0]);
        });
    }

    const others = (methods) => (request, response) => notAllowed(request, response, methods);
    const body = express.raw({ limit: MOST_BYTES, inflate: false, type: () => true });
    app.route('/fortunes').get(fortunes).all(others(READS));
    app.route('/db2').get(db2).all(others(READS));
    app.route('/users').post(body, addUser).all(others('POST'));
    app.route('/users/:id').get(user).all(others(READS));
    app.use(noRoute);
    app.use(failed);
    return app;
}

// Express knows by its four parameters that errors are for it.
function failed(problem, request, response, next) {
    if (response.headersSent) {
        return next(problem);
    }
    if (problem instanceof StoreUnavailable) {
        refuse(response, 503, problem.message);
    } else if (problem.type === 'entity.too.large') {
        refuse(response, 413, `the body is longer than ${MOST_BYTES} bytes`);
    } else if (problem.status >= 400 && problem.status < 500) {
        refuse(response, problem.status, problem.message); // what express cannot decode
    } else {
        console.error(problem);
        refuse(response, 500, 'the server failed to answer; its log on stderr says why');
    }
}
