/*
 * c-uring: io_uring by its system calls, one ring a loop. Its numbers of connections are places in the ring's table of
 * registered files, so they have no descriptors.
 *
 * What pays, by a prototype: sends go through the ring, and post no completion where all is
 * sent; a completion is waited for at most 200 us longer while the loop is busy, so that one wait brings many (Linux 6.12).
 * The first receive of a connection is for one time: most connections without keep-alive need no other, and end without a
 * cancellation. The later ones go on by themselves (multishot), into buffers that all connections share.
 */
#define _GNU_SOURCE
#include "server.h"

#include <errno.h>
#include <linux/io_uring.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Of Linux 6.12, which Debian's header of 6.1 does not have. */
#ifndef IORING_FEAT_MIN_TIMEOUT
#define IORING_FEAT_MIN_TIMEOUT (1U << 15)
#endif

enum {
    SUBMISSIONS = 4096,
    COMPLETIONS = 32768,
    BUFFERS = 2048, /* a power of two */
    BUFFER_BYTES = 4096,
    GROUP = 0,
    SLAB = 4 << 20, /* bytes that are sent in a turn */
    SENDS = 32768,  /* in a turn */
    BUSY = 32,      /* completions of a turn, from which on the next wait is longer */
    BATCH = 64,     /* completions that a longer wait is for */
    MIN_WAIT_US = 200,
    ENOUGH = 1 << 15, /* bytes that are kept for a connection before it receives no more; some may be under way */
};

const char transport_program[] = "uring", transport_server[] = "c-uring";

/* What a completion is about: operation, then the connection's generation, then its number. Of SEND the number is that of the
   send. */
enum operation { ACCEPT = 1, RECEIVE, SEND, WRITABLE, STOP, OTHER };

#define TAG(operation, generation, number) \
    ((uint64_t)(operation) << 56 | (uint64_t)((generation) & 0xffffff) << 32 | (uint32_t)(number))

/* struct io_uring_getevents_arg of Linux 6.12; before, the third field was padding. */
struct wait_argument {
    uint64_t mask;
    uint32_t mask_bytes, min_wait_us;
    uint64_t time;
};

struct peer {
    uint32_t generation; /* of the number: completions of an earlier one are none of this connection's */
    uint32_t turn;       /* in which it was sent to last */
    bool open, closing;  /* closing: once what was sent in this turn has left */
    bool receiving;
    bool paused; /* it is not to receive, since much is kept for it */
};

struct sent {
    uint32_t number, generation, from, bytes;
};

/* What was sent in a turn. It stays until the next turn's end, for the rest of what a socket did not take. */
struct batch {
    char *slab;
    struct sent *sends;
    uint32_t bytes, count;
};

struct transport {
    int ring;
    bool waits_longer; /* whether the kernel can */
    unsigned *sq_head, *sq_tail, *cq_head, *cq_tail, sq_mask, cq_mask;
    struct io_uring_sqe *sqes;
    struct io_uring_cqe *cqes;
    unsigned tail, submitted; /* of submissions: made, and given to the kernel */
    struct io_uring_buf_ring *buffers;
    char *buffer_bytes;
    uint16_t buffer_tail;
    struct peer *peers;
    struct batch batches[2];
    uint32_t turn;
    struct io_uring_sqe *newest; /* send of this turn, if it has not been submitted */
    int *closing, closing_count;
};

static int enter(struct transport *t, unsigned wait, int64_t nanos, unsigned min_wait_us) {
    struct __kernel_timespec time = {.tv_sec = nanos / (1000 * MS), .tv_nsec = nanos % (1000 * MS)};
    struct wait_argument argument = {.min_wait_us = min_wait_us, .time = nanos < 0 ? 0 : (uintptr_t)&time};
    unsigned count = t->tail - t->submitted;
    atomic_store_explicit((_Atomic unsigned *)t->sq_tail, t->tail, memory_order_release);
    t->newest = NULL;
    int done = (int)syscall(SYS_io_uring_enter, t->ring, count, wait, IORING_ENTER_GETEVENTS | IORING_ENTER_EXT_ARG, &argument,
                            sizeof argument);
    /* after a time-out the submissions are made all the same */
    t->submitted = atomic_load_explicit((_Atomic unsigned *)t->sq_head, memory_order_acquire);
    return done < 0 ? -errno : done;
}

