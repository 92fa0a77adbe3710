/*
 * The physical reference: an HTTP/1.1 server on epoll in plain C, with the routes, options and output of our servers
 * (docs/reference/servers.md). A thread has a loop of its own: epoll set, listener (SO_REUSEPORT), timer heap and buffers.
 * A connection owns 32 bytes; bytes that must wait (half a request, half an answer) are kept for it in a block of
 * their own, else buffers are the thread's. Answers are built for each request and go out in one send.
 *
 * Exit codes: 0 stopped by SIGTERM or SIGINT, 1 failed, 2 usage, 4 the environment does not allow it.
 */
#define _GNU_SOURCE
#include "http.h"

#include <errno.h>
#include <getopt.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    BACKLOG = 65535,     /* the kernel caps it at net.core.somaxconn */
    LONGEST_HEAD = 8192, /* of a request, in bytes */
    LONGEST_ANSWER = 2048,
    EVENTS = 256,
    ACCEPTS = 64,  /* in a row, before others have their turn */
};

#define MS INT64_C(1000000) /* in ns */
#define PAUSE (20 * MS)     /* without accepting, when descriptors have run out */
#define GRACE (3000 * MS)   /* for answers to be finished after SIGTERM */

/* What has to wait for its connection: bytes of requests, and the rest of an answer that the socket did not take. */
struct held {
    uint32_t in, sent, out;
    char bytes[]; /* in bytes of requests, then out bytes of an answer, of which sent are gone */
};

struct connection {
    int64_t due; /* of the answer, in ns of the monotonic clock */
    struct held *held;
    uint32_t millis;
    uint32_t timer : 27; /* place in the heap, from 1; 0 = not asleep */
    bool muted : 1;      /* it sent something while asleep: no reading until it is answered */
    bool keep : 1;       /* the connection, after this answer */
    bool last : 1;       /* the client says that it sends no other request, and has sent nothing after this one */
    bool old : 1;        /* HTTP/1.0 */
    bool head : 1;       /* a HEAD request: no body */
};

struct loop {
    pthread_t thread;
    int epoll, listener;
    int64_t now, accept_again, stop_at; /* ns of the monotonic clock; 0 = not so */
    int *heap;                          /* descriptors of connections asleep, from 1, the first due on top */
    uint32_t asleep, room;
    uint32_t unsent; /* connections that have the rest of an answer to be sent */
    time_t second;
    char date[32];
    char in[LONGEST_HEAD], out[LONGEST_ANSWER];
};

static struct connection *connections; /* by descriptor, each touched by one loop at a time */
static char url[160];
static int workers;
static int stop_event;
static atomic_long requests, in_handler, handler_peak;

static void die(int code, const char *format, ...) {
    va_list rest;
    va_start(rest, format);
    fputs("c-epoll: ", stderr);
    vfprintf(stderr, format, rest);
    fputc('\n', stderr);
    exit(code);
}

static void enter(void) {
    atomic_fetch_add_explicit(&requests, 1, memory_order_relaxed);
    long now = atomic_fetch_add_explicit(&in_handler, 1, memory_order_relaxed) + 1;
    long peak = atomic_load_explicit(&handler_peak, memory_order_relaxed);
    while (now > peak && !atomic_compare_exchange_weak(&handler_peak, &peak, now)) {
    }
}

static void leave(void) { atomic_fetch_sub_explicit(&in_handler, 1, memory_order_relaxed); }

static int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 * MS + now.tv_nsec;
}

static void watch(struct loop *loop, int operation, int fd, uint32_t events) {
    struct epoll_event event = {.events = events, .data.fd = fd};
    epoll_ctl(loop->epoll, operation, fd, &event);
}

/* ---- timers: a binary heap by due time; each connection knows its place, to be taken out when it closes ---- */

static void place(struct loop *loop, uint32_t at, int fd) {
    loop->heap[at] = fd;
    connections[fd].timer = at;
}

static void sift(struct loop *loop, uint32_t at, int fd) {
    int64_t due = connections[fd].due;
    for (; at > 1 && connections[loop->heap[at / 2]].due > due; at /= 2) {
        place(loop, at, loop->heap[at / 2]);
    }
    for (uint32_t child = 2 * at; child <= loop->asleep; child = 2 * at) {
        if (child < loop->asleep && connections[loop->heap[child + 1]].due < connections[loop->heap[child]].due) {
            child++;
        }
        if (connections[loop->heap[child]].due >= due) {
            break;
        }
        place(loop, at, loop->heap[child]);
        at = child;
    }
    place(loop, at, fd);
}

