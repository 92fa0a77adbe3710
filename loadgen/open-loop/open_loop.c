/*
 * open-loop: sends requests at planned times, whether or not earlier ones were answered, over HTTP/1.1.
 *
 * Request k of a phase is due (k + 1) / rate seconds after the phase's start. It is sent then, on a connection that is
 * free: at most --connections are open, and a new one is opened when all open ones are in use, or in place of one that was
 * closed. When none is free, the request waits, in order, and its due time stays. One thread, one epoll set: a request
 * costs a send, a recv and two waits.
 *
 * For each request that was sent it logs a struct record, in the order of their ends. At the end of the last phase it sends
 * on the connections that are free, and no more: requests that still wait for one are not sent and not in the log.
 *
 * Exit codes: 0 ended, 1 failed, 2 usage, 4 the environment does not allow it, 128 + N by signal N.
 */
#define _GNU_SOURCE
#include "response.h"

#include <arpa/inet.h>
#include <errno.h>
#include <getopt.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define VERSION "open-loop 1" /* the first line of its log; changes with struct record */
#define SECOND INT64_C(1000000000)
#define NEVER INT64_MAX

enum {
    MOST_CONNECTIONS = 1000000,
    MOST_SECONDS = 86400,
    MOST_ADDRESSES = 254,
    MOST_RATE = 10000000,
    PHASES = 16,
    SPARE_DESCRIPTORS = 16,
    LONGEST_URL = 8000,
    MOST_HEADERS = 64,
    MOST_ROUTES = 1000,
    LONGEST_BODY = 1 << 20,
    BUFFER = 65536,
    EVENTS = 256,
    SENDS = 64,           /* in a row, before responses have their turn */
    TIMER_SLACK_NS = 1000 /* the default of 50,000 would be lag */
};

enum failure { NONE, CONNECT, RECEIVE, TIMED_OUT };

/* Of a request, as OpenLoopLog.java reads it; times in ns since the start. */
struct record {
    int64_t due, sent, ended;
    uint32_t sequence, body; /* body in bytes, without chunk headers */
    uint16_t status;         /* 0 without a response */
    uint8_t phase, failure;
    uint32_t unused;
};
_Static_assert(sizeof(struct record) == 40, "the reader knows this size");

struct phase {
    int64_t rate, seconds;
    int64_t outstanding; /* ends the phase early; 0 = nothing does */
    int64_t start;       /* ns since the start */
    int64_t first;       /* sequence number of its first request */
};

struct connection {
    struct connection *earlier, *later; /* in use, by the time of their sends */
    int fd;                             /* -1 = not open */
    uint32_t sequence;
    int64_t sent;
    struct response response;
    size_t written; /* bytes of the request */
    bool busy, reused, answering;
};

static struct phase phases[PHASES];
static int phase_count, arriving;    /* the phase of the next request to arrive */
static int64_t arrived, sent, ended;       /* requests: due so far, sent in order, with an outcome */
static struct connection *connections, **idle, *oldest, *newest;
static int connection_count, idle_count, epoll_fd;
static int64_t start, timeout;
static bool keep = true, repeatable = true; /* RFC 9110 section 9.2.2: whether a request may be sent again */
static struct sockaddr_in server, source;
static int address_count = 1; /* in a row from source; a connection has always the same */
static char buffer[BUFFER];
static struct {
    char *text;
    size_t bytes;
} messages[MOST_ROUTES]; /* sent in turn */
static const char *method = "GET", *headers[MOST_HEADERS], *body_name, *routes_name;
static char *body;
static size_t body_bytes;
static int header_count, message_count;
static const char *log_name;
static FILE *log_file;
static long opened, reopened;

static long other_than_2xx;
static uint16_t first_other_status;
static volatile sig_atomic_t stopped_by;

static void die(int code, const char *format, ...) {
    va_list rest;
    va_start(rest, format);
    fputs("open-loop: ", stderr);
    vfprintf(stderr, format, rest);
    fputc('\n', stderr);
    exit(code);
}

/* ns since the start */
static int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * SECOND + now.tv_nsec - start;
}

/* ---- plan ---- */

static int64_t due(int phase, int64_t sequence) {
    return phases[phase].start + (sequence - phases[phase].first + 1) * SECOND / phases[phase].rate;
}

/* When the next request is due; NEVER after the last one. */
static int64_t next_due(void) { return arriving < phase_count ? due(arriving, arrived) : NEVER; }

/* NEVER before the last phase has begun, and after its end. */
static int64_t end_of_last_phase(void) {
    struct phase *last = &phases[phase_count - 1];
    return arriving == phase_count - 1 ? last->start + last->seconds * SECOND : NEVER;
}

