package threadwall.record;

/** What a thread of a server was doing when its stack was taken. */
public enum CpuKind {
    /** waiting for another thread or waking it: futex(2) and eventfd(2), with the change of threads that they make */
    FUTEX,
    /** changing threads otherwise: a time slice that was over, somebody who woke, sched_yield(2) */
    SWITCH,
    /** asking which sockets are ready, and saying which matter: epoll_wait(2), epoll_ctl(2) */
    EPOLL,
    /** writing to a socket, and on the loopback all that TCP does with it until it is in the other's queue */
    SEND,
    /** reading from a socket */
    RECEIVE,
    /** accepting, shutting down and closing connections */
    OPEN_CLOSE,
    /** anything else in the kernel: page faults, timers, interrupts, other system calls */
    KERNEL,
    /** a thread of the JVM's collector, or the one that runs its pauses */
    GC,
    /** a thread of the JVM's compilers */
    JIT,
    /** the JVM itself in a thread of the program: starting and parking threads, the interpreter's helpers */
    JVM,
    /** the server's code and the libraries it stands on, compiled or interpreted */
    CODE
}