static void fall_asleep(struct loop *loop, int fd, int millis) {
    if (loop->asleep + 1 >= loop->room) {
        loop->room = loop->room ? 2 * loop->room : 1024;
        loop->heap = realloc(loop->heap, loop->room * sizeof *loop->heap);
        if (!loop->heap) {
            die(1, "no memory for %u timers", loop->room);
        }
    }
    connections[fd].due = now_ns() + millis * MS; /* loop->now is as old as its batch of events */
    sift(loop, ++loop->asleep, fd);
}

static void wake(struct loop *loop, int fd) {
    uint32_t at = connections[fd].timer;
    int last = loop->heap[loop->asleep--];
    if (last != fd) {
        sift(loop, at, last);
    }
    connections[fd].timer = 0;
}

/* ---- answers ---- */

static void drop(struct loop *loop, int fd) {
    struct connection *c = &connections[fd];
    if (c->timer) {
        wake(loop, fd);
        leave();
    }
    if (c->held) {
        loop->unsent -= c->held->out > 0;
        free(c->held);
    }
    *c = (struct connection){0};
    close(fd); /* last: another loop may be given the number at once */
}

/* Keeps what is left of a request and of an answer; false without memory. */
static bool hold(struct loop *loop, int fd, const char *in, size_t in_bytes, const char *out, size_t out_bytes) {
    struct held *old = connections[fd].held, *held = NULL;
    if (in_bytes + out_bytes > 0) {
        held = malloc(sizeof *held + in_bytes + out_bytes);
        if (!held) {
            return false;
        }
        *held = (struct held){.in = in_bytes, .out = out_bytes};
        memcpy(held->bytes, in, in_bytes);
        if (out_bytes) {
            memcpy(held->bytes + in_bytes, out, out_bytes);
        }
    }
    loop->unsent += (out_bytes > 0) - (old && old->out > 0);
    free(old);
    connections[fd].held = held;
    return true;
}

/* Sends head and body at once. What the socket does not take is held, with the requests that come after. False when
   the connection is closed. */
static bool answer(struct loop *loop, int fd, const char *status, const char *body, const char *rest, size_t left) {
    struct connection *c = &connections[fd];
    bool keep = c->keep && !loop->stop_at;
    int body_bytes = strlen(body);
    int bytes = snprintf(loop->out, sizeof loop->out,
                         "HTTP/1.1 %s\r\nDate: %s\r\nContent-Type: application/json\r\n"
                         "Content-Length: %d\r\n%s%s\r\n%s",
                         status, loop->date, body_bytes, strncmp(status, "405", 3) ? "" : "Allow: GET, HEAD\r\n",
                         !keep    ? "Connection: close\r\n"
                         : c->old ? "Connection: keep-alive\r\n"
                                  : "",
                         c->head ? "" : body);
    c->keep = keep;
    /* With MSG_MORE the kernel keeps the answer for a moment, and close() sends it in one segment with the FIN. Where the
       client may still send, a close is a reset, which would lose a kept answer: there it leaves at once. */
    ssize_t sent = send(fd, loop->out, bytes, MSG_NOSIGNAL | (c->last ? MSG_MORE : 0));
    if (sent < 0 && errno == EAGAIN) {
        sent = 0;
    }
    if (sent == bytes && keep) {
        return true;
    }
    if (sent < 0 || sent == bytes || !hold(loop, fd, rest, left, loop->out + sent, bytes - sent)) {
        drop(loop, fd);
        return false;
    }
    watch(loop, EPOLL_CTL_MOD, fd, EPOLLOUT);
    return false;
}

/* ---- routes ---- */

static const char *number(char *out, long long value, bool known) {
    snprintf(out, 24, known ? "%lld" : "null", value);
    return out;
}

static const char *limit(char *out, rlim_t value) { return number(out, value, value != RLIM_INFINITY); }

static void health(char *body, size_t room) {
    struct rlimit files, processes;
    char soft[24], hard[24], some[24], most[24], queue[24];
    long long somaxconn = 0;
    getrlimit(RLIMIT_NOFILE, &files);
    getrlimit(RLIMIT_NPROC, &processes);
    FILE *file = fopen("/proc/sys/net/core/somaxconn", "re");
    bool known = file && fscanf(file, "%lld", &somaxconn) == 1;
    if (file) {
        fclose(file);
    }
    snprintf(body, room,
             "{\"server\":\"c-epoll\",\"model\":\"event loop\",\"pid\":%d,\"url\":\"%s\",\"store\":null,\"workers\":%d,"
             "\"limits\":{\"nofileSoft\":%s,\"nofileHard\":%s,\"nprocSoft\":%s,\"nprocHard\":%s,\"somaxconn\":%s}}",
             getpid(), url, workers, limit(soft, files.rlim_cur), limit(hard, files.rlim_max),
             limit(some, processes.rlim_cur), limit(most, processes.rlim_max), number(queue, somaxconn, known));
}

