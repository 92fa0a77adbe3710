package threadwall.limits;

/** What happens at a limit. */
public enum Effect {
    /** The next one is refused with an errno, and the process lives on. */
    REFUSES,
    /** The process dies: the JVM aborts, or the kernel kills it. */
    KILLS,
    /** More are possible, but slow: queues overflow and clients try again, or a search walks a long list. */
    SLOWS
}
