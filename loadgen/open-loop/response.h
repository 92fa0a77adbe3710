/* A response of HTTP/1.1 to a GET, read as its bytes come; of the body only the length is kept. */
#ifndef RESPONSE_H
#define RESPONSE_H

#include <stdbool.h>
#include <stdint.h>

/* What the next byte belongs to. */
enum part { HEAD, BODY, UNTIL_CLOSE, CHUNK_SIZE, CHUNK, CHUNK_END, TRAILER, DONE };

struct response {
    enum part part;
    uint32_t held; /* bytes of half a head; in a trailer, of its line */
    uint64_t rest; /* bytes of the body or of this chunk that are to come; the size of a chunk while it is read */
    char *head;    /* of its connection, for half a head; NULL until one is read, to be freed with the connection */
    uint32_t body; /* bytes so far */
    uint16_t status;
    bool close; /* the server closes the connection after it */
};

/* The next response of the same connection. */
void begin_response(struct response *r);

/* Reads bytes, and may write to them; part is DONE after the last. False if they are no response, or more than one. */
bool read_response(struct response *r, char *at, char *end);

/* The server has closed the connection. False unless that ends the response. */
bool end_response(struct response *r);

#endif
