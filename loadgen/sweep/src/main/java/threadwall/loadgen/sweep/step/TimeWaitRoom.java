package threadwall.loadgen.sweep.step;

import java.time.Duration;
import threadwall.limits.KernelLimits;
import threadwall.loadgen.http.AnswerVerifier;
import threadwall.process.Countdown;
import threadwall.process.Progress;
import threadwall.process.socket.SocketMemory;
import threadwall.record.StepPlan;

/**
 * Waits until a load's sockets fit into TIME_WAIT. Each connection, of one request or of many, leaves a socket in it
 * for 60 s (Linux {@code TCP_TIMEWAIT_LEN}), so steps affect later ones. Beyond {@code net.ipv4.tcp_max_tw_buckets} the
 * kernel skips TIME_WAIT, so a step would measure less kernel work than the others. The cap holds for the whole network
 * namespace; other addresses do not help, only waiting does.
 */
public final class TimeWaitRoom {

    /** A step that alone exceeds the cap starts once less than this share of the cap is in TIME_WAIT. */
    private static final double NEARLY_EMPTY = 0.02;

    /** After this time all present sockets have left TIME_WAIT. */
    private static final Duration TIME_WAIT = Duration.ofSeconds(60);

    /** The wait ends even if other processes keep adding sockets. */
    private static final Duration TIMEOUT = Duration.ofSeconds(90);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(500);

    /**
     * Most sockets that a load by time can leave. Its number of requests is unknown, but engines that end by time bind
     * no address and so have the ports of one address. Linux reuses a port in TIME_WAIT on loopback after a second.
     */
    private static final int PORTS = 64_512;

    private TimeWaitRoom() {}

    /** Sockets that a step's warm-up leaves in TIME_WAIT; it may use keep-alive even if the load does not. */
    public static long leftByWarmUp(StepPlan step) {
        if (step.onKeptServers()) {
            return 0;
        }
        boolean kept = step.clients().stream()
                .allMatch(client -> client.warmUp().load().keepAlive());
        if (kept) {
            return (long) step.warmUp().warmUpRounds() * step.load().concurrency();
        }
        // a warm-up by time uses the same ports as the load
        return step.warmUp().warmUpRequests() == null
                ? 0
                : step.warmUp().warmUpRounds() * step.warmUp().warmUpRequests();
    }

    /** Sockets that the load on cold data leaves; 0 without one. */
    static long leftByColdLoad(StepPlan step) {
        boolean samePortsAsLoad = step.load().requests() == null && !step.load().keepAlive();
        return step.data().dataSize() == null || samePortsAsLoad ? 0 : leftByClients(step);
    }

    /** Sockets that the measured load leaves, the verifier's included. */
    public static long leftByLoad(StepPlan step) {
        return leftByClients(step) + leftByVerifier(step);
    }

    private static long leftByClients(StepPlan step) {
        if (step.load().keepAlive()) {
            return step.load().concurrency();
        }
        return step.load().requests() == null ? PORTS : step.load().requests();
    }

    private static long leftByVerifier(StepPlan step) {
        if (step.load().keepAlive()) {
            return step.load().verifiers();
        }
        // the verifier is a closed loop that continues until it has checked enough answers
        return step.load().requests() == null
                ? AnswerVerifier.ANSWERS_CHECKED
                : Math.max(
                        AnswerVerifier.ANSWERS_CHECKED,
                        step.load().requests()
                                * step.load().verifiers()
                                / step.load().concurrency());
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
        long allowed = Math.max(cap - needed, (long) (cap * NEARLY_EMPTY));
        long start = System.nanoTime();
        var countdown = Countdown.atMost(progress, TIME_WAIT.toSeconds());
        Long now = SocketMemory.read().timeWait();
        while (now != null && now > allowed && System.nanoTime() - start < TIMEOUT.toNanos()) {
            long present = now;
            countdown.report(
                    () -> "waiting for room: %,d sockets in TIME_WAIT, this load adds %,d".formatted(present, needed));
            Thread.sleep(POLL_INTERVAL);
            now = SocketMemory.read().timeWait();
        }
        return (System.nanoTime() - start) / 1e9;
    }
}
