import { parseArgs } from 'node:util';

export const NAME = 'node';
const USAGE = 2;

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

// What the command line asks for; --help is answered, with exit 0, and anything else is one line and exit 2.
export function options() {
    try {
        const { values } = parseArgs({
            options: {
                host: { type: 'string', default: '127.0.0.1' },
                port: { type: 'string', default: '8080' },
                workers: { type: 'string', default: '1' },
                help: { type: 'boolean' },
            },
        });
        if (values.help) {
            console.log('Usage: [--host ADDRESS] [--port N] [--workers N]');
            console.log('A peer to compare with: node:http. Its workers are processes, 1 by default; it has no store and no /fortunes.');
            process.exit(0);
        }
        return {
            host: values.host,
            port: whole('port', values.port, 0, 65_535),
            workers: whole('workers', values.workers, 1, 1024),
        };
    } catch (error) {
        return fail(USAGE, `${error.message.split(/[\n.]/)[0]} (see --help)`);
    }
}
