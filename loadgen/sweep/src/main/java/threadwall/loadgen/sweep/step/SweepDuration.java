package threadwall.loadgen.sweep.step;

import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
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

    /** The fewest rounds that can show a settled server, as one in C is. */
    private static final int NATIVE_ROUNDS = 3;

    /** Of a JVM whose requests run little code. */
    private static final int SMALL_JVM_ROUNDS = 6;

    /** Their JVMs compile for longer than a warm-up may last, as a rule. */
    private static final Set<ServerCatalog> SPRING =
            EnumSet.of(ServerCatalog.SPRING_BLOCKING, ServerCatalog.SPRING_VIRTUAL, ServerCatalog.SPRING_DEFERRED);

    /** Beyond the time that a load has to last: its number of requests has a margin, and one in ten is repeated. */
    private static final double LASTING_FACTOR = 1.3;

    /** Of {@code ab} with a connection, or a query of a database, for each request. */
    private static final double REQUESTS_PER_SECOND = 8_000;

    private static final double KEPT_ALIVE_REQUESTS_PER_SECOND = 30_000;

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
            double rounds = step.onKeptServers() ? 0 : rounds(step);
            now += rounds * roundSeconds(step);
            double share = rounds / step.warmUp().warmUpRounds();
            timeWait.add(new Left(
                    now + TIME_WAIT_SECONDS,
                    rounds == 0 ? 0 : share * occupied(step, TimeWaitRoom.leftByWarmUp(step, ports))));
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

    private static double roundSeconds(StepPlan step) {
        var byTime = step.clients().getFirst().warmUp().load().seconds();
        return byTime != null ? byTime : seconds(step, step.warmUp().warmUpRequests());
    }

    /** Of the warm-up; the last one may be a part of a round. */
    private static double rounds(StepPlan step) {
        var settings = step.warmUp();
        if (settings.warmUpLimitSeconds() == null) {
            return settings.warmUpRounds();
        }
        double inTime = Math.min(settings.warmUpRounds(), settings.warmUpLimitSeconds() / roundSeconds(step));
        var server = ServerCatalog.find(step.server());
        if (server.isEmpty() || SPRING.contains(server.get())) {
            return inTime;
        }
        return Math.min(inTime, server.get().jvm() ? SMALL_JVM_ROUNDS : NATIVE_ROUNDS);
    }

    private static double load(StepPlan step) {
        var load = step.load();
        if (load.requests() == null) {
            return step.clients().getFirst().measured().load().seconds();
        }
        double counted = seconds(step, load.requests());
        return load.atLeastSeconds() == null ? counted : Math.max(counted, LASTING_FACTOR * load.atLeastSeconds());
    }

    /** Of so many requests: each connection has one at a time, which takes at least the route's sleep. */
    private static double seconds(StepPlan step, long requests) {
        var load = step.load();
        double sleep = load.sleepMillis() == null ? 0 : load.sleepMillis() / 1e3;
        boolean kept = load.keepAlive() && !ServerCatalog.usesPostgres(step);
        double rate = kept ? KEPT_ALIVE_REQUESTS_PER_SECOND : REQUESTS_PER_SECOND;
        return Math.max(requests / rate, sleep * Math.ceil((double) requests / load.concurrency()));
    }

    private static boolean isJvm(StepPlan step) {
        return ServerCatalog.find(step.server()).map(ServerCatalog::jvm).orElse(true);
    }
}
