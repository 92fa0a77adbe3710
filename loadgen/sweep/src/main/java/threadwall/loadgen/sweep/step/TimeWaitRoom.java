package threadwall.loadgen.sweep.step;

import java.time.Duration;
import threadwall.limits.KernelLimits;
import threadwall.limits.PortCapacity;
import threadwall.limits.PortSet;
import threadwall.loadgen.http.AnswerVerifier;
import threadwall.process.Countdown;
import threadwall.process.Progress;
import threadwall.process.socket.SocketMemory;
import threadwall.record.StepPlan;

/**
 * Waits until a load's sockets fit into TIME_WAIT. Each connection, of one request or of many, leaves a socket in it
 * for 60 s (Linux {@code TCP_TIMEWAIT_LEN}), so steps affect later ones, but one source address leaves no more sockets
 * than the kernel chooses ports for it. Beyond {@code net.ipv4.tcp_max_tw_buckets} the
 * kernel skips TIME_WAIT, so a step would measure less kernel work than the others. The cap holds for the whole network
 * namespace; other addresses do not help, only waiting does.
 */
public final class TimeWaitRoom {

    /** A step that alone exceeds the cap starts once less than this share of the cap is in TIME_WAIT. */
    private static final double NEARLY_EMPTY = 0.02;

    /** After this time all present sockets have left TIME_WAIT. */
    static final Duration TIME_WAIT = Duration.ofSeconds(60);

    /** The wait ends even if other processes keep adding sockets. */
    private static final Duration TIMEOUT = Duration.ofSeconds(90);

    static final Duration POLL_INTERVAL = Duration.ofMillis(500);

    private TimeWaitRoom() {}

    /** Sockets that a step's warm-up leaves in TIME_WAIT; it may use keep-alive even if the load does not. */
    public static long leftByWarmUp(StepPlan step) {
        return leftByWarmUp(step, portsOfOneSource());
    }

    /** @param ports of one source address */
    static long leftByWarmUp(StepPlan step, int ports) {
        if (step.onKeptServers()) {
            return 0;
        }
        boolean kept = step.clients().stream()
                .allMatch(client -> client.warmUp().load().keepAlive());
        Long each =
                kept ? Long.valueOf(step.load().concurrency()) : step.warmUp().warmUpRequests();
        if (each == null) {
            return 0; // by time, from the ports of the load, which uses them all
        }
        long left = bounded(step.warmUp().warmUpRounds() * each, step.clients().size(), ports);
        return kept || !warmUpHasPortsOfLoad(step) ? left : Math.max(0, left - leftByClients(step, ports));
    }

    /** Whether the load's connections take the place of the sockets that the warm-up leaves. */
    private static boolean warmUpHasPortsOfLoad(StepPlan step) {
        return step.clients().stream()
                .allMatch(client -> client.warmUp()
                        .load()
                        .source()
                        .equals(client.measured().load().source()));
    }

    /** Sockets that the load on cold data leaves; 0 without one. */
    static long leftByColdLoad(StepPlan step) {
        boolean samePortsAsLoad = step.load().requests() == null && !step.load().keepAlive();
        return step.data().dataSize() == null || samePortsAsLoad ? 0 : leftByClients(step, portsOfOneSource());
    }

    /** Sockets that the measured load leaves, the verifier's included. */
    public static long leftByLoad(StepPlan step) {
        return leftByLoad(step, portsOfOneSource());
    }

    /** @param ports of one source address */
    static long leftByLoad(StepPlan step, int ports) {
        return leftByClients(step, ports) + leftByVerifier(step, ports);
    }

    private static long leftByClients(StepPlan step, int ports) {
        if (step.load().keepAlive()) {
            return step.load().concurrency();
        }
        // a load that lasts some time makes as many requests as it takes
        boolean counted = step.load().requests() != null && step.load().atLeastSeconds() == null;
        long most = counted ? step.load().requests() : Long.MAX_VALUE;
        return bounded(most, step.clients().size(), ports);
    }

    private static long leftByVerifier(StepPlan step, int ports) {
        if (step.load().keepAlive()) {
            return step.load().verifiers();
        }
        if (step.load().requests() == null) {
            return AnswerVerifier.ANSWERS_CHECKED;
        }
        // the verifier is a closed loop like the clients, and continues until it has checked enough answers
        long share = leftByClients(step, ports)
                * step.load().verifiers()
                / step.load().concurrency();
        return Math.max(AnswerVerifier.ANSWERS_CHECKED, share);
    }

    /**
     * Connections of one source address to one port leave no more sockets in TIME_WAIT than the address has ports that
     * the kernel chooses: a new connection from a port takes the place of the socket that an earlier one left (RFC 9293,
     * 3.6.1; net/ipv4/tcp_minisocks.c, tcp_timewait_state_process). 60,000 connections of one source left 12,000 to
     * 14,000 sockets where {@link PortCapacity} has 14,116.
     */
    private static long bounded(long sockets, int clients, int ports) {
        return Math.min(sockets, (long) clients * ports);
    }

    /** Ports that the kernel chooses for an address while no more than these are in use. */
    static int portsOfOneSource() {
        var kernel = KernelLimits.read();
        var reserved = kernel.reservedPorts() == null ? PortSet.NONE : kernel.reservedPorts();
        return kernel.portRange() == null ? PortCapacity.CAP : PortCapacity.perPair(kernel.portRange(), reserved);
    }

    /** How many sockets there may be in TIME_WAIT before so many more. */
    static double allowedBefore(double needed, long cap) {
        return Math.max(cap - needed, cap * NEARLY_EMPTY);
    }

    /**
     * Waits until this many more sockets fit under the cap.
     *
     * @param progress shows the sockets in TIME_WAIT and the longest possible wait
     * @return seconds waited
     */
    public static double awaitRoomFor(long needed, Progress progress) throws InterruptedException {
        Long cap = KernelLimits.read().tcpMaxTwBuckets();
        if (cap == null || needed == 0) {
            return 0;
        }
        double allowed = allowedBefore(needed, cap);
        long start = System.nanoTime();
        var countdown = Countdown.atMost(progress, TIME_WAIT.toSeconds());
        Long now = SocketMemory.read().timeWait();
        while (now != null && now > allowed && System.nanoTime() - start < TIMEOUT.toNanos()) {
            long present = now;
            countdown.report(() ->
                    "waiting for TIME_WAIT sockets to end: %,d now, this load adds %,d".formatted(present, needed));
            Thread.sleep(POLL_INTERVAL);
            now = SocketMemory.read().timeWait();
        }
        return (System.nanoTime() - start) / 1e9;
    }
}