static struct io_uring_sqe *submission(struct transport *t, uint8_t code, int fd, uint64_t tag) {
    while (t->tail - t->submitted > t->sq_mask) {
        int done = enter(t, 0, -1, 0);
        if (done < 0 && done != -EBUSY && done != -EAGAIN && done != -EINTR && done != -ETIME) {
            die(1, "io_uring_enter failed: %s", strerror(-done));
        }
    }
    struct io_uring_sqe *sqe = &t->sqes[t->tail++ & t->sq_mask];
    memset(sqe, 0, sizeof *sqe);
    sqe->opcode = code;
    sqe->fd = fd;
    sqe->user_data = tag;
    return sqe;
}

static void give_back(struct transport *t, unsigned id) {
    struct io_uring_buf *buffer = &t->buffers->bufs[t->buffer_tail++ & (BUFFERS - 1)];
    buffer->addr = (uintptr_t)(t->buffer_bytes + (size_t)id * BUFFER_BYTES);
    buffer->len = BUFFER_BYTES;
    buffer->bid = id;
}

static void give_back_all(struct transport *t) {
    atomic_store_explicit((_Atomic uint16_t *)&t->buffers->tail, t->buffer_tail, memory_order_release);
}

/* ---- submissions ---- */

static void accept_on(struct loop *loop) {
    struct io_uring_sqe *sqe = submission(loop->transport, IORING_OP_ACCEPT, loop->listener, TAG(ACCEPT, 0, 0));
    sqe->ioprio = IORING_ACCEPT_MULTISHOT;
    sqe->file_index = IORING_FILE_INDEX_ALLOC;
}

static void receive_on(struct transport *t, int number, bool once) {
    struct peer *peer = &t->peers[number];
    struct io_uring_sqe *sqe = submission(t, IORING_OP_RECV, number, TAG(RECEIVE, peer->generation, number));
    sqe->flags = IOSQE_FIXED_FILE | IOSQE_BUFFER_SELECT;
    sqe->ioprio = once ? 0 : IORING_RECV_MULTISHOT;
    sqe->buf_group = GROUP;
    peer->receiving = true;
}

static void cancel(struct transport *t, uint64_t tag) {
    struct io_uring_sqe *sqe = submission(t, IORING_OP_ASYNC_CANCEL, -1, TAG(OTHER, 0, 0));
    sqe->addr = tag;
    sqe->flags = IOSQE_CQE_SKIP_SUCCESS;
}

static void close_now(struct transport *t, int number) {
    struct peer *peer = &t->peers[number];
    if (peer->receiving) {
        cancel(t, TAG(RECEIVE, peer->generation, number));
    }
    struct io_uring_sqe *sqe = submission(t, IORING_OP_CLOSE, 0, TAG(OTHER, 0, 0));
    sqe->file_index = number + 1;
    sqe->flags = IOSQE_CQE_SKIP_SUCCESS;
    peer->generation++;
    peer->open = peer->closing = peer->receiving = peer->paused = false;
}

void transport_close(struct loop *loop, int number) {
    struct transport *t = loop->transport;
    if (t->peers[number].turn == t->turn) {
        t->peers[number].closing = true;
        t->closing[t->closing_count++] = number;
    } else {
        close_now(t, number);
    }
}

/* What a socket does not take is told by a completion; until then it counts as sent. A connection has one send a turn, since
   the second would overtake the rest of the first. */
ssize_t transport_send(struct loop *loop, int number, const char *text, size_t bytes, bool last) {
    struct transport *t = loop->transport;
    struct peer *peer = &t->peers[number];
    struct batch *batch = &t->batches[t->turn & 1];
    size_t room = SLAB - batch->bytes;
    last = last && bytes <= room;
    bytes = bytes < room ? bytes : room;
    if (!bytes || batch->count == SENDS) {
        return 0;
    }
    bool again = peer->turn == t->turn;
    struct sent *newest = batch->count ? &batch->sends[batch->count - 1] : NULL;
    if (again && !(t->newest && newest->number == (uint32_t)number)) {
        return 0;
    }
    memcpy(batch->slab + batch->bytes, text, bytes);
    if (again) {
        newest->bytes += bytes;
        t->newest->len += bytes;
    } else {
        batch->sends[batch->count] = (struct sent){number, peer->generation, batch->bytes, bytes};
        struct io_uring_sqe *sqe = submission(t, IORING_OP_SEND, number, TAG(SEND, t->turn & 1, batch->count));
        sqe->flags = IOSQE_FIXED_FILE | IOSQE_CQE_SKIP_SUCCESS;
        sqe->addr = (uintptr_t)(batch->slab + batch->bytes);
        sqe->len = bytes;
        /* with MSG_WAITALL less than all is a failure, which has a completion; with MSG_DONTWAIT it is one at once */
        sqe->msg_flags = MSG_NOSIGNAL | MSG_WAITALL | MSG_DONTWAIT;
        batch->count++;
        t->newest = sqe;
        peer->turn = t->turn;
    }
    t->newest->msg_flags |= last ? MSG_MORE : 0;
    batch->bytes += bytes;
    return bytes;
}