static int phase_of(int64_t sequence) {
    int phase = arriving < phase_count ? arriving : phase_count - 1;
    while (phases[phase].first > sequence) phase--;
    return phase;
}

static void next_phase(int64_t at) {
    if (++arriving < phase_count) {
        phases[arriving].start = at;
        phases[arriving].first = arrived;
    }
}

static void arrive(int64_t now) {
    int64_t at;
    while ((at = next_due()) <= now) {
        struct phase *phase = &phases[arriving];
        arrived++;
        if (arrived - phase->first == phase->rate * phase->seconds) {
            next_phase(phase->start + phase->seconds * SECOND);
        } else if (phase->outstanding > 0 && arrived - ended >= phase->outstanding) {
            next_phase(at);
        }
    }
}

/* ---- connections ---- */

static void fail(struct connection *c, enum failure failure);

static void close_connection(struct connection *c) {
    if (c->fd >= 0) close(c->fd);
    c->fd = -1;
    free(c->response.head);
    c->response.head = NULL;
}

/* Begins to connect; returns why it cannot, or 0. */
static int begin_connect(struct connection *c) {
    int on = 1;
    c->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (c->fd < 0) die(4, "cannot open connection %ld: %s", opened + 1, strerror(errno));
    opened++;
    c->reused = false;
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    /* else bind chooses a port before the server is known, and one that no other connection of this source has */
    setsockopt(c->fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    struct sockaddr_in own = source;
    own.sin_addr.s_addr = htonl(ntohl(source.sin_addr.s_addr) + (c - connections) % address_count);
    if (source.sin_family && bind(c->fd, (struct sockaddr *)&own, sizeof own)) return errno;
    if (connect(c->fd, (struct sockaddr *)&server, sizeof server) && errno != EINPROGRESS) return errno;
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data.ptr = c};
    if (epoll_ctl(epoll_fd, EPOLL_CTL_ADD, c->fd, &event)) die(4, "cannot watch a connection: %s", strerror(errno));
    return 0;
}

static void open_connection(struct connection *c) {
    if (begin_connect(c)) fail(c, CONNECT);
}

static void finish(struct connection *c, enum failure failure) {
    int phase = phase_of(c->sequence);
    struct record record = {.due = due(phase, c->sequence),
                            .sent = c->sent,
                            .ended = now_ns(),
                            .sequence = c->sequence,
                            .body = c->response.body,
                            .status = c->response.status,
                            .phase = phase,
                            .failure = failure};
    if (failure == NONE && c->response.status / 100 != 2 && !other_than_2xx++) first_other_status = c->response.status;
    if (fwrite(&record, sizeof record, 1, log_file) != 1) die(1, "cannot write %s: %s", log_name, strerror(errno));
    ended++;
    if (c->earlier) c->earlier->later = c->later;
    else oldest = c->later;
    if (c->later) c->later->earlier = c->earlier;
    else newest = c->earlier;
    c->busy = false;
    if (failure != NONE || c->response.close || !keep) close_connection(c);
    c->reused = true;
    idle[idle_count++] = c;
}

static void fail(struct connection *c, enum failure failure) {
    /* a server may close a kept connection while a request is on its way: HTTP clients then send it again if they may */
    if (failure == RECEIVE && c->reused && !c->answering && (repeatable || !c->written)) {
        close_connection(c);
        reopened++;
        c->written = 0;
        open_connection(c);
        return;
    }
    finish(c, failure);
}

/* ---- a request and its response ---- */

static size_t left_to_write(const struct connection *c) { return messages[c->sequence % message_count].bytes - c->written; }

static void write_request(struct connection *c) {
    int turn = c->sequence % message_count;
    ssize_t bytes = send(c->fd, messages[turn].text + c->written, left_to_write(c), MSG_NOSIGNAL);
    if (bytes >= 0) c->written += bytes; /* the rest when the socket has room, which is another event */
    else if (errno != EAGAIN) fail(c, c->reused || c->written ? RECEIVE : CONNECT);
}

static void send_next(int64_t now) {
    struct connection *c = idle[--idle_count];
    c->sent = now;
    c->sequence = sent++;
    c->busy = true;
    c->written = 0;
    c->answering = false;
    begin_response(&c->response);
    c->later = NULL;
    c->earlier = newest;
    if (newest) newest->later = c;
    else oldest = c;
    newest = c;
    if (c->fd < 0) open_connection(c); /* it is written when the connection is there */
    else write_request(c);
}

