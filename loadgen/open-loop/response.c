/* See response.h. */
#define _GNU_SOURCE
#include "response.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/types.h>

enum { LONGEST_HEAD = 65536 }; /* with what follows it in one read */

/* The value of this header, without spaces; NULL if the line is another one's. */
static char *value_of(char *line, const char *name) {
    size_t length = strlen(name);
    if (strncasecmp(line, name, length) || line[length] != ':') return NULL;
    return line + length + 1 + strspn(line + length + 1, " \t");
}

/* Parses a head, which ends with a zero in place of its empty line; false if it is none. */
static bool parse_head(struct response *r, char *head) {
    int minor, status, length = 0;
    if (sscanf(head, "HTTP/1.%1d %3d%n", &minor, &status, &length) < 2 || length != 12 || status < 100) return false;
    bool chunked = false, sized = false;
    r->close = minor == 0;
    for (char *line = strchr(head, '\n'); line; line = strchr(line, '\n')) {
        char *value, *end;
        line++;
        if ((value = value_of(line, "Content-Length"))) {
            errno = 0;
            unsigned long long bytes = strtoull(value, &end, 10);
            end += strspn(end, " \t\r");
            bool number = *value >= '0' && *value <= '9' && !errno && (*end == '\n' || *end == 0);
            if (!number || (sized && bytes != r->rest)) return false;
            r->rest = bytes;
            sized = true;
        } else if ((value = value_of(line, "Transfer-Encoding"))) {
            chunked = !strncasecmp(value, "chunked", 7);
        } else if ((value = value_of(line, "Connection"))) {
            if (!strncasecmp(value, "close", 5)) r->close = true;
            if (!strncasecmp(value, "keep-alive", 10)) r->close = false;
        }
    }
    if (status < 200) return true; /* 100 Continue and the like: the head of the response is to come */
    r->status = status;
    if (status == 204 || status == 304) r->part = DONE;
    else if (chunked) r->part = CHUNK_SIZE, r->rest = 0;
    else if (sized) r->part = r->rest ? BODY : DONE;
    else r->part = UNTIL_CLOSE;
    return true;
}

/* Looks for the end of a head; keeps half of one. Returns the bytes that it used; -1 if they are no head. */
static ssize_t read_head(struct response *r, char *at, size_t bytes) {
    char *head = at, *end = NULL;
    size_t before = r->held, used = bytes;
    if (before == 0) end = memmem(at, bytes, "\r\n\r\n", 4);
    if (!end) {
        if (before + bytes > LONGEST_HEAD || (!r->head && !(r->head = malloc(LONGEST_HEAD)))) return -1;
        memcpy(r->head + before, at, bytes);
        r->held += bytes;
        head = r->head;
        end = memmem(head, r->held, "\r\n\r\n", 4);
        if (!end) return used;
    }
    used = end + 4 - head - before;
    end[2] = 0;
    r->held = 0;
    return parse_head(r, head) ? (ssize_t)used : -1;
}

static bool read_chunk_size(struct response *r, char byte) {
    enum { NO_DIGIT, DIGITS, EXTENSION };
    const char *digits = "0123456789abcdef", *digit = byte ? strchr(digits, byte | 0x20) : NULL;
    if (byte == '\n') {
        if (r->held == NO_DIGIT) return false;
        r->part = r->rest ? CHUNK : TRAILER;
        r->held = 0;
    } else if (r->held == EXTENSION || (r->held == DIGITS && (byte == ';' || byte == '\r' || byte == ' '))) {
        r->held = EXTENSION;
    } else {
        if (!digit || r->rest >> 40) return false;
        r->rest = r->rest * 16 + (digit - digits);
        r->held = DIGITS;
    }
    return true;
}

void begin_response(struct response *r) { *r = (struct response){.head = r->head}; }

bool end_response(struct response *r) {
    if (r->part != UNTIL_CLOSE) return false;
    r->part = DONE;
    return true;
}

bool read_response(struct response *r, char *at, char *end) {
    while (at < end) {
        size_t left = end - at;
        switch (r->part) {
        case HEAD: {
            ssize_t used = read_head(r, at, left);
            if (used < 0) return false;
            at += used;
            break;
        }
        case BODY:
        case CHUNK:
            if (left > r->rest) left = r->rest;
            at += left;
            r->body += left;
            r->rest -= left;
            if (r->rest == 0) r->part = r->part == BODY ? DONE : CHUNK_END;
            break;
        case UNTIL_CLOSE:
            r->body += left;
            at = end;
            break;
        case CHUNK_SIZE:
            if (!read_chunk_size(r, *at++)) return false;
            break;
        case CHUNK_END:
            if (*at == '\n') r->part = CHUNK_SIZE;
            else if (*at != '\r') return false;
            at++;
            break;
        case TRAILER: /* lines until an empty one; held counts the bytes of this one */
            if (*at == '\n' && r->held == 0) r->part = DONE;
            else if (*at == '\n') r->held = 0;
            else if (*at != '\r') r->held++;
            at++;
            break;
        case DONE:
            return false;
        }
    }
    return true;
}
