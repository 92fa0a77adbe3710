package threadwall.kilim.io;

import java.time.Duration;

/**
 * When the kernel gives up a peer that is no longer there, for the sockets that one socket accepts.
 *
 * @param silence after which it asks a peer whether it is still there (TCP keepalive), in whole seconds
 * @param unacknowledged how long a connection stays whose peer acknowledges nothing of what was sent to it, if the
 *     transport can set that. With less than the time until the last probe, Linux gives a connection up when the first
 *     probe is lost ({@code tcp_keepalive_timer} in net/ipv4/tcp_timer.c)
 */
public record PeerLiveness(Duration silence, Duration unacknowledged) {

    /** A client that is silent for so long while its request is served may have gone. */
    public static final Duration LEAST_SILENCE = Duration.ofSeconds(60);

    /** The most that Linux takes for TCP_KEEPIDLE: MAX_TCP_KEEPIDLE in include/net/tcp.h. */
    private static final Duration MOST_SILENCE = Duration.ofSeconds(32_767);

    /**
     * Time between two probes, and {@link #PROBES} without an answer after which the connection is gone. Many and close
     * together because probes are lost on a machine that is its own client: after a minute the kernel's timers are 2 s
     * coarse, so thousands of connections are probed in one burst, and of a burst a CPU takes {@code
     * net.core.netdev_max_backlog} (1,000) packets. With three probes a server lost living connections:
     * docs/results/2026-11-28-ramp-40k.md.
     */
    static final int PROBE_SECONDS = 1;

    static final int PROBES = 30;

    /**
     * Does not probe a connection as long as it may be idle. A million idle connections would be 16,667 probes a second,
     * and those that were opened together are probed in one burst: of 200,000 the kernel closed 17,096 living ones.
     *
     * @param idle how long a connection may be idle
     * @param write how long a peer may take nothing of a response
     */
    public static PeerLiveness of(Duration idle, Duration write) {
        var silence = max(LEAST_SILENCE, idle);
        silence = silence.compareTo(MOST_SILENCE) > 0 ? MOST_SILENCE : silence;
        return new PeerLiveness(silence, max(write, silence.plusSeconds(PROBES * PROBE_SECONDS)));
    }

    private static Duration max(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
