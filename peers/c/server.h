/*
 * The C reference servers: what c-epoll and c-uring have in common. Each is this program with another transport: epoll.c or
 * uring.c.
 */
#ifndef THREADWALL_SERVER_H
#define THREADWALL_SERVER_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <time.h>

enum {
    LONGEST_HEAD = 8192,   /* of a request, in bytes */
    LONGEST_INPUT = 16 << 20, /* that can be kept and served at once */
    LONGEST_ANSWER = 2048,
};

#define MS INT64_C(1000000) /* in ns */
#define PAUSE (20 * MS)     /* without accepting, when descriptors have run out */
#define GRACE (3000 * MS)   /* for answers to be finished after SIGTERM */

/* What has to wait for its connection: bytes of requests, and the rest of answers that the socket did not take. */
struct held {
    uint32_t in, sent, out;
    char bytes[]; /* in bytes of requests, then out bytes of answers, of which sent are gone */
};

struct connection {
    int64_t due; /* of the answer, in ns of the monotonic clock */
    struct held *held;
    uint32_t millis;
    uint32_t timer : 26; /* place in the heap, from 1; 0 = not asleep */
    bool muted : 1;      /* it sent something while asleep: no reading until it is answered */
    bool ended : 1;      /* the client has sent all that it will */
    bool keep : 1;       /* the connection, after this answer */
    bool last : 1;       /* the client says that it sends no other request, and has sent nothing after this one */
    bool old : 1;        /* HTTP/1.0 */
    bool head : 1;       /* a HEAD request: no body */
};

/* A thread's. It numbers its connections as its transport does. */
struct loop {
    pthread_t thread;
    struct transport *transport;
    struct connection *connections;
    int listener;
    int64_t now, accept_again, stop_at; /* ns of the monotonic clock; 0 = not so */
    int *heap;                          /* connections asleep, from 1, the first due on top */
    uint32_t asleep, room;
    uint32_t unsent; /* connections that have the rest of an answer to be sent */
    time_t second;
    char date[32];
    char in[LONGEST_INPUT], out[LONGEST_ANSWER];
};

extern int stop_event; /* an eventfd, readable when the server is to stop */
extern rlim_t most_connections;

/* ---- what a transport does ---- */

enum interest { NOTHING, READ, WRITE };

extern const char transport_program[], transport_server[];

/* Begins to accept. In the loop's own thread. Dies where that is not possible. */
void transport_open(struct loop *loop);

/* Runs the loop until it is to stop, and its answers are sent. */
void transport_run(struct loop *loop);

/* Sends what the socket takes. last: the connection is closed as soon as all is sent. Returns the number of bytes, 0 for
   none now, -1 if the connection is gone. */
ssize_t transport_send(struct loop *loop, int number, const char *text, size_t bytes, bool last);

/* What is to be told of the connection. */
void transport_await(struct loop *loop, int number, enum interest interest);

void transport_close(struct loop *loop, int number);

/* ---- what it calls ---- */

void die(int code, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));

/* Reads the clocks. Once after each wait. */
void tick(struct loop *loop);

/* Nanoseconds until the loop has something to do by itself; -1 for never. */
int64_t patience(const struct loop *loop);

/* Answers those whose sleep is over. */
void wake_due(struct loop *loop);

/* Whether it goes on. */
bool goes_on(const struct loop *loop);

/* Brings the bytes that are held into loop->in; how many there are. */
size_t recall(struct loop *loop, int number);

/* Keeps what is left of requests and of answers, in place of what is held; false without memory. */
bool hold(struct loop *loop, int number, const char *in, size_t in_bytes, const char *out, size_t out_bytes);

/* Serves the requests in text, in order, until one has to wait; holds half a request. */
void serve_all(struct loop *loop, int number, const char *text, size_t bytes);

/* The socket takes bytes again. */
void writable(struct loop *loop, int number);

/* Ends a connection. */
void drop(struct loop *loop, int number);

#endif
