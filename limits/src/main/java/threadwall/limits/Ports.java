package threadwall.limits;

/** Connections that one source address can have to one destination. */
public final class Ports {

    private Ports() {}

    /** Never plan more than this for one (source address, destination address, destination port). */
    public static final int CAP = 28_000;

    /**
     * Connections from one source address to one (destination address, port) before connect() crawls.
     *
     * @param reserved ports never given to outgoing connections; {@link PortSet#NONE} when there are none
     */
    public static int perPair(PortRange range, PortSet reserved) {
        return Math.min(CAP, range.size() - reserved.within(range));
    }
}