static void receive(struct connection *c, bool closing) {
    struct response *response = &c->response;
    ssize_t bytes;
    do {
        bytes = recv(c->fd, buffer, sizeof buffer, 0);
        if (bytes < 0 && errno == EAGAIN) return;
        c->answering |= bytes > 0;
        bool read = bytes > 0    ? read_response(response, buffer, buffer + bytes)
                    : bytes == 0 ? end_response(response)
                                 : false;
        if (!read) {
            fail(c, c->written ? RECEIVE : CONNECT);
            return;
        }
        if (response->part == DONE) {
            response->close |= closing;
            finish(c, NONE);
            return;
        }
    } while (bytes == sizeof buffer || closing); /* otherwise what comes later is another event */
}

static void on_event(struct connection *c, uint32_t events) {
    if (!c->busy) {
        /* a free connection is readable once the server has closed it; what it sent there answers nothing */
        if (events & (EPOLLIN | EPOLLERR | EPOLLHUP)) close_connection(c);
        return;
    }
    if (left_to_write(c)) write_request(c);
    /* a server may answer before it has the whole request; the connection is of no use then */
    bool early = left_to_write(c) > 0;
    if (c->busy && events & (early ? EPOLLIN : ~EPOLLOUT)) receive(c, early || events & EPOLLRDHUP);
}

/* ---- the load ---- */

static void wait_for_events(int64_t now, bool sends_now) {
    struct epoll_event events[EVENTS];
    int64_t wake = oldest ? oldest->sent + timeout : NEVER, next = next_due();
    if (next < wake && (idle_count > 0 || phases[arriving].outstanding > 0)) wake = next;
    if (end_of_last_phase() < wake) wake = end_of_last_phase();
    int64_t wait = sends_now || wake <= now ? 0 : wake - now;
    struct timespec span = {wait / SECOND, wait % SECOND};
    int count = syscall(SYS_epoll_pwait2, epoll_fd, events, EVENTS, wake == NEVER ? NULL : &span, NULL, 0);
    if (count < 0 && errno != EINTR) die(4, "cannot wait for responses (epoll_pwait2): %s", strerror(errno));
    for (int i = 0; i < count; i++) {
        on_event(events[i].data.ptr, events[i].events);
    }
}

static void run(void) {
    bool over = false;
    struct timespec begun;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    start = begun.tv_sec * SECOND + begun.tv_nsec;
    while (!stopped_by && !(over && ended == sent)) {
        int64_t now = now_ns();
        arrive(now);
        bool ends = arriving == phase_count;
        int most = ends ? idle_count : SENDS;
        for (int i = 0; i < most && !over && sent < arrived && idle_count > 0; i++) {
            send_next(now_ns());
        }
        over |= ends;
        while (oldest && oldest->sent + timeout <= now) {
            fail(oldest, TIMED_OUT);
        }
        if (!(over && ended == sent)) wait_for_events(now, !over && sent < arrived && idle_count > 0);
    }
}

/* ---- command line ---- */

static int64_t number(const char *text, char **end, int64_t most, const char *what) {
    errno = 0;
    long long value = strtoll(text, end, 10);
    if (errno || *text < '0' || *text > '9' || value < 1 || value > most)
        die(2, "%s must be a number from 1 to %lld, not '%s'", what, (long long)most, text);
    return value;
}

static int64_t option(const char *text, int64_t most, const char *what) {
    char *end;
    int64_t value = number(text, &end, most, what);
    if (*end) die(2, "%s must be a number from 1 to %lld, not '%s'", what, (long long)most, text);
    return value;
}

/* RATE:SECONDS or RATE:SECONDS:OUTSTANDING */
static void add_phase(char *text) {
    static int64_t requests; /* of all phases */
    char *end;
    if (phase_count == PHASES) die(2, "more than %d phases", PHASES);
    struct phase *phase = &phases[phase_count++];
    phase->rate = number(text, &end, MOST_RATE, "a phase's RATE");
    if (*end != ':') die(2, "a phase is RATE:SECONDS or RATE:SECONDS:OUTSTANDING, not '%s'", text);
    phase->seconds = number(end + 1, &end, MOST_SECONDS, "a phase's SECONDS");
    requests += phase->rate * phase->seconds;
    if (requests > INT32_MAX) die(2, "the phases have %lld requests, and may have %d: lower RATE or SECONDS", (long long)requests, INT32_MAX);
    if (*end == ':') phase->outstanding = number(end + 1, &end, INT32_MAX, "a phase's OUTSTANDING");
    if (*end) die(2, "a phase is RATE:SECONDS or RATE:SECONDS:OUTSTANDING, not '%s'", text);
}