/* Answers one request, or puts it to sleep. False when no more may be read from the connection now. */
static bool serve(struct loop *loop, int fd, struct request r, const char *rest, size_t left) {
    char body[1024], quote[2 * LONGEST_QUOTE + 4];
    struct connection *c = &connections[fd];
    c->keep = r.keep && !r.error;
    c->last = !r.keep && !r.error && left == 0;
    c->old = r.old;
    c->head = !r.error && equals(r.method, r.method_bytes, "HEAD");
    if (r.error) {
        snprintf(body, sizeof body, "{\"error\":\"%s\"}", r.error);
        return answer(loop, fd, "400 Bad Request", body, rest, left);
    }
    const char *end = r.target + r.target_bytes, *query = memchr(r.target, '?', r.target_bytes), *value = "";
    size_t path = (query ? query : end) - r.target, bytes = 0;
    const char *status = "200 OK";
    bool json = equals(r.target, path, "/json"), json2 = equals(r.target, path, "/json2");
    bool is_health = equals(r.target, path, "/health");
    if (!json && !json2 && !is_health) {
        status = "404 Not Found";
        snprintf(body, sizeof body, "{\"error\":\"no such route: %s\"}", quoted(quote, r.target, path));
    } else if (!c->head && !equals(r.method, r.method_bytes, "GET")) {
        status = "405 Method Not Allowed";
        snprintf(body, sizeof body, "{\"error\":\"%s is not allowed on %.*s; allowed: GET, HEAD\"}",
                 quoted(quote, r.method, r.method_bytes), (int)path, r.target);
    } else if (json) {
        enter();
        snprintf(body, sizeof body, "{\"message\":\"%s\"}", "Hello, World!");
        leave();
    } else if (is_health) {
        health(body, sizeof body);
    } else {
        int millis = sleep_millis(query ? query + 1 : end, end, &value, &bytes);
        if (millis > 0) {
            enter();
            c->millis = millis;
            if (!hold(loop, fd, rest, left, NULL, 0)) {
                leave();
                drop(loop, fd);
                return false;
            }
            fall_asleep(loop, fd, millis);
            return false;
        }
        if (millis == 0) {
            enter();
            snprintf(body, sizeof body, "{\"message\":\"Hello, World! %d\"}", millis);
            leave();
        } else {
            status = "400 Bad Request";
            snprintf(body, sizeof body,
                     "{\"error\":\"time must be a whole number of milliseconds from 0 to %d, not '%s'\"}",
                     LONGEST_SLEEP, quoted(quote, value, bytes));
        }
    }
    return answer(loop, fd, status, body, rest, left);
}

/* Serves the requests in text, in order, until one has to wait; holds half a request. */
static void serve_all(struct loop *loop, int fd, const char *text, size_t bytes) {
    for (;;) {
        while (bytes >= 2 && memcmp(text, "\r\n", 2) == 0) { /* an empty line before a request is let pass */
            text += 2;
            bytes -= 2;
        }
        const char *end = memmem(text, bytes, "\r\n\r\n", 4);
        if (!end && bytes < LONGEST_HEAD) {
            if (!hold(loop, fd, text, bytes, NULL, 0)) {
                drop(loop, fd);
            }
            return;
        }
        struct request r = end ? parse(text, end) : (struct request){.error = "the head is too long"};
        const char *rest = end ? end + 4 : text + bytes;
        bytes -= rest - text;
        text = rest;
        if (!serve(loop, fd, r, text, bytes)) {
            return;
        }
    }
}

/* Brings what is held into the thread's buffer; how many bytes there are. */
static size_t recall(struct loop *loop, int fd) {
    struct held *held = connections[fd].held;
    if (held) {
        memcpy(loop->in, held->bytes, held->in);
    }
    return held ? held->in : 0;
}

/* ---- events ---- */

