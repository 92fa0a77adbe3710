/*
 * The physical reference: an HTTP/1.1 server in plain C, with the routes, options and output of our servers
 * (docs/reference/servers.md), on epoll (c-epoll) or on io_uring (c-uring). A thread has a loop of its own: transport,
 * listener (SO_REUSEPORT), timer heap and buffers. A connection owns 24 bytes; bytes that must wait (half a request, half an
 * answer) are kept for it in a block of their own, else buffers are the thread's. Answers are built for each request and go
 * out in one send.
 *
 * Exit codes: 0 stopped by SIGTERM or SIGINT, 1 failed, 2 usage, 4 the environment does not allow it.
 */
#define _GNU_SOURCE
#include "server.h"

#include "http.h"

#include <errno.h>
#include <getopt.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 65535 }; /* the kernel caps it at net.core.somaxconn */

int stop_event;
rlim_t most_connections;
static char url[160];
static int workers;
static pthread_barrier_t open; /* all loops accept */
static atomic_long requests, in_handler, handler_peak;

void die(int code, const char *format, ...) {
    va_list rest;
    va_start(rest, format);
    fprintf(stderr, "%s: ", transport_server);
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

/* ---- timers: a binary heap by due time; each connection knows its place, to be taken out when it closes ---- */

static void place(struct loop *loop, uint32_t at, int fd) {
    loop->heap[at] = fd;
    loop->connections[fd].timer = at;
}

static void sift(struct loop *loop, uint32_t at, int fd) {
    int64_t due = loop->connections[fd].due;
    for (; at > 1 && loop->connections[loop->heap[at / 2]].due > due; at /= 2) {
        place(loop, at, loop->heap[at / 2]);
    }
    for (uint32_t child = 2 * at; child <= loop->asleep; child = 2 * at) {
        if (child < loop->asleep && loop->connections[loop->heap[child + 1]].due < loop->connections[loop->heap[child]].due) {
            child++;
        }
        if (loop->connections[loop->heap[child]].due >= due) {
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
    loop->connections[fd].due = now_ns() + millis * MS; /* loop->now is as old as its batch of events */
    sift(loop, ++loop->asleep, fd);
}

static void wake(struct loop *loop, int fd) {
    uint32_t at = loop->connections[fd].timer;
    int last = loop->heap[loop->asleep--];
    if (last != fd) {
        sift(loop, at, last);
    }
    loop->connections[fd].timer = 0;
}

/* ---- answers ---- */

void drop(struct loop *loop, int fd) {
    struct connection *c = &loop->connections[fd];
    if (c->timer) {
        wake(loop, fd);
        leave();
    }
    if (c->held) {
        loop->unsent -= c->held->out > 0;
        free(c->held);
    }
    *c = (struct connection){0};
    transport_close(loop, fd); /* last: another connection may be given the number at once */
}

bool hold(struct loop *loop, int fd, const char *in, size_t in_bytes, const char *out, size_t out_bytes) {
    struct held *old = loop->connections[fd].held, *held = NULL;
    if (in_bytes + out_bytes > 0) {
        held = malloc(sizeof *held + in_bytes + out_bytes);
        if (!held) {
            return false;
        }
        *held = (struct held){.in = in_bytes, .out = out_bytes};
        if (in_bytes) {
            memcpy(held->bytes, in, in_bytes);
        }
        if (out_bytes) {
            memcpy(held->bytes + in_bytes, out, out_bytes);
        }
    }
    loop->unsent += (out_bytes > 0) - (old && old->out > 0);
    free(old);
    loop->connections[fd].held = held;
    return true;
}

/* Puts an answer, or the rest of one, behind those that are held. */
static bool hold_answer(struct loop *loop, int fd, const char *rest, size_t left, const char *text, size_t bytes) {
    struct held *held = loop->connections[fd].held;
    size_t earlier = held ? held->out - held->sent : 0;
    if (!earlier) {
        return hold(loop, fd, rest, left, text, bytes);
    }
    char *all = malloc(earlier + bytes);
    if (!all) {
        return false;
    }
    memcpy(all, held->bytes + held->in + held->sent, earlier);
    memcpy(all + earlier, text, bytes);
    bool kept = hold(loop, fd, rest, left, all, earlier + bytes);
    free(all);
    return kept;
}

/* Sends head and body at once. What the socket does not take is held, with the requests that come after. False when
   no other request may be served now: the connection is closed, or has to be written to first. */
static bool answer(struct loop *loop, int fd, const char *status, const char *body, const char *rest, size_t left) {
    struct connection *c = &loop->connections[fd];
    bool keep = c->keep && !loop->stop_at && !(c->ended && left == 0);
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
    bool behind = c->held && c->held->out > c->held->sent;
    ssize_t sent = behind ? 0 : transport_send(loop, fd, loop->out, bytes, c->last);
    if (sent == bytes && keep) {
        return true;
    }
    if (sent < 0 || sent == bytes || !hold_answer(loop, fd, rest, left, loop->out + sent, bytes - sent)) {
        drop(loop, fd);
        return false;
    }
    transport_await(loop, fd, WRITE);
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
             "{\"server\":\"%s\",\"model\":\"event loop\",\"pid\":%d,\"url\":\"%s\",\"store\":null,\"workers\":%d,"
             "\"limits\":{\"nofileSoft\":%s,\"nofileHard\":%s,\"nprocSoft\":%s,\"nprocHard\":%s,\"somaxconn\":%s}}",
             transport_server, getpid(), url, workers, limit(soft, files.rlim_cur), limit(hard, files.rlim_max),
             limit(some, processes.rlim_cur), limit(most, processes.rlim_max), number(queue, somaxconn, known));
}

/* Answers one request, or puts it to sleep. False when no more may be read from the connection now. */
static bool serve(struct loop *loop, int fd, struct request r, const char *rest, size_t left) {
    char body[1024], quote[2 * LONGEST_QUOTE + 4];
    struct connection *c = &loop->connections[fd];
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

void serve_all(struct loop *loop, int fd, const char *text, size_t bytes) {
    for (;;) {
        while (bytes >= 2 && memcmp(text, "\r\n", 2) == 0) { /* an empty line before a request is let pass */
            text += 2;
            bytes -= 2;
        }
        const char *end = memmem(text, bytes, "\r\n\r\n", 4);
        if (!end && bytes < LONGEST_HEAD) {
            if (loop->connections[fd].ended || !hold(loop, fd, text, bytes, NULL, 0)) {
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

size_t recall(struct loop *loop, int fd) {
    struct held *held = loop->connections[fd].held;
    if (held) {
        memcpy(loop->in, held->bytes, held->in);
    }
    return held ? held->in : 0;
}

void writable(struct loop *loop, int fd) {
    struct connection *c = &loop->connections[fd];
    struct held *held = c->held;
    ssize_t sent = transport_send(loop, fd, held->bytes + held->in + held->sent, held->out - held->sent, false);
    if (sent < 0) {
        drop(loop, fd);
        return;
    }
    held->sent += sent;
    if (held->sent < held->out) {
        transport_await(loop, fd, WRITE);
        return;
    }
    if (!c->keep) {
        drop(loop, fd);
        return;
    }
    held->out = held->sent = 0;
    loop->unsent--;
    transport_await(loop, fd, READ);
    if (!c->timer) {
        serve_all(loop, fd, loop->in, recall(loop, fd));
    }
}

void wake_due(struct loop *loop) {
    while (loop->asleep && loop->connections[loop->heap[1]].due <= loop->now) {
        int fd = loop->heap[1];
        struct connection *c = &loop->connections[fd];
        char body[64];
        wake(loop, fd);
        snprintf(body, sizeof body, "{\"message\":\"Hello, World! %u\"}", c->millis);
        leave();
        if (c->muted) {
            c->muted = false;
            transport_await(loop, fd, READ);
        }
        size_t bytes = recall(loop, fd); /* before the answer's rest takes its place */
        if (answer(loop, fd, "200 OK", body, loop->in, bytes) && bytes) {
            serve_all(loop, fd, loop->in, bytes);
        }
    }
}

void tick(struct loop *loop) {
    struct timespec now;
    loop->now = now_ns();
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    if (now.tv_sec != loop->second) {
        struct tm utc;
        loop->second = now.tv_sec;
        strftime(loop->date, sizeof loop->date, "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&now.tv_sec, &utc));
    }
}

int64_t patience(const struct loop *loop) {
    int64_t next = loop->asleep ? loop->connections[loop->heap[1]].due : INT64_MAX;
    if (loop->accept_again && loop->accept_again < next) {
        next = loop->accept_again;
    }
    if (loop->stop_at && loop->stop_at < next) {
        next = loop->stop_at;
    }
    return next == INT64_MAX ? -1 : next <= loop->now ? 0 : next - loop->now;
}

bool goes_on(const struct loop *loop) {
    return !loop->stop_at || (loop->now < loop->stop_at && loop->asleep + loop->unsent > 0);
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

static void *run(void *argument) {
    struct loop *loop = argument;
    tick(loop);
    transport_open(loop);
    pthread_barrier_wait(&open);
    transport_run(loop);
    return NULL;
}

static void start(struct loop *loop, int listener) {
    loop->listener = listener;
    loop->connections = mmap(NULL, most_connections * sizeof *loop->connections, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (loop->connections == MAP_FAILED || pthread_create(&loop->thread, NULL, run, loop)) {
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
            printf("Usage: %s [--host ADDRESS] [--port N] [--workers N]\n"
                   "A C server as a reference; by default 127.0.0.1, 8080, and one loop per CPU. --port 0: any.\n",
                   transport_program);
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
    most_connections = files.rlim_cur;
    struct loop *loops = calloc(workers, sizeof *loops);
    stop_event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (!loops || stop_event < 0 || pthread_barrier_init(&open, NULL, workers + 1)) {
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
    pthread_barrier_wait(&open);
    printf("READY {\"server\":\"%s\",\"model\":\"event loop\",\"pid\":%d,\"url\":\"%s\",\"store\":null,"
           "\"workers\":%d}\n",
           transport_server, getpid(), url, workers);
    fflush(stdout);

    int signal;
    sigwait(&signals, &signal);
    eventfd_write(stop_event, 1);
    for (int i = 0; i < workers; i++) {
        pthread_join(loops[i].thread, NULL);
    }
    printf("STOPPED {\"server\":\"%s\",\"pid\":%d,\"requests\":%ld,\"handlerPeak\":%ld}\n", transport_server, getpid(),
           requests, handler_peak);
    return 0;
}