static void add_header(const char *text) {
    if (header_count == MOST_HEADERS) die(2, "more than %d headers", MOST_HEADERS);
    if (!strchr(text, ':') || strpbrk(text, "\r\n")) die(2, "--header '%s' is not NAME: VALUE", text);
    headers[header_count++] = text;
}

/* The body of all requests. */
static void read_body(void) {
    FILE *file = fopen(body_name, "re");
    body = malloc(LONGEST_BODY + 1);
    if (!file) die(2, "cannot read --body %s: %s", body_name, strerror(errno));
    if (!body) die(4, "no memory for a body");
    body_bytes = fread(body, 1, LONGEST_BODY + 1, file);
    if (ferror(file)) die(2, "cannot read --body %s: %s", body_name, strerror(errno));
    if (body_bytes > LONGEST_BODY) die(2, "--body %s has more than %d bytes", body_name, LONGEST_BODY);
    fclose(file);
}

static void add_request(const char *path, const char *host, int host_bytes) {
    if (message_count == MOST_ROUTES) die(2, "more than %d routes", MOST_ROUTES);
    FILE *text = open_memstream(&messages[message_count].text, &messages[message_count].bytes);
    if (!text) die(4, "no memory for a request");
    fprintf(text, "%s %s HTTP/1.1\r\nHost: %.*s\r\n%s", method, path, host_bytes, host, keep ? "" : "Connection: close\r\n");
    for (int i = 0; i < header_count; i++) fprintf(text, "%s\r\n", headers[i]);
    if (body_name) {
        fprintf(text, "Content-Length: %zu\r\n\r\n", body_bytes);
        fwrite(body, 1, body_bytes, text);
    } else fputs("\r\n", text);
    if (fclose(text)) die(4, "no memory for a request");
    message_count++;
}

/* One for each line of --routes. */
static void add_routes(const char *host, int host_bytes) {
    char line[LONGEST_URL];
    FILE *file = fopen(routes_name, "re");
    if (!file) die(2, "cannot read --routes %s: %s", routes_name, strerror(errno));
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (line[0] != '/' || strpbrk(line, " \t\r")) die(2, "--routes %s has '%s', which is no path", routes_name, line);
        add_request(line, host, host_bytes);
    }
    fclose(file);
    if (!message_count) die(2, "--routes %s is empty", routes_name);
}

/* http://HOST[:PORT][/PATH] */
static void set_url(const char *url) {
    char host[256], port[6] = "80";
    int at = 0;
    if (sscanf(url, "http://%255[^:/?#[]%n", host, &at) != 1) die(2, "'%s' is not a URL such as http://127.0.0.1/", url);
    if (url[at] == ':') {
        int digits = 0;
        if (sscanf(url + at, ":%5[0-9]%n", port, &digits) != 1) die(2, "'%s' has no port after its colon", url);
        at += digits;
    }
    if (url[at] != '/' && url[at] != 0) die(2, "'%s' needs a path that begins with /", url);
    struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *found;
    int error = getaddrinfo(host, port, &hints, &found);
    if (error) die(1, "cannot find %s: %s", host, gai_strerror(error));
    memcpy(&server, found->ai_addr, sizeof server);
    freeaddrinfo(found);
    if (strlen(url) > LONGEST_URL) die(2, "a URL of %zu bytes is too long", strlen(url));
    for (const char *c = url; *c; c++) {
        if (*c <= ' ' || *c == 127) die(2, "'%s' has a space or a control character", url);
    }
    if (body_name) read_body();
    if (routes_name) add_routes(url + 7, at - 7);
    else add_request(url[at] ? url + at : "/", url + 7, at - 7);
}

static void raise_nofile(void) {
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_max < (rlim_t)connection_count + SPARE_DESCRIPTORS)
        die(4, "asked for %d connections; nofile is %lu (hard): ask for %lu at most", connection_count,
            (unsigned long)limit.rlim_max, (unsigned long)limit.rlim_max - SPARE_DESCRIPTORS);
}

/* A server that is not there is an error, and not a load of failures. */
static void connect_first(const char *url) {
    int error = begin_connect(&connections[0]);
    socklen_t size = sizeof error;
    struct epoll_event event;
    if (!error && epoll_wait(epoll_fd, &event, 1, timeout / 1000000) == 0) error = ETIMEDOUT;
    if (!error) getsockopt(connections[0].fd, SOL_SOCKET, SO_ERROR, &error, &size);
    if (error) die(1, "cannot connect to %s: %s", url, strerror(error));
}

static void on_signal(int number) { stopped_by = number; }

