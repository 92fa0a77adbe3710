#define _GNU_SOURCE
#include "http.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

bool equals(const char *text, size_t bytes, const char *word) {
    return bytes == strlen(word) && memcmp(text, word, bytes) == 0;
}

static bool is(const char *text, size_t bytes, const char *word) {
    return bytes == strlen(word) && strncasecmp(text, word, bytes) == 0;
}

static bool blank(char c) { return c == ' ' || c == '\t'; }

/* Narrows a text by the blanks at both ends. */
static void trim(const char **text, const char **end) {
    while (*text < *end && blank(**text)) (*text)++;
    while (*end > *text && blank((*end)[-1])) (*end)--;
}

/* Whether a comma-separated list, such as Connection's, has the word. */
static bool lists(const char *text, const char *end, const char *word) {
    while (text < end) {
        const char *comma = memchr(text, ',', end - text);
        const char *next = comma ? comma + 1 : end, *stop = comma ? comma : end;
        trim(&text, &stop);
        if (is(text, stop - text, word)) {
            return true;
        }
        text = next;
    }
    return false;
}

static bool of_token(char c) { return isalnum((unsigned char)c) || (c && strchr("!#$%&'*+-.^_`|~", c)); }

/* One header line; what is wrong with it, or NULL. */
static const char *header(struct request *r, const char *line, const char *end, int *hosts) {
    const char *colon = line;
    while (colon < end && of_token(*colon)) colon++;
    if (colon == line || colon == end || *colon != ':') {
        return "not a header";
    }
    for (const char *at = colon; at < end; at++) {
        if (((unsigned char)*at < ' ' && *at != '\t') || *at == 127) {
            return "a control character in a header";
        }
    }
    const char *value = colon + 1;
    size_t name = colon - line;
    trim(&value, &end);
    if (is(line, name, "Connection")) {
        r->keep = (r->keep || lists(value, end, "keep-alive")) && !lists(value, end, "close");
    } else if (is(line, name, "Host")) {
        (*hosts)++;
    } else if (is(line, name, "Transfer-Encoding")) {
        return "a request with a body";
    } else if (is(line, name, "Content-Length") && !equals(value, end - value, "0")) {
        return "a request with a body";
    }
    return NULL;
}

struct request parse(const char *text, const char *end) {
    struct request r = {.method = text, .error = "not a request line"};
    const char *eol = memmem(text, end - text + 2, "\r\n", 2);
    const char *space = memchr(text, ' ', eol - text);
    if (!space || eol - space < (long)strlen(" / HTTP/1.1") || (eol[-1] != '0' && eol[-1] != '1')) {
        return r;
    }
    const char *version = eol - strlen(" HTTP/1.1");
    r.method_bytes = space - text;
    r.target = space + 1;
    r.target_bytes = version - r.target;
    for (const char *at = text; at < version; at++) {
        if (at != space && (at < space ? !of_token(*at) : *at <= ' ' || *at == 127)) { /* char is signed */
            return r;
        }
    }
    if (memcmp(version, " HTTP/1.", 8) || r.method_bytes == 0 || *r.target != '/') {
        return r;
    }
    r.old = eol[-1] == '0';
    r.keep = !r.old;
    r.error = NULL;
    int hosts = 0;
    for (const char *line = eol + 2; line < end && !r.error; line = eol + 2) {
        eol = memmem(line, end - line + 2, "\r\n", 2);
        r.error = header(&r, line, eol, &hosts);
    }
    if (!r.error && hosts != 1 && !(r.old && hosts == 0)) {
        r.error = hosts ? "more than one Host" : "no Host";
    }
    return r;
}

int sleep_millis(const char *query, const char *end, const char **value, size_t *bytes) {
    while (query < end) {
        const char *stop = memchr(query, '&', end - query);
        stop = stop ? stop : end;
        if (stop - query >= 5 && memcmp(query, "time=", 5) == 0) {
            *value = query + 5;
            *bytes = stop - *value;
            int millis = *bytes ? 0 : -1;
            for (const char *at = *value; at < stop && millis >= 0; at++) {
                millis = isdigit((unsigned char)*at) ? millis * 10 + *at - '0' : -1;
                millis = millis > LONGEST_SLEEP ? -1 : millis;
            }
            return millis;
        }
        query = stop + 1;
    }
    return 0;
}

const char *quoted(char *out, const char *text, size_t length) {
    size_t used = 0;
    for (size_t i = 0; i < length && i < LONGEST_QUOTE; i++) {
        if (text[i] == '"' || text[i] == '\\') {
            out[used++] = '\\';
        }
        out[used++] = text[i];
    }
    strcpy(out + used, length > LONGEST_QUOTE ? "…" : "");
    return out;
}