static void readable(struct loop *loop, int fd) {
    struct connection *c = &connections[fd];
    if (c->timer) { /* level-triggered: it would be told again and again */
        c->muted = true;
        c->last = false;
        watch(loop, EPOLL_CTL_MOD, fd, 0);
        return;
    }
    size_t bytes = recall(loop, fd);
    ssize_t got = recv(fd, loop->in + bytes, sizeof loop->in - bytes, 0);
    if (got > 0) {
        serve_all(loop, fd, loop->in, bytes + got);
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
        drop(loop, fd);
    }
}

static void writable(struct loop *loop, int fd) {
    struct connection *c = &connections[fd];
    struct held *held = c->held;
    ssize_t sent = send(fd, held->bytes + held->in + held->sent, held->out - held->sent, MSG_NOSIGNAL);
    if (sent < 0) {
        if (errno != EAGAIN) {
            drop(loop, fd);
        }
        return;
    }
    held->sent += sent;
    if (held->sent < held->out) {
        return;
    }
    if (!c->keep) {
        drop(loop, fd);
        return;
    }
    held->out = 0;
    loop->unsent--;
    watch(loop, EPOLL_CTL_MOD, fd, EPOLLIN);
    serve_all(loop, fd, loop->in, recall(loop, fd));
}

static void wake_due(struct loop *loop) {
    while (loop->asleep && connections[loop->heap[1]].due <= loop->now) {
        int fd = loop->heap[1];
        struct connection *c = &connections[fd];
        char body[64];
        wake(loop, fd);
        snprintf(body, sizeof body, "{\"message\":\"Hello, World! %u\"}", c->millis);
        leave();
        if (c->muted) {
            c->muted = false;
            watch(loop, EPOLL_CTL_MOD, fd, EPOLLIN);
        }
        size_t bytes = recall(loop, fd); /* before the answer's rest takes its place */
        if (answer(loop, fd, "200 OK", body, loop->in, bytes) && bytes) {
            serve_all(loop, fd, loop->in, bytes);
        }
    }
}

static void accept_some(struct loop *loop) {
    for (int i = 0; i < ACCEPTS && !loop->stop_at; i++) {
        int fd = accept4(loop->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            watch(loop, EPOLL_CTL_ADD, fd, EPOLLIN); /* TCP_NODELAY it has from the listener */
        } else if (errno == EAGAIN) {
            return;
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            loop->accept_again = loop->now + PAUSE;
            watch(loop, EPOLL_CTL_MOD, loop->listener, 0);
            return;
        } /* others are of that one connection, which is gone */
    }
}

static void tick(struct loop *loop) {
    struct timespec now;
    loop->now = now_ns();
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    if (now.tv_sec != loop->second) {
        struct tm utc;
        loop->second = now.tv_sec;
        strftime(loop->date, sizeof loop->date, "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&now.tv_sec, &utc));
    }
}

static int timeout(const struct loop *loop) {
    int64_t next = loop->asleep ? connections[loop->heap[1]].due : INT64_MAX;
    if (loop->accept_again && loop->accept_again < next) {
        next = loop->accept_again;
    }
    if (loop->stop_at && loop->stop_at < next) {
        next = loop->stop_at;
    }
    return next == INT64_MAX ? -1 : next <= loop->now ? 0 : (int)((next - loop->now + MS - 1) / MS);
}

static void *run(void *argument) {
    struct loop *loop = argument;
    struct epoll_event events[EVENTS];
    tick(loop);
    while (!loop->stop_at || (loop->now < loop->stop_at && loop->asleep + loop->unsent > 0)) {
        int count = epoll_wait(loop->epoll, events, EVENTS, timeout(loop));
        tick(loop);
        /* timers come after: one that closed a connection could leave an event of this batch to its successor */
        for (int i = 0; i < count; i++) {
            int fd = events[i].data.fd;
            uint32_t what = events[i].events;
            if (fd == loop->listener) {
                accept_some(loop);
            } else if (fd == stop_event) {
                loop->stop_at = loop->now + GRACE;
                loop->accept_again = 0;
                watch(loop, EPOLL_CTL_DEL, stop_event, 0);
            } else if (what & (EPOLLERR | EPOLLHUP)) {
                drop(loop, fd);
            } else if (what & EPOLLOUT) {
                writable(loop, fd);
            } else {
                readable(loop, fd);
            }
        }
        wake_due(loop);
        if (loop->stop_at && loop->listener >= 0) { /* not before: its number stands in the batch */
            close(loop->listener);
            loop->listener = -1;
        }
        if (loop->accept_again && loop->accept_again <= loop->now) {
            loop->accept_again = 0;
            watch(loop, EPOLL_CTL_MOD, loop->listener, EPOLLIN);
        }
    }
    return NULL;
}

/* ---- start and stop ---- */

static int whole(const char *option, const char *text, int from, int to) {
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (errno || end == text || *end || value < from || value > to) {
        die(2, "--%s must be from %d to %d, not '%s' (see --help)", option, from, to, text);
    }
    return (int)value;
}

static int listen_at(const struct addrinfo *address, const char *host, const char *port) {
    int fd = socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), one = 1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one); /* accepted sockets inherit it */
    if (workers > 1) {
        setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &one, sizeof one);
    }
    if (fd < 0 || bind(fd, address->ai_addr, address->ai_addrlen) || listen(fd, BACKLOG)) {
        if (errno == EADDRINUSE) {
            die(4, "port %s on %s is in use; choose another with --port,"
                " or end what listens there (ss -ltnp 'sport = :%s')",
                port, host, port);
        }
        die(4, "cannot listen on port %s of %s: %s; choose another with --host or --port", port, host, strerror(errno));
    }
    return fd;
}

