package threadwall.limits;

/** What happens at a limit. */
public enum LimitEffect {
    /** The kernel refuses the next one with an errno; the process survives. */
    REFUSES(true),
    /** The process dies: the JVM aborts, or the kernel kills it. */
    KILLS(true),
    /**
     * Programs that do not raise their own soft limit ({@code ab}, {@code wrk}) are refused; a JVM raises it and passes.
     */
    REFUSES_OTHERS(false),
    /** More are possible, but slow: queues overflow and clients retry, or a search walks a long list. */
    SLOWS(false);

    private final boolean stops;

    LimitEffect(boolean stops) {
        this.stops = stops;
    }

    /** Whether a JVM gets no further than this limit. */
    public boolean stops() {
        return stops;
    }
}
