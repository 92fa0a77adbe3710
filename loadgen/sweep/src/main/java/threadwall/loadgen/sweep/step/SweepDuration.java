package threadwall.loadgen.sweep.step;

import java.util.ArrayDeque;
import java.util.List;
import threadwall.limits.KernelLimits;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.record.StepPlan;

/**
 * Estimates how long the steps of a plan take. The times of this class were measured on two cores; a faster machine is
 * done earlier where a step counts requests.
 *
 * @param ports that the kernel chooses for one source address, {@link TimeWaitRoom#portsOfOneSource}
 * @param timeWaitCap most sockets in TIME_WAIT; {@code null} if unknown
 */
public record SweepDuration(int ports, Long timeWaitCap) {

    private static final double TIME_WAIT_SECONDS = 60;

    /** Until READY, for the first process and each further one, which all start at the same time. */
    private static final double JVM_START_SECONDS = 2;

    private static final double FURTHER_JVM_START_SECONDS = 2;
    private static final double NATIVE_START_SECONDS = 0.3;

    /** Check of the first answers, waits for closed connections, stop and record. */
    private static final double AROUND_THE_LOADS_SECONDS = 1.5;

    /** A server that is no JVM settles in the fewest rounds that can show it. */
    private static final int NATIVE_ROUNDS = 3;

    /** Beyond the time that a load has to last: its number of requests has a margin, and one in ten is repeated. */
    private static final double LASTING_FACTOR = 1.3;

    private static final double REQUESTS_PER_SECOND = 8_000;

    /** For this machine. */
    public static SweepDuration ofThisMachine() {
        var kernel = KernelLimits.read();
        return new SweepDuration(TimeWaitRoom.portsOfOneSource(), kernel.tcpMaxTwBuckets());
    }

    /** A load's sockets in TIME_WAIT and when they leave it. */
    private record Left(double until, double sockets) {}

    public double seconds(List<StepPlan> steps) {
        double now = 0;
        var timeWait = new ArrayDeque<Left>();
        for (var step : steps) {
            now = whenThereIsRoom(step, timeWait, now);
            now += start(step) + AROUND_THE_LOADS_SECONDS;
            double warmUp = warmUp(step);
            now += warmUp;
            timeWait.add(new Left(
                    now + TIME_WAIT_SECONDS,
                    step.onKeptServers() ? 0 : occupied(step, TimeWaitRoom.leftByWarmUp(step, ports))));
            now += load(step);
            timeWait.add(new Left(now + TIME_WAIT_SECONDS, occupied(step, TimeWaitRoom.leftByLoad(step, ports))));
            now += step.servers().lingerSeconds() == null ? 0 : step.servers().lingerSeconds();
        }
        return now;
    }

    /** The end of the wait that {@link TimeWaitRoom} makes. */
    private double whenThereIsRoom(StepPlan step, ArrayDeque<Left> timeWait, double now) {
        if (timeWaitCap == null) {
            return now;
        }
        double needed = TimeWaitRoom.leftByWarmUp(step, ports) + TimeWaitRoom.leftByLoad(step, ports);
        double allowed = TimeWaitRoom.allowedBefore(needed, timeWaitCap);
        double time = now;
        while (!timeWait.isEmpty()
                && (timeWait.getFirst().until() <= time
                        || timeWait.stream().mapToDouble(Left::sockets).sum() > allowed)) {
            time = Math.max(time, timeWait.removeFirst().until());
        }
        return time;
    }

    /** Sockets that connections of random ports leave: some take the place of an earlier one. */
    private double occupied(StepPlan step, long sockets) {
        double places = (double) step.clients().size() * ports;
        return step.load().keepAlive() ? sockets : places * (1 - Math.exp(-sockets / places));
    }

    private static double start(StepPlan step) {
        if (step.onKeptServers() || step.shards().getFirst().command() == null) {
            return 0;
        }
        return isJvm(step)
                ? JVM_START_SECONDS + (step.shards().size() - 1) * FURTHER_JVM_START_SECONDS
                : NATIVE_START_SECONDS;
    }

    private static double warmUp(StepPlan step) {
        if (step.onKeptServers()) {
            return 0;
        }
        var settings = step.warmUp();
        var byTime = step.clients().getFirst().warmUp().load().seconds();
        double round =
                byTime != null ? byTime : Math.max(settings.warmUpRequests() / REQUESTS_PER_SECOND, sleepSeconds(step));
        double all = settings.warmUpRounds() * round;
        if (settings.warmUpLimitSeconds() == null) {
            return all;
        }
        return Math.min(all, isJvm(step) ? settings.warmUpLimitSeconds() : NATIVE_ROUNDS * round);
    }

    private static double load(StepPlan step) {
        var load = step.load();
        if (load.requests() == null) {
            return step.clients().getFirst().measured().load().seconds();
        }
        double counted = Math.max(
                load.requests() / REQUESTS_PER_SECOND, sleepSeconds(step) * load.requests() / load.concurrency());
        return load.atLeastSeconds() == null ? counted : Math.max(counted, LASTING_FACTOR * load.atLeastSeconds());
    }

    private static double sleepSeconds(StepPlan step) {
        return step.load().sleepMillis() == null ? 0 : step.load().sleepMillis() / 1e3;
    }

    private static boolean isJvm(StepPlan step) {
        return ServerCatalog.find(step.server()).map(ServerCatalog::jvm).orElse(true);
    }
}