static void usage(int code) {
    fputs("Usage: open-loop --connections N --timeout SECONDS --log FILE [--source ADDRESS [--addresses N]] [--close]\n"
          "                 [--method METHOD] [--header 'NAME: VALUE']... [--body FILE] [--routes FILE]\n"
          "                 http://HOST[:PORT]/PATH RATE:SECONDS[:OUTSTANDING]...\n"
          "Sends RATE requests a second, answered or not, for SECONDS, or until OUTSTANDING have no outcome; then\n"
          "the next phase. --close opens a connection for each request. --addresses connects from N addresses in a row.\n"
          "--routes has a path in each line, which are requested in turn in place of PATH.\n",
          code ? stderr : stdout);
    exit(code);
}

int main(int count, char **words) {
    static const struct option options[] = {
        {"connections", required_argument, NULL, 'c'}, {"timeout", required_argument, NULL, 't'},
        {"log", required_argument, NULL, 'l'},         {"source", required_argument, NULL, 's'},
        {"addresses", required_argument, NULL, 'a'},   {"close", no_argument, NULL, 'x'},
        {"method", required_argument, NULL, 'm'},      {"header", required_argument, NULL, 'H'},
        {"body", required_argument, NULL, 'b'},        {"version", no_argument, NULL, 'v'},
        {"routes", required_argument, NULL, 'r'},      {"help", no_argument, NULL, 'h'},
        {0}};
    for (int option_read; (option_read = getopt_long(count, words, "", options, NULL)) != -1;) {
        switch (option_read) {
        case 'c': connection_count = option(optarg, MOST_CONNECTIONS, "--connections"); break;
        case 't': timeout = option(optarg, MOST_SECONDS, "--timeout") * SECOND; break;
        case 'l': log_name = optarg; break;
        case 's':
            source.sin_family = AF_INET;
            if (inet_pton(AF_INET, optarg, &source.sin_addr) != 1) die(2, "--source '%s' is not an IPv4 address", optarg);
            break;
        case 'a': address_count = option(optarg, MOST_ADDRESSES, "--addresses"); break;
        case 'x': keep = false; break;
        case 'm':
            if (!*optarg || strspn(optarg, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != strlen(optarg))
                die(2, "--method '%s' is not a method such as POST", optarg);
            if (!strcmp(optarg, "HEAD")) die(2, "--method HEAD: its responses have no body to wait for");
            method = optarg;
            repeatable = strcmp(method, "POST") && strcmp(method, "PATCH");
            break;
        case 'H': add_header(optarg); break;
        case 'b': body_name = optarg; break;
        case 'r': routes_name = optarg; break;
        case 'v': puts(VERSION); return 0;
        case 'h': usage(0); break;
        default: usage(2);
        }
    }
    if (!connection_count || !timeout || !log_name || count - optind < 2) usage(2);
    if (address_count > 1 && !source.sin_family) die(2, "--addresses counts from --source: give one");
    const char *url = words[optind];
    set_url(url);
    for (int i = optind + 1; i < count; i++) {
        add_phase(words[i]);
    }
    raise_nofile();
    connections = calloc(connection_count, sizeof *connections);
    idle = calloc(connection_count, sizeof *idle);
    if (!connections || !idle) die(4, "no memory for %d connections", connection_count);
    for (idle_count = 0; idle_count < connection_count; idle_count++) {
        struct connection *c = &connections[connection_count - 1 - idle_count];
        c->fd = -1;
        idle[idle_count] = c; /* the first one on top */
    }
    if ((epoll_fd = epoll_create1(EPOLL_CLOEXEC)) < 0) die(4, "cannot make an epoll set: %s", strerror(errno));
    if (!(log_file = fopen(log_name, "we"))) die(1, "cannot write %s: %s", log_name, strerror(errno));
    setvbuf(log_file, NULL, _IOFBF, BUFFER);
    fputs(VERSION "\n", log_file);
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    prctl(PR_SET_TIMERSLACK, TIMER_SLACK_NS);
    connect_first(url);
    run();
    if (fclose(log_file)) die(1, "cannot write %s: %s", log_name, strerror(errno));
    if (stopped_by) die(128 + stopped_by, "ended by SIG%s after %ld requests", sigabbrev_np(stopped_by), (long)ended);
    printf("%ld requests of %ld that were due, %ld connections opened, %ld of them for a request that a closed one had lost\n",
           (long)ended, (long)arrived, opened, reopened);
    if (other_than_2xx) printf("%ld responses other than 2xx, the status of the first: %d\n", other_than_2xx, first_other_status);
    return 0;
}
