package threadwall.report;

import java.util.OptionalDouble;
import threadwall.record.StepWarning;

/** Warnings in words, as tables and reports show them. */
public final class WarningText {

    private WarningText() {}

    public static String of(StepWarning warning) {
        return text(warning, "");
    }

    /** The text of the worst of several warnings that have a {@link #severity}. */
    static String worst(StepWarning warning) {
        return text(warning, "up to ");
    }

    /** Orders the warnings of a kind between repeats, the worst last; empty for kinds without a single figure. */
    static OptionalDouble severity(StepWarning warning) {
        return switch (warning) {
            case StepWarning.ClientBound(var engine, var threads, var share) -> OptionalDouble.of(share);
            case StepWarning.ClientHostBusy(var host, var share) -> OptionalDouble.of(share);
            case StepWarning.ShortLoad(var seconds) -> OptionalDouble.of(-seconds);
            case StepWarning.ListenOverflows(var times) -> OptionalDouble.of(times);
            case StepWarning.HandlerEstimate(var requests, var connections, var poolBound) ->
                OptionalDouble.of(-requests);
            case StepWarning.TimeWaitOverflows(var times) -> OptionalDouble.of(times);
            case StepWarning.BacklogDrops(var packets) -> OptionalDouble.of(packets);
            case StepWarning.CpuStolen(var percent) -> OptionalDouble.of(percent);
            case StepWarning.CpuThrottled(var cpus, var share) -> OptionalDouble.of(share);
            case StepWarning.OtherProcesses(var percent) -> OptionalDouble.of(percent);
            case StepWarning.WaitedForTimeWait(var seconds) -> OptionalDouble.of(seconds);
            default -> OptionalDouble.empty();
        };
    }

    private static String text(StepWarning warning, String upTo) {
        return switch (warning) {
            case StepWarning.ClientBound(var engine, var threads, var share) ->
                "client-bound (%s at %s%.0f %% of its %s)"
                        .formatted(engine, upTo, 100 * share, threads == 1 ? "core" : threads + " threads");
            case StepWarning.ClientHostBusy(var host, var share) ->
                "client-bound (the processors of %s were busy for %s%.0f %% of the time)"
                        .formatted(host, upTo, 100 * share);
            case StepWarning.ClientLate(var lag, var p99) ->
                "client-bound (it sent late: lag p99 %s ms, planned p99 %s ms)".formatted(millis(lag), millis(p99));
            case StepWarning.HeldBack(var requests, var connections, var planned, var raw) ->
                "%,d requests waited for one of %,d connections: p99 is %s ms from when they were due, %s ms from the send"
                        .formatted(requests, connections, millis(planned), millis(raw));
            case StepWarning.RateNotReached(var rate, var share) ->
                "answered %.0f %% of %,d requests/s".formatted(100 * share, rate);
            case StepWarning.FewArrivals(var rate, var share) ->
                "client-bound (the hosts began %.0f %% of %,d requests/s)".formatted(100 * share, rate);
            case StepWarning.Profiled() -> "profiled";
            case StepWarning.Sharded(var processes) -> "sharded over " + processes;
            case StepWarning.FewConnections(var open) -> "only %,d connections open at once".formatted(open);
            case StepWarning.ScarcePorts(var timeWait, var connections, var ports) ->
                "the client was short of ports: %,d in TIME_WAIT and %,d needed, of %,d"
                        .formatted(timeWait, connections, ports);
            case StepWarning.ListenOverflows(var times) -> "%s%,d listen overflows".formatted(upTo, times);
            case StepWarning.HandlerEstimate(var requests, var connections, var poolBound) ->
                "about %s of %,d requests in the handler at once (estimate)%s"
                        .formatted(
                                requests < 10 ? "%.1f".formatted(requests) : "%,.0f".formatted(requests),
                                connections,
                                poolBound ? ": a pool, a lock or what it waits for bounds it, not the processors" : "");
            case StepWarning.TimeWaitOverflows(var times) -> "%s%,d TIME_WAIT overflows".formatted(upTo, times);
            case StepWarning.BacklogDrops(var packets) ->
                "the kernel dropped %s%,d packets: netdev_max_backlog".formatted(upTo, packets);
            case StepWarning.CpuStolen(var percent) -> stolen(upTo, percent);
            case StepWarning.CpuThrottled(var cpus, var share) ->
                "its quota of %s CPUs stopped the server in %s%.0f %% of all periods"
                        .formatted(cpus(cpus), upTo, 100 * share);
            case StepWarning.OtherProcesses(var percent) ->
                "other processes used %s%.0f %% of the processors' time".formatted(upTo, percent);
            case StepWarning.ShortLoad(var seconds) ->
                seconds == 0 ? "too short to be timed" : "a load of only %.1f s".formatted(seconds);
            case StepWarning.Unsteady(var first, var last) -> unsteady(first, last);
            case StepWarning.SharedWarmUp(var requests) -> "warmed up by %,d requests per process".formatted(requests);
            case StepWarning.WaitedForTimeWait(var seconds) -> "waited %s%.0f s for TIME_WAIT".formatted(upTo, seconds);
            case StepWarning.Other(var text) -> text;
        };
    }

    private static String unsteady(double first, double last) {
        return Math.abs(first - last) <= StepWarning.Unsteady.STEADY_SHARE * last
                ? "still warming up (its JVM compiled for more than a tenth of the load)"
                : "%s (CPU of a request: %.0f µs in the first third, %.0f in the last)"
                        .formatted(first > last ? "still warming up" : "slowing down", first, last);
    }

    static String cpus(double cpus) {
        return "%.2f".formatted(cpus);
    }

    private static String millis(double millis) {
        return (millis < 10 ? "%.1f" : "%,.0f").formatted(millis);
    }

    static String stolen(double percent) {
        return stolen("", percent);
    }

    private static String stolen(String upTo, double percent) {
        return "the hypervisor gave %s%.0f %% of the processors' time to others".formatted(upTo, percent);
    }
}
