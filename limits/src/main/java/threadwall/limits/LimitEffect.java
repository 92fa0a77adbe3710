package threadwall.limits;

/** What happens at a limit. */
public enum LimitEffect {
    /** The next one is refused with an errno, and the process lives on. */
    REFUSES(true),
    /** The process dies: the JVM aborts, or the kernel kills it. */
    KILLS(true),
    /**
     * Programs that do not raise their own soft limit are refused ({@code ab}, {@code wrk}); a JVM does, and passes.
     */
    REFUSES_OTHERS(false),
    /** More are possible, but slow: queues overflow and clients try again, or a search walks a long list. */
    SLOWS(false);

    private final boolean stops;

    LimitEffect(boolean stops) {
        this.stops = stops;
    }

    /** Whether a JVM gets no further than this. */
    public boolean stops() {
        return stops;
    }
}
