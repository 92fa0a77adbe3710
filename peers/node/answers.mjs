// What all routes answer alike, and what of it is counted.

const LONGEST_QUOTE = 80; // characters of what a client sent that its refusal repeats

// Of the measured routes. Plain variables: all of them run in the one thread of JavaScript.
export const counters = { requests: 0, handlerPeak: 0 };
let inHandler = 0;

export function enter() {
    counters.requests++;
    counters.handlerPeak = Math.max(counters.handlerPeak, ++inHandler);
}

export function leave() {
    inHandler--;
}

export function reply(response, status, value) {
    const body = JSON.stringify(value);
    response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    response.end(body);
}

export const refuse = (response, status, error) => reply(response, status, { error });

export function shortened(sent) {
    if (sent.length <= LONGEST_QUOTE) {
        return sent;
    }
    const half = /[\ud800-\udbff]/.test(sent[LONGEST_QUOTE - 1]); // of a surrogate pair is no character
    return `${sent.slice(0, half ? LONGEST_QUOTE - 1 : LONGEST_QUOTE)}…`;
}

export const pathOf = (request) => request.url.split('?', 1)[0];

export function noRoute(request, response) {
    refuse(response, 404, `no such route: ${shortened(pathOf(request))}`);
}

export function notAllowed(request, response, methods) {
    response.setHeader('Allow', methods);
    const what = `${shortened(request.method)} is not allowed on ${shortened(pathOf(request))}`;
    refuse(response, 405, `${what}; allowed: ${methods}`);
}

// A parameter's decoded value, null when it is missing; several of that name are joined: which was meant nobody can tell.
export function parameter(query, name) {
    const values = new URLSearchParams(query).getAll(name);
    return values.length === 0 ? null : values.join(',');
}