static void await_writable(struct transport *t, int number, unsigned flags) {
    struct io_uring_sqe *sqe =
        submission(t, IORING_OP_POLL_ADD, number, TAG(WRITABLE, t->peers[number].generation, number));
    sqe->flags = IOSQE_FIXED_FILE;
    sqe->poll32_events = POLLOUT;
    sqe->len = flags;
}

void transport_await(struct loop *loop, int number, enum interest interest) {
    struct transport *t = loop->transport;
    if (interest != WRITE) {
        struct peer *peer = &t->peers[number];
        if (peer->paused && !peer->receiving) {
            receive_on(t, number, false);
        }
        peer->paused = false;
        return; /* else it receives all the time, and what has to wait is kept */
    }
    await_writable(t, number, 0);
}

/* ---- completions ---- */

static void accepted(struct loop *loop, int result, bool more) {
    struct transport *t = loop->transport;
    if (result >= 0) {
        t->peers[result].open = true;
        t->peers[result].closing = false;
        t->peers[result].turn = t->turn - 1;
        receive_on(t, result, true);
    }
    if (more || loop->stop_at) {
        return;
    }
    if (result == -ENFILE || result == -EMFILE || result == -ENOBUFS || result == -ENOMEM) {
        loop->accept_again = loop->now + PAUSE;
    } else {
        accept_on(loop); /* others are of that one connection, which is gone */
    }
}

/* Puts bytes behind those that are held; false when there is no room or no memory. */
static bool keep_for_later(struct loop *loop, int number, const char *text, size_t bytes) {
    struct transport *t = loop->transport;
    struct peer *peer = &t->peers[number];
    struct held *old = loop->connections[number].held;
    size_t in = old ? old->in : 0, out = old ? old->out : 0;
    if (in + bytes > ENOUGH && !peer->paused) {
        peer->paused = loop->connections[number].muted = true;
        if (peer->receiving) {
            cancel(t, TAG(RECEIVE, peer->generation, number));
        }
    }
    struct held *held = in + bytes > LONGEST_INPUT ? NULL : realloc(old, sizeof *held + in + bytes + out);
    if (!held) {
        return false;
    }
    if (!old) {
        *held = (struct held){0};
    }
    memmove(held->bytes + in + bytes, held->bytes + in, out);
    memcpy(held->bytes + in, text, bytes);
    held->in = in + bytes;
    loop->connections[number].held = held;
    return true;
}

static void input(struct loop *loop, int number, const char *text, int bytes) {
    struct connection *c = &loop->connections[number];
    bool waits = c->timer || (c->held && c->held->out);
    if (bytes == 0) {
        c->ended = true;
        if (!waits) {
            drop(loop, number);
        }
    } else if (waits) {
        c->last = false;
        if (!keep_for_later(loop, number, text, bytes)) {
            drop(loop, number);
        }
    } else if (c->held) {
        size_t before = recall(loop, number);
        memcpy(loop->in + before, text, bytes); /* of a head that is not complete there are less than LONGEST_HEAD */
        serve_all(loop, number, loop->in, before + bytes);
    } else {
        serve_all(loop, number, text, bytes);
    }
}

static void received(struct loop *loop, int number, uint32_t generation, const struct io_uring_cqe *cqe) {
    struct transport *t = loop->transport;
    struct peer *peer = &t->peers[number];
    bool mine = peer->open && (peer->generation & 0xffffff) == generation;
    if (mine && !(cqe->flags & IORING_CQE_F_MORE)) {
        peer->receiving = false;
    }
    unsigned id = cqe->flags >> IORING_CQE_BUFFER_SHIFT;
    if (mine && !peer->closing) {
        if (cqe->res >= 0) {
            input(loop, number, t->buffer_bytes + (size_t)id * BUFFER_BYTES, cqe->res);
        } else if (cqe->res != -ENOBUFS && cqe->res != -ECANCELED) {
            drop(loop, number);
        }
        mine = peer->open && !peer->closing && (peer->generation & 0xffffff) == generation;
        if (mine && !peer->receiving && !peer->paused && !loop->connections[number].ended) {
            receive_on(t, number, false);
        }
    }
    if (cqe->flags & IORING_CQE_F_BUFFER) {
        give_back(t, id);
    }
}

