// Reads a user out of a body field by field, up to the first that is wrong, as our servers do.
// JSON.parse alone would take 36.0 for a whole number, and of two fields of one name the second.
import { shortened } from './answers.mjs';

const LONGEST_NAME = 100; // characters
const OLDEST = 150;

const NO_USER = 'the body must be JSON like {"name":"Ada","age":36}';
const NO_NAME = `name must be a string of 1 to ${LONGEST_NAME} characters, none of them a control character`;
const NO_AGE = `age must be a whole number from 0 to ${OLDEST}`;

const UTF8 = new TextDecoder('utf-8', { fatal: true });
const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![0-9.eE])/y;
const WORD = /(?:true|false|null)(?!\w)/y;
const HALF = /\p{Cs}/u; // of a surrogate pair, which is no character
const CONTROL = /\p{Cc}/u;

// Tokens one after the other; each method tells, by null or false, when something else stands there.
class Reader {
    #text;
    #at = 0;

    constructor(text) {
        this.#text = text;
    }

    #token(form) {
        form.lastIndex = this.#at;
        const found = form.exec(this.#text)?.[0] ?? null;
        this.#at += found?.length ?? 0;
        return found;
    }

    next() {
        this.#token(SPACE);
        return this.#text[this.#at];
    }

    skip(sign) {
        const there = this.next() === sign;
        this.#at += there ? 1 : 0;
        return there;
    }

    string() {
        this.next();
        const found = this.#token(STRING);
        return found && JSON.parse(found);
    }

    // A value that is no string; of a list or an object only how it begins.
    other() {
        return this.#token(NUMBER) ?? this.#token(WORD) ?? ('[{'.includes(this.next() ?? ' ') ? this.next() : null);
    }
}

// Of a body's bytes: { user } or { error }, the reason of a 400.
export function readUser(body) {
    let text;
    try {
        text = UTF8.decode(body);
    } catch {
        return { error: NO_USER };
    }
    return read(new Reader(text));
}

function read(json) {
    const user = {};
    if (!json.skip('{')) {
        return { error: NO_USER };
    }
    if (!json.skip('}')) {
        do {
            const error = readField(json, user);
            if (error) {
                return { error };
            }
        } while (json.skip(','));
        if (!json.skip('}')) {
            return { error: NO_USER };
        }
    }
    if (json.next() !== undefined) {
        return { error: NO_USER };
    }
    const missing = ['name', 'age'].find((field) => !Object.hasOwn(user, field));
    return missing ? { error: `the field ${missing} is missing` } : { user };
}

// What is wrong with the next field, null when it is in the user now.
function readField(json, user) {
    const field = json.string();
    if (field === null || HALF.test(field) || !json.skip(':')) {
        return NO_USER;
    }
    const other = json.next() === '"' ? undefined : json.other();
    if (other === null) {
        return NO_USER;
    }
    if (field !== 'name' && field !== 'age') {
        return `unknown field '${shortened(field)}'; a user has name and age`;
    }
    if (Object.hasOwn(user, field)) {
        return `the field ${field} occurs twice`;
    }
    return field === 'name' ? readName(json, other, user) : readAge(other, user);
}

function readName(json, other, user) {
    const name = other === undefined ? json.string() : '';
    if (name === null) {
        return NO_USER;
    }
    const { length } = [...name];
    if (length < 1 || length > LONGEST_NAME || CONTROL.test(name) || HALF.test(name)) {
        return NO_NAME;
    }
    user.name = name;
    return null;
}

function readAge(other, user) {
    const age = /^-?[0-9]+$/.test(other ?? '') ? Number(other) : -1;
    if (age < 0 || age > OLDEST) {
        return NO_AGE;
    }
    user.age = age;
    return null;
}
