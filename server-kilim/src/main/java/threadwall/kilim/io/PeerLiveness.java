package threadwall.kilim.io;

import java.time.Duration;

/**
 * When the kernel closes connections whose peers no longer answer, for the sockets that one socket accepts.
 *
 * @param silence after which it asks a peer whether it is still there (TCP keepalive), in whole seconds
 * @param unacknowledged how long sent data may stay unacknowledged, where the transport can set that; zero for the
 *     system's time. With less than the time until the last probe, Linux closes a connection when the first probe is lost
 *     ({@code tcp_keepalive_timer} in net/ipv4/tcp_timer.c)
 */
public record PeerLiveness(Duration silence, Duration unacknowledged) {

    /** A client that is silent for so long while its request is served may have gone. */
    static final Duration LEAST_SILENCE = Duration.ofSeconds(60);

    /** The most that Linux takes for TCP_KEEPIDLE: MAX_TCP_KEEPIDLE in include/net/tcp.h. */
    private static final Duration MOST_SILENCE = Duration.ofSeconds(32_767);

    /**
     * Time between two probes, and {@link #PROBES} without an answer after which the connection is gone. Many and close
     * together because probes are lost on a machine that is its own client: the kernel's timers end up to an eighth late,
     * so connections that were opened together are probed in one burst, and of a burst a CPU takes {@code
     * net.core.netdev_max_backlog} (1,000) packets. With three probes a server lost living connections:
     * docs/results/2026-11-28-ramp-40k.md.
     */
    static final int PROBE_SECONDS = 1;

    static final int PROBES = 30;

    /**
     * Does not probe a connection while it may be idle, or for nine hours, which is the most that Linux allows. A million
     * idle connections would be 16,667 probes a second. Of 200,000 that were opened together and probed after a minute,
     * 17,096 living ones were closed: docs/results/2026-11-29-connections.md.
     *
     * @param idle how long a connection may be idle
     * @param write how long a peer may take nothing of a response. It bounds unacknowledged data only where probes start
     *     after a minute: later ones are so late that the first lost probe would close a connection
     */
    public static PeerLiveness of(Duration idle, Duration write) {
        if (idle.compareTo(LEAST_SILENCE) <= 0) {
            var probed = LEAST_SILENCE.plusSeconds(PROBES * PROBE_SECONDS);
            return new PeerLiveness(LEAST_SILENCE, write.compareTo(probed) > 0 ? write : probed);
        }
        var silence = Duration.ofSeconds(idle.plusNanos(999_999_999).toSeconds());
        return new PeerLiveness(silence.compareTo(MOST_SILENCE) > 0 ? MOST_SILENCE : silence, Duration.ZERO);
    }
}