static void start(struct loop *loop, int listener) {
    loop->listener = listener;
    loop->epoll = epoll_create1(EPOLL_CLOEXEC);
    watch(loop, EPOLL_CTL_ADD, listener, EPOLLIN);
    watch(loop, EPOLL_CTL_ADD, stop_event, EPOLLIN);
    if (loop->epoll < 0 || pthread_create(&loop->thread, NULL, run, loop)) {
        die(4, "cannot start a loop: %s", strerror(errno));
    }
}

int main(int count, char **words) {
    static const struct option options[] = {{"host", 1, 0, 'h'}, {"port", 1, 0, 'p'}, {"workers", 1, 0, 'w'},
                                            {"help", 0, 0, '?'}, {0}};
    const char *host = "127.0.0.1";
    char port[8] = "8080";
    workers = (int)sysconf(_SC_NPROCESSORS_ONLN);
    opterr = 0;
    for (int option, at = 1; (option = getopt_long(count, words, "", options, NULL)) != -1; at = optind) {
        if (option == 'h') {
            host = optarg;
        } else if (option == 'p') {
            snprintf(port, sizeof port, "%d", whole("port", optarg, 0, 65535));
        } else if (option == 'w') {
            workers = whole("workers", optarg, 1, 1024);
        } else if (strcmp(words[at], "--help") == 0) {
            puts("Usage: epoll [--host ADDRESS] [--port N] [--workers N]\n"
                 "A C epoll server as a reference; by default 127.0.0.1, 8080, and one loop per CPU. --port 0: any.");
            return 0;
        } else {
            die(2, "unknown option, or one without its value: '%s' (see --help)", words[at]);
        }
    }
    if (optind < count) {
        die(2, "unmatched argument: '%s' (see --help)", words[optind]);
    }

    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    connections = mmap(NULL, files.rlim_cur * sizeof *connections, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    struct loop *loops = calloc(workers, sizeof *loops);
    stop_event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (connections == MAP_FAILED || !loops || stop_event < 0) {
        die(4, "cannot start: %s", strerror(errno));
    }

    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *address;
    if (getaddrinfo(host, port, &hints, &address)) {
        die(4, "no address is known for the name '%s'; give --host an address of this machine", host);
    }
    int listener = listen_at(address, host, port);
    struct sockaddr_storage bound;
    socklen_t size = sizeof bound;
    getsockname(listener, (struct sockaddr *)&bound, &size);
    getnameinfo((struct sockaddr *)&bound, size, NULL, 0, port, sizeof port, NI_NUMERICSERV);
    snprintf(url, sizeof url, strchr(host, ':') ? "http://[%s]:%s" : "http://%s:%s", host, port);

    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    start(&loops[0], listener);
    memcpy(address->ai_addr, &bound, size); /* with the port that the first one has */
    for (int i = 1; i < workers; i++) {
        start(&loops[i], listen_at(address, host, port));
    }
    freeaddrinfo(address);
    printf("READY {\"server\":\"c-epoll\",\"model\":\"event loop\",\"pid\":%d,\"url\":\"%s\",\"store\":null,"
           "\"workers\":%d}\n",
           getpid(), url, workers);
    fflush(stdout);

    int signal;
    sigwait(&signals, &signal);
    eventfd_write(stop_event, 1);
    for (int i = 0; i < workers; i++) {
        pthread_join(loops[i].thread, NULL);
    }
    printf("STOPPED {\"server\":\"c-epoll\",\"pid\":%d,\"requests\":%ld,\"handlerPeak\":%ld}\n", getpid(), requests,
           handler_peak);
    return 0;
}
