package threadwall.limits;

/**
 * How long a client can open new connections at a rate. A connection's port may stay in TIME_WAIT for 60 s after its end
 * (Linux {@code TCP_TIMEWAIT_LEN}), so at 5,000 a second the 28,232 ports of one source address are used up within six
 * seconds.
 */
public final class NewConnectionRate {

    private static final int TIME_WAIT_SECONDS = 60;

    private NewConnectionRate() {}

    /** Most connections that a client can open in a second, for this time: by then none may have to wait for a port. */
    public static long most(long ports, int seconds) {
        return ports / Math.min(seconds, TIME_WAIT_SECONDS);
    }

    /** After how many seconds this rate has used up the ports, if the load lasts that long. */
    public static double secondsUntilUsedUp(long ports, int rate) {
        return (double) ports / rate;
    }
}
