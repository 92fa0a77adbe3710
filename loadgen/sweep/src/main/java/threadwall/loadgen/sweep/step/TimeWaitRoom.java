package threadwall.loadgen.sweep.step;

import java.time.Duration;
import threadwall.limits.KernelLimits;
import threadwall.loadgen.http.AnswerVerifier;
import threadwall.process.Countdown;
import threadwall.process.Progress;
import threadwall.process.socket.SocketMemory;
import threadwall.record.StepPlan;

/**
 * TIME_WAIT carries over from step to step: each connection, of one request or of many, leaves a socket in it for 60 s
 * (Linux {@code TCP_TIMEWAIT_LEN}). Past {@code net.ipv4.tcp_max_tw_buckets} the kernel drops them at once, which is
 * cheaper, so that a later step would measure something else. The cap is one for the network namespace; other addresses
 * do not help, only waiting does.
 */
public final class TimeWaitRoom {

    /** A step that needs more than the cap by itself starts once nearly nothing is left of the steps before. */
    private static final double NEARLY_NOTHING = 0.02;

    /** All that is there is gone by then; the wait has an end even when others keep adding. */
    private static final Duration LIFE = Duration.ofSeconds(60);

    private static final Duration LONGEST = Duration.ofSeconds(90);
    private static final Duration LOOK = Duration.ofMillis(500);

    private TimeWaitRoom() {}

    /**
     * A load by time makes who knows how many requests, but an engine that goes by time binds no address: it has the ports of
     * one address, and a port that is in TIME_WAIT still is used again (Linux does so on loopback after a second).
     */
    private static final int PORTS = 64_512;

    /** Sockets that a step's warm-up leaves in TIME_WAIT; it may keep connections where the load does not. */
    public static long leftByWarmUp(StepPlan step) {
        if (step.onKeptServers()) {
            return 0;
        }
        boolean kept = step.clients().stream()
                .allMatch(client -> client.warmUp().load().keepAlive());
        if (kept) {
            return (long) step.warmUpRounds() * step.concurrency();
        }
        // by time: in the ports of the load
        return step.warmUpRequests() == null ? 0 : step.warmUpRounds() * step.warmUpRequests();
    }

    /** Those that the load on cold data leaves, where there is one. */
    static long leftByColdLoad(StepPlan step) {
        boolean inPortsOfTheLoad = step.requests() == null && !step.keepAlive();
        return step.dataSize() == null || inPortsOfTheLoad ? 0 : leftByClients(step);
    }

    /** Those that its measured load leaves, the verifier's included. */
    public static long leftByLoad(StepPlan step) {
        return leftByClients(step) + leftByVerifier(step);
    }

    private static long leftByClients(StepPlan step) {
        if (step.keepAlive()) {
            return step.concurrency();
        }
        return step.requests() == null ? PORTS : step.requests();
    }

    private static long leftByVerifier(StepPlan step) {
        if (step.keepAlive()) {
            return step.verifiers();
        }
        // a closed loop beside the clients, which goes on until it has checked enough
        return step.requests() == null
                ? AnswerVerifier.ANSWERS_CHECKED
                : Math.max(AnswerVerifier.ANSWERS_CHECKED, step.requests() * step.verifiers() / step.concurrency());
    }

    /**
     * Waits until there is room for so many under the cap.
     *
     * @param progress told how many sockets are in TIME_WAIT, and how long at most, while there is something to wait for
     * @return seconds waited
     */
    public static double awaitRoomFor(long needed, Progress progress) throws InterruptedException {
        Long cap = KernelLimits.read().tcpMaxTwBuckets();
        if (cap == null || needed == 0) {
            return 0;
        }
        long room = Math.max(cap - needed, (long) (cap * NEARLY_NOTHING));
        long start = System.nanoTime();
        var countdown = Countdown.atMost(progress, LIFE.toSeconds());
        Long now = SocketMemory.read().timeWait();
        while (now != null && now > room && System.nanoTime() - start < LONGEST.toNanos()) {
            long there = now;
            countdown.report(
                    () -> "waiting for room: %,d sockets in TIME_WAIT, this load adds %,d".formatted(there, needed));
            Thread.sleep(LOOK);
            now = SocketMemory.read().timeWait();
        }
        return (System.nanoTime() - start) / 1e9;
    }
}
