/* A request's head, parsed in place. */
#ifndef HTTP_H
#define HTTP_H

#include <stdbool.h>
#include <stddef.h>

enum { LONGEST_QUOTE = 80, LONGEST_SLEEP = 3600000 }; /* characters of a reason's quote; ms */

struct request {
    const char *method, *target; /* not ended by a zero */
    size_t method_bytes, target_bytes;
    const char *error; /* why it is refused with 400; NULL when it is well-formed */
    bool keep;         /* the connection, after the answer */
    bool old;          /* HTTP/1.0 */
};

/* The head from text up to end, the line end before its empty line. */
struct request parse(const char *text, const char *end);

bool equals(const char *text, size_t bytes, const char *word);

/* The parameter time of a query, in ms: 0 without one; -1 for what is none, which value then shows. */
int sleep_millis(const char *query, const char *end, const char **value, size_t *bytes);

/* Copies text into out, of at least 2 * LONGEST_QUOTE + 4 bytes: shortened, quotes and backslashes escaped for JSON.
   Others that would have to be, the parser lets through in no request line. */
const char *quoted(char *out, const char *text, size_t length);

#endif
