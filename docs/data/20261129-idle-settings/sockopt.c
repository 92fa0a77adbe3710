// sockopt.c: sets one option on each TCP socket of a program that it is loaded into. Build and use:
//
//   cc -shared -fPIC -o sockopt.so sockopt.c
//   LD_PRELOAD=$PWD/sockopt.so SOCKOPT=rcvbuf VALUE=4096 COMMAND
//
// SOCKOPT is rcvbuf, sndbuf or defer; VALUE is in bytes, or for defer in seconds. An accepted socket inherits what its
// listener has.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static void set(int socket, const char *name, int level, int option) {
    const char *asked = getenv("SOCKOPT"), *value = getenv("VALUE");
    if (asked && value && !strcmp(asked, name)) {
        int number = atoi(value);
        if (setsockopt(socket, level, option, &number, sizeof number)) {
            abort();
        }
    }
}

int socket(int domain, int type, int protocol) {
    int (*next)(int, int, int) = dlsym(RTLD_NEXT, "socket");
    int made = next(domain, type, protocol);
    if (made >= 0 && (domain == AF_INET || domain == AF_INET6) && (type & 0xf) == SOCK_STREAM) {
        set(made, "rcvbuf", SOL_SOCKET, SO_RCVBUF);
        set(made, "sndbuf", SOL_SOCKET, SO_SNDBUF);
    }
    return made;
}

int listen(int socket, int backlog) {
    int (*next)(int, int) = dlsym(RTLD_NEXT, "listen");
    int domain = 0;
    socklen_t size = sizeof domain;
    getsockopt(socket, SOL_SOCKET, SO_DOMAIN, &domain, &size);
    if (domain == AF_INET || domain == AF_INET6) {
        set(socket, "defer", IPPROTO_TCP, TCP_DEFER_ACCEPT);
    }
    return next(socket, backlog);
}