/* A socket did not take all, or is gone. */
static void unsent(struct loop *loop, const struct batch *batch, uint32_t index, int result) {
    struct transport *t = loop->transport;
    struct sent sent = batch->sends[index];
    struct peer *peer = &t->peers[sent.number];
    struct connection *c = &loop->connections[sent.number];
    if (!peer->open || peer->generation != sent.generation) {
        return;
    }
    if (result < 0 && result != -EAGAIN) {
        if (!peer->closing) {
            drop(loop, sent.number);
        }
        return;
    }
    uint32_t taken = result < 0 ? 0 : result, rest = sent.bytes - taken;
    struct held *held = c->held;
    size_t in = held ? held->in : 0, later = held ? held->out - held->sent : 0;
    char *all = malloc(in + rest + later + 1); /* what was sent, before what is held */
    if (!all) {
        if (!peer->closing) {
            drop(loop, sent.number);
        }
        return;
    }
    if (in) {
        memcpy(all, held->bytes, in);
    }
    memcpy(all + in, batch->slab + sent.from + taken, rest);
    if (later) {
        memcpy(all + in + rest, held->bytes + in + held->sent, later);
    }
    bool kept = hold(loop, sent.number, all, in, all + in, rest + later);
    free(all);
    if (!kept) {
        if (!peer->closing) {
            drop(loop, sent.number);
        }
        return;
    }
    peer->closing = false; /* it is closed when the rest has left */
    if (!later) {
        transport_await(loop, sent.number, WRITE);
    }
}

/* A peer that has ended its side and does not read is always ready, and never for output: it is watched for changes, with which
   the kernel tells of that once. */
static void polled(struct loop *loop, int number, const struct io_uring_cqe *cqe) {
    struct transport *t = loop->transport;
    bool more = cqe->flags & IORING_CQE_F_MORE;
    if (cqe->res == -ECANCELED) {
        return;
    }
    if (cqe->res < 0 || cqe->res & (POLLOUT | POLLERR | POLLHUP)) {
        if (more) {
            cancel(t, TAG(WRITABLE, t->peers[number].generation, number));
        }
        writable(loop, number);
    } else if (!more) {
        await_writable(t, number, IORING_POLL_ADD_MULTI);
    }
}

static void complete(struct loop *loop, const struct io_uring_cqe *cqe) {
    struct transport *t = loop->transport;
    uint32_t generation = cqe->user_data >> 32 & 0xffffff, number = (uint32_t)cqe->user_data;
    switch ((enum operation)(cqe->user_data >> 56)) {
    case ACCEPT: accepted(loop, cqe->res, cqe->flags & IORING_CQE_F_MORE); break;
    case RECEIVE: received(loop, number, generation, cqe); break;
    case SEND: unsent(loop, &t->batches[generation], number, cqe->res); break;
    case WRITABLE:
        if (t->peers[number].open && (t->peers[number].generation & 0xffffff) == generation && loop->connections[number].held &&
            loop->connections[number].held->out) {
            polled(loop, number, cqe);
        }
        break;
    case STOP:
        loop->stop_at = loop->now + GRACE;
        loop->accept_again = 0;
        cancel(t, TAG(ACCEPT, 0, 0));
        break;
    case OTHER: break;
    }
}

/* Closes the connections whose last answer was sent in the turn before, except those that have a rest of it. */
static void close_sent(struct transport *t, int count) {
    for (int i = 0; i < count; i++) {
        if (t->peers[t->closing[i]].closing) {
            close_now(t, t->closing[i]);
        }
    }
    t->closing_count -= count;
    memmove(t->closing, t->closing + count, t->closing_count * sizeof *t->closing);
}

void transport_run(struct loop *loop) {
    struct transport *t = loop->transport;
    unsigned before = 0;
    while (goes_on(loop) || t->closing_count) {
        bool waits = !t->closing_count, busy = before >= BUSY && t->waits_longer;
        int done = enter(t, !waits ? 0 : busy ? BATCH : 1, waits ? patience(loop) : 0, waits && busy ? MIN_WAIT_US : 0);
        if (done < 0 && done != -ETIME && done != -EINTR && done != -EBUSY && done != -EAGAIN) {
            die(1, "io_uring_enter failed: %s", strerror(-done));
        }
        tick(loop);
        int closing = t->closing_count; /* their sends are done now */
        t->turn++;
        t->batches[t->turn & 1].bytes = t->batches[t->turn & 1].count = 0;
        unsigned head = *t->cq_head, tail = atomic_load_explicit((_Atomic unsigned *)t->cq_tail, memory_order_acquire);
        before = tail - head;
        for (; head != tail; head++) {
            complete(loop, &t->cqes[head & t->cq_mask]);
        }
        atomic_store_explicit((_Atomic unsigned *)t->cq_head, head, memory_order_release);
        give_back_all(t);
        close_sent(t, closing);
        wake_due(loop);
        if (loop->stop_at && loop->listener >= 0) {
            close(loop->listener);
            loop->listener = -1;
        }
        if (loop->accept_again && loop->accept_again <= loop->now) {
            loop->accept_again = 0;
            accept_on(loop);
        }
    }
    enter(t, 0, 0, 0);
}

