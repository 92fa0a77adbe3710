/*
 * link: carries packets between two TAP devices, later, some of them not at all: what netem does, for kernels without it.
 *
 * USAGE: link DEVICE DEVICE DELAY LOSS RATE LIMIT
 *
 * DELAY in microseconds, LOSS in percent, RATE in bits a second (0: as fast as it can) and LIMIT in packets are those of one
 * way; both ways have the same. It makes the devices in its network namespace, which must not exist, and goes on in the
 * background; they are gone when it ends.
 *
 * A packet that is not lost takes its length / RATE seconds, after the one before, and then DELAY more. At LIMIT it reads no
 * more packets; then the device's own queue fills, and what the kernel drops there it counts in the device's tx_dropped.
 *
 * Exit codes: 0 goes on in the background, 1 failed, 2 usage.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#define SECOND INT64_C(1000000000)

enum {
    LONGEST = 2048, /* a frame of an MTU of 1,500, and more */
    AT_ONCE = 64    /* packets that are read before those that are due leave */
};

struct packet {
    struct packet *next;
    int64_t due; /* ns */
    size_t length;
    char bytes[LONGEST];
};

struct way {
    int from, to;
    struct packet *first, *last; /* the delay is constant, so they leave in order */
    long count;
    int64_t idle_at; /* when the last one has been sent at the rate, ns */
};

static int64_t delay; /* ns */
static double loss;   /* of 1 */
static double rate;   /* bits a second */
static long limit;
static struct packet *unused;

static void fail(const char *what) {
    fprintf(stderr, "link: %s: %s\n", what, strerror(errno));
    exit(1);
}

static double number(const char *word, double most) {
    char *end;
    double value = strtod(word, &end);
    if (end == word || *end || !(value >= 0 && value <= most)) {
        fprintf(stderr, "link: not a number from 0 to %.0f: %s\n", most, word);
        exit(2);
    }
    return value;
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * SECOND + time.tv_nsec;
}

static int open_device(const char *name) {
    struct ifreq request = {.ifr_flags = (short)(IFF_TAP | IFF_NO_PI | IFF_TUN_EXCL)};
    int device = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (device < 0) fail("/dev/net/tun");
    if (strlen(name) >= sizeof request.ifr_name) {
        errno = ENAMETOOLONG;
        fail(name);
    }
    strcpy(request.ifr_name, name);
    if (ioctl(device, TUNSETIFF, &request)) fail(name);
    return device;
}

static struct packet *take_unused(void) {
    struct packet *packet = unused;
    if (packet) {
        unused = packet->next;
    } else if (!(packet = malloc(sizeof *packet))) {
        fail("packet");
    }
    return packet;
}

static void give_back(struct packet *packet) {
    packet->next = unused;
    unused = packet;
}

static void append(struct way *way, struct packet *packet) {
    int64_t at = now();
    if (rate > 0) {
        if (way->idle_at < at) way->idle_at = at;
        way->idle_at += (int64_t)((double)packet->length * 8 * (double)SECOND / rate);
        at = way->idle_at;
    }
    packet->due = at + delay;
    packet->next = NULL;
    if (way->first) {
        way->last->next = packet;
    } else {
        way->first = packet;
    }
    way->last = packet;
    way->count++;
}

/* Returns false when the device is gone. */
static bool receive(struct way *way) {
    for (int i = 0; i < AT_ONCE && way->count < limit; i++) {
        struct packet *packet = take_unused();
        ssize_t length = read(way->from, packet->bytes, sizeof packet->bytes);
        if (length < 0) {
            give_back(packet);
            return errno == EAGAIN || errno == EINTR;
        }
        packet->length = (size_t)length;
        if (drand48() < loss) {
            give_back(packet);
        } else {
            append(way, packet);
        }
    }
    return true;
}

/* Sends what is due. A device that is down takes nothing, and the packet is lost, as on a link that is down. */
static void deliver(struct way *way) {
    int64_t at = now();
    while (way->first && way->first->due <= at) {
        struct packet *packet = way->first;
        while (write(way->to, packet->bytes, packet->length) < 0 && errno == EINTR) {
        }
        way->first = packet->next;
        way->count--;
        give_back(packet);
    }
}

static void carry(struct way ways[2]) {
    for (;;) {
        struct pollfd polled[2];
        int64_t next = INT64_MAX;
        for (int i = 0; i < 2; i++) {
            deliver(&ways[i]);
            if (ways[i].first && ways[i].first->due < next) next = ways[i].first->due;
            polled[i] = (struct pollfd){.fd = ways[i].count < limit ? ways[i].from : -1, .events = POLLIN};
        }
        int64_t left = next == INT64_MAX ? 0 : next - now();
        if (left < 0) left = 0;
        struct timespec wait = {.tv_sec = left / SECOND, .tv_nsec = left % SECOND};
        if (ppoll(polled, 2, next == INT64_MAX ? NULL : &wait, NULL) < 0 && errno != EINTR) fail("ppoll");
        for (int i = 0; i < 2; i++) {
            if (polled[i].fd >= 0 && !receive(&ways[i])) return;
        }
    }
}

int main(int count, char **words) {
    if (count != 7) {
        fputs("Usage: link DEVICE DEVICE DELAY LOSS RATE LIMIT\n", stderr);
        return 2;
    }
    delay = (int64_t)(number(words[3], 1e7) * 1e3);
    loss = number(words[4], 100) / 100;
    rate = number(words[5], 1e12);
    limit = (long)number(words[6], 1e9);
    if (limit < 1) limit = 1;
    /* of the one who calls lab.sh, and its lock */
    if (close_range(3, ~0U, 0)) fail("close_range");
    int one = open_device(words[1]), other = open_device(words[2]);
    struct way ways[2] = {{.from = one, .to = other}, {.from = other, .to = one}};
    long seed;
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed) fail("getrandom");
    srand48(seed);
    if (daemon(0, 0)) fail("daemon");
    prctl(PR_SET_TIMERSLACK, 1UL);
    carry(ways);
    return 0;
}
