package threadwall.record;

/** What a server's thread was doing when its stack was sampled. */
public enum CpuKind {
    /** waiting for another thread or waking it: futex(2) and eventfd(2), with the context switches that they cause */
    FUTEX,
    /** other context switches: an expired time slice, a thread that woke up, sched_yield(2) */
    SWITCH,
    /** polling for ready sockets and registering them: epoll_wait(2), epoll_ctl(2), and the same in io_uring_enter(2) */
    EPOLL,
    /** writing to a socket; on loopback also all TCP work until the data is in the receiver's queue */
    SEND,
    /** reading from a socket */
    RECEIVE,
    /** accepting, shutting down and closing connections */
    OPEN_CLOSE,
    /** anything else in the kernel: page faults, timers, interrupts, other system calls */
    KERNEL,
    /** a thread of the JVM's garbage collector, or the VM thread, which runs the pauses */
    GC,
    /** a thread of the JVM's compilers */
    JIT,
    /** the JVM itself in a thread of the program: starting and parking threads, the interpreter's helpers */
    JVM,
    /** the server's code and its libraries, compiled or interpreted */
    CODE
}