/* ---- start ---- */

static void *memory(size_t bytes) {
    void *found = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (found == MAP_FAILED) {
        die(4, "no memory for a ring: %s", strerror(errno));
    }
    return found;
}

static void *mapped(int ring, size_t bytes, off_t what) {
    void *found = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring, what);
    if (found == MAP_FAILED) {
        die(4, "cannot map a ring: %s", strerror(errno));
    }
    return found;
}

static void registered(int ring, unsigned what, void *argument, unsigned count, const char *words) {
    if (syscall(SYS_io_uring_register, ring, what, argument, count) < 0) {
        die(4, "io_uring cannot register %s: %s; it needs Linux 6.1", words, strerror(errno));
    }
}

void transport_open(struct loop *loop) {
    struct io_uring_params params = {
        .flags = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_CQSIZE | IORING_SETUP_CLAMP,
        .cq_entries = COMPLETIONS,
    };
    struct transport *t = loop->transport = calloc(1, sizeof *t);
    if (!t) {
        die(4, "no memory for a ring");
    }
    t->ring = (int)syscall(SYS_io_uring_setup, SUBMISSIONS, &params);
    if (t->ring < 0) {
        die(4, "io_uring is not to be had: %s (is kernel.io_uring_disabled 0, and Linux at least 6.1?)", strerror(errno));
    }
    t->waits_longer = params.features & IORING_FEAT_MIN_TIMEOUT;
    size_t bytes = params.sq_off.array + params.sq_entries * sizeof(unsigned);
    size_t of_completions = params.cq_off.cqes + params.cq_entries * sizeof *t->cqes;
    char *rings = mapped(t->ring, bytes > of_completions ? bytes : of_completions, IORING_OFF_SQ_RING);
    t->sqes = mapped(t->ring, params.sq_entries * sizeof *t->sqes, IORING_OFF_SQES);
    t->sq_head = (unsigned *)(rings + params.sq_off.head);
    t->sq_tail = (unsigned *)(rings + params.sq_off.tail);
    t->cq_head = (unsigned *)(rings + params.cq_off.head);
    t->cq_tail = (unsigned *)(rings + params.cq_off.tail);
    t->sq_mask = params.sq_entries - 1;
    t->cq_mask = params.cq_entries - 1;
    t->cqes = (struct io_uring_cqe *)(rings + params.cq_off.cqes);
    unsigned *array = (unsigned *)(rings + params.sq_off.array);
    for (unsigned i = 0; i < params.sq_entries; i++) {
        array[i] = i;
    }

    struct io_uring_rsrc_register files = {.nr = most_connections, .flags = IORING_RSRC_REGISTER_SPARSE};
    registered(t->ring, IORING_REGISTER_FILES2, &files, sizeof files, "its table of connections");
    t->buffers = memory(BUFFERS * sizeof(struct io_uring_buf));
    t->buffer_bytes = memory((size_t)BUFFERS * BUFFER_BYTES);
    struct io_uring_buf_reg ring = {.ring_addr = (uintptr_t)t->buffers, .ring_entries = BUFFERS, .bgid = GROUP};
    registered(t->ring, IORING_REGISTER_PBUF_RING, &ring, 1, "its buffers");
    for (unsigned i = 0; i < BUFFERS; i++) {
        give_back(t, i);
    }
    give_back_all(t);
    for (int i = 0; i < 2; i++) {
        t->batches[i].slab = memory(SLAB);
        t->batches[i].sends = memory(SENDS * sizeof(struct sent));
    }
    t->peers = memory(most_connections * sizeof *t->peers);
    t->closing = memory(most_connections * sizeof *t->closing);
    t->turn = 1;

    accept_on(loop);
    struct io_uring_sqe *stop = submission(t, IORING_OP_POLL_ADD, stop_event, TAG(STOP, 0, 0));
    stop->poll32_events = POLLIN;
}
