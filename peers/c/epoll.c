/* c-epoll: level-triggered epoll, one set a loop. Its numbers of connections are descriptors. */
#define _GNU_SOURCE
#include "server.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    EVENTS = 256,
    ACCEPTS = 64, /* in a row, before others have their turn */
};

const char transport_program[] = "epoll", transport_server[] = "c-epoll";

struct transport {
    int epoll;
};

static void watch(struct loop *loop, int operation, int fd, uint32_t events) {
    struct epoll_event event = {.events = events, .data.fd = fd};
    epoll_ctl(loop->transport->epoll, operation, fd, &event);
}

void transport_open(struct loop *loop) {
    loop->transport = malloc(sizeof *loop->transport);
    if (!loop->transport || (loop->transport->epoll = epoll_create1(EPOLL_CLOEXEC)) < 0) {
        die(4, "cannot make an epoll set: %s", strerror(errno));
    }
    watch(loop, EPOLL_CTL_ADD, loop->listener, EPOLLIN);
    watch(loop, EPOLL_CTL_ADD, stop_event, EPOLLIN);
}

ssize_t transport_send(struct loop *loop, int fd, const char *text, size_t bytes, bool last) {
    (void)loop;
    ssize_t sent = send(fd, text, bytes, MSG_NOSIGNAL | (last ? MSG_MORE : 0));
    return sent < 0 && errno == EAGAIN ? 0 : sent;
}

void transport_await(struct loop *loop, int fd, enum interest interest) {
    watch(loop, EPOLL_CTL_MOD, fd, interest == READ ? EPOLLIN : interest == WRITE ? EPOLLOUT : 0);
}

void transport_close(struct loop *loop, int fd) {
    (void)loop;
    close(fd);
}

static void readable(struct loop *loop, int fd) {
    struct connection *c = &loop->connections[fd];
    if (c->timer) { /* level-triggered: it would be told again and again */
        c->muted = true;
        c->last = false;
        transport_await(loop, fd, NOTHING);
        return;
    }
    size_t bytes = recall(loop, fd);
    ssize_t got = recv(fd, loop->in + bytes, LONGEST_HEAD - bytes, 0);
    if (got > 0) {
        serve_all(loop, fd, loop->in, bytes + got);
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
        drop(loop, fd);
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

static int timeout(const struct loop *loop) {
    int64_t wait = patience(loop);
    return wait < 0 ? -1 : (int)((wait + MS - 1) / MS);
}

void transport_run(struct loop *loop) {
    struct epoll_event events[EVENTS];
    while (goes_on(loop)) {
        int count = epoll_wait(loop->transport->epoll, events, EVENTS, timeout(loop));
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
}

