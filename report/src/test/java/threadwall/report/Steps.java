package threadwall.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import threadwall.record.ClientLoad;
import threadwall.record.CommandLine;
import threadwall.record.LatencyLimit;
import threadwall.record.RecordLine;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.Trial.Part;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Cache;
import threadwall.record.StepRecord.ClientSide;
import threadwall.record.StepRecord.Connections;
import threadwall.record.StepRecord.DatabaseSide;
import threadwall.record.StepRecord.Kernel;
import threadwall.record.StepRecord.Latency;
import threadwall.record.StepRecord.Load;
import threadwall.record.StepRecord.Outcome;
import threadwall.record.StepRecord.ServerSide;
import threadwall.record.StepWarning;

/** Steps as a run leaves them. */
public final class Steps {

    private Steps() {}

    /** A good step; {@code rate} is its requests a second, and its other figures are that number too. */
    static StepRecord good(String server, int repeat, int concurrency, Double rate, StepWarning... warnings) {
        return step(server, repeat, concurrency, Outcome.OK, null, rate, warnings);
    }

    static StepRecord bad(String server, int repeat, int concurrency, Outcome outcome, String reason) {
        return step(server, repeat, concurrency, outcome, reason, 1.0);
    }

    private static StepRecord step(
            String server,
            int repeat,
            int concurrency,
            Outcome outcome,
            String reason,
            Double rate,
            StepWarning... warnings) {
        var plan = new StepPlan(
                1,
                server,
                repeat,
                new StepPlan.LoadSettings(
                        "/json2?time=100", 100, concurrency, 4L * concurrency, null, null, false, "ab", 4, 31),
                new StepPlan.WarmUpSettings(1, 20_000L, null),
                new StepPlan.ServerSettings(null, null, null, null, null, null),
                List.of(),
                List.of(new StepPlan.Client(0, load(concurrency), null, load(concurrency))),
                List.of(),
                new StepPlan.DataSettings(null, null, null),
                null);
        long figure = rate == null ? 0 : rate.longValue();
        int failed = outcome == Outcome.FAILED_REQUESTS ? 3 : 0;
        return new StepRecord(
                RecordLine.SCHEMA,
                Instant.EPOCH,
                1,
                outcome,
                reason,
                plan,
                new StepRecord.WarmedUp(
                        2,
                        20_000,
                        8,
                        100,
                        null,
                        List.of(
                                new StepRecord.WarmUpRound(10_000, 200L, 4, 1.5, 1.0),
                                new StepRecord.WarmUpRound(10_000, 0L, 2, 1, 1.0))),
                outcome == Outcome.FAILED ? null : new Load(4L * concurrency, failed, 0, 0, 0, 0, 0, 2, rate),
                outcome == Outcome.FAILED ? null : new Latency(4L * concurrency, 100, figure, 120, figure, 140, 150),
                null,
                null,
                new Connections(figure, figure, 9),
                new ServerSide(
                        1,
                        null,
                        13L,
                        figure,
                        1L,
                        1_000_000 * figure,
                        null,
                        null,
                        0.5,
                        0.2,
                        0.3,
                        rate,
                        2 * figure,
                        figure,
                        0.5,
                        null,
                        null,
                        List.of(),
                        List.of()),
                new ClientSide(1, 0.5, 0.5, List.of()),
                null,
                new Kernel(null, null, null, null, null, null, null, 0, null, null, null, null, null, null),
                null,
                null,
                null,
                null,
                List.of(warnings));
    }

    /** The same step of a server with so many workers; {@code null} for its own choice. */
    public static StepRecord workers(Integer count, StepRecord step) {
        return again(step, step.asked().number(), count, step.asked().shards());
    }

    /** The same step of a server whose idle workers sleep at once. */
    public static StepRecord spinningOff(StepRecord step) {
        var p = step.asked();
        return again(
                step,
                p.number(),
                p.servers().workers(),
                "off",
                p.shards(),
                p.servers().pin());
    }

    /** The same step on servers that an earlier step of {@code bench speed} started. */
    static StepRecord kept(StepRecord step) {
        var p = step.asked();
        var plan = new StepPlan(
                p.number(),
                p.server(),
                p.repeat(),
                p.load(),
                new StepPlan.WarmUpSettings(0, null, null),
                p.servers(),
                p.shards(),
                p.clients(),
                p.expect(),
                p.data(),
                null);
        return with(step, plan, step.database());
    }

    /** The same step as if it had been planned so. */
    public static StepRecord again(StepRecord step, int number, Integer workers, List<StepPlan.Shard> shards) {
        return again(
                step,
                number,
                workers,
                step.asked().servers().spinning(),
                shards,
                step.asked().servers().pin());
    }

    /** The same step with its servers and clients on these processors. */
    public static StepRecord pinned(StepPlan.Pin pin, StepRecord step) {
        var asked = step.asked();
        return again(
                step, asked.number(), asked.servers().workers(), asked.servers().spinning(), asked.shards(), pin);
    }

    private static StepRecord again(
            StepRecord step,
            int number,
            Integer workers,
            String spinning,
            List<StepPlan.Shard> shards,
            StepPlan.Pin pin) {
        var p = step.asked();
        var plan = new StepPlan(
                number,
                p.server(),
                p.repeat(),
                p.load(),
                p.warmUp(),
                new StepPlan.ServerSettings(pin, workers, spinning, p.servers().lingerSeconds(), null, null),
                shards,
                p.clients(),
                p.expect(),
                p.data(),
                null);
        return with(step, plan, step.database());
    }

    /** The same step on a database whose memory is bounded. */
    public static StepRecord sized(StepPlan.DataSize size, Cache cache, StepRecord step) {
        var p = step.asked();
        var plan = new StepPlan(
                p.number(),
                p.server(),
                p.repeat(),
                new StepPlan.LoadSettings(
                        "/db2?max=" + size.rows(),
                        null,
                        p.load().concurrency(),
                        p.load().requests(),
                        p.load().atLeastSeconds(),
                        null,
                        p.load().keepAlive(),
                        p.load().engine(),
                        p.load().verifiers(),
                        p.load().timeoutSeconds()),
                p.warmUp(),
                p.servers(),
                p.shards(),
                p.clients(),
                p.expect(),
                new StepPlan.DataSettings("postgres", 10, size),
                null);
        return with(step, plan, cache == null ? null : new DatabaseSide(0.5, 1L, null, null, null, cache));
    }

    /** The same step of servers that have their data there; {@code peak} connections to PostgreSQL were seen. */
    public static StepRecord stored(String store, Integer connections, Integer peak, StepRecord step) {
        var p = step.asked();
        var plan = new StepPlan(
                p.number(),
                p.server(),
                p.repeat(),
                new StepPlan.LoadSettings(
                        "/fortunes",
                        null,
                        p.load().concurrency(),
                        p.load().requests(),
                        p.load().atLeastSeconds(),
                        null,
                        p.load().keepAlive(),
                        p.load().engine(),
                        p.load().verifiers(),
                        p.load().timeoutSeconds()),
                p.warmUp(),
                p.servers(),
                List.of(new StepPlan.Shard("http://127.0.0.1:8080", List.of(), null, null, CommandLine.of("java"))),
                p.clients(),
                p.expect(),
                new StepPlan.DataSettings(store, connections, null),
                null);
        return with(step, plan, peak == null ? null : new DatabaseSide(0.5, 1L, 0.0, peak, null, null));
    }

    private static StepRecord with(StepRecord step, StepPlan plan, DatabaseSide database) {
        return new StepRecord(
                step.schema(),
                step.at(),
                step.seconds(),
                step.outcome(),
                step.reason(),
                plan,
                step.warmUp(),
                step.load(),
                step.latency(),
                step.arrivals(),
                step.verified(),
                step.connections(),
                step.server(),
                step.client(),
                database,
                step.kernel(),
                step.gc(),
                step.steadiness(),
                step.sampling(),
                step.profile(),
                step.warnings());
    }

    private static StepPlan.PlannedLoad load(int connections) {
        var load = new ClientLoad(
                "http://127.0.0.1:8080/json2?time=100",
                connections,
                4L * connections,
                null,
                null,
                null,
                "127.1.0.1",
                false,
                true,
                31,
                null);
        return new StepPlan.PlannedLoad(load, CommandLine.of("ab"));
    }

    /**
     * A load of a run of {@code capacity} with a limit of p99 = 500 ms.
     *
     * @param answered share of the requests, in time
     */
    public static StepRecord trial(
            String server, Part part, int repeat, int rate, double answered, double p99Millis, StepWarning... others) {
        var made = step(server, repeat, 10_000, Outcome.OK, null, (double) rate);
        var p = made.asked();
        var load = new StepPlan.LoadSettings(p.load().route(), 100, 10_000, null, null, rate, true, "vegeta", 10, 11);
        var plan = new StepPlan(
                p.number(),
                server,
                repeat,
                load,
                p.warmUp(),
                p.servers(),
                p.shards(),
                p.clients(),
                p.expect(),
                p.data(),
                new StepPlan.Trial(
                        part,
                        new LatencyLimit("p99", 500),
                        part == Part.CURVE ? Double.valueOf(rate / 1e4) : null,
                        77));
        var warnings = new ArrayList<>(List.of(others));
        if (answered < 0.99) {
            warnings.add(new StepWarning.RateNotReached(rate, answered));
        }
        return new StepRecord(
                made.schema(),
                made.at(),
                made.seconds(),
                made.outcome(),
                made.reason(),
                plan,
                null,
                made.load(),
                new Latency(10L * rate, 100, 101, 102, p99Millis / 2, p99Millis, p99Millis),
                new StepRecord.Arrivals(
                        10L * rate,
                        Math.round(10 * rate * answered),
                        0,
                        new Latency(10L * rate, 100, 101, 102, p99Millis, p99Millis, p99Millis),
                        0.5,
                        2),
                made.verified(),
                made.connections(),
                made.server(),
                made.client(),
                null,
                made.kernel(),
                null,
                null,
                null,
                null,
                warnings);
    }

    /** The same load, which measured nothing. */
    public static StepRecord failed(StepRecord trial, String reason) {
        return new StepRecord(
                trial.schema(),
                trial.at(),
                trial.seconds(),
                Outcome.FAILED,
                reason,
                trial.asked(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                List.of());
    }

    /** The same load, of which the server refused some requests. */
    public static StepRecord refused(StepRecord trial, long requests) {
        var load = new Load(trial.load().requestsCompleted(), 0, 0, 0, 0, requests, 0, 2, null);
        return with(trial, Outcome.WRONG_ANSWERS, "refused", load, trial.arrivals());
    }

    /** The same load, whose clients' log lacks the requests' times. */
    static StepRecord withoutArrivals(StepRecord trial) {
        return with(trial, trial.outcome(), trial.reason(), trial.load(), null);
    }

    /** The same load, of which the verifier got a wrong answer. */
    public static StepRecord wrong(StepRecord trial) {
        return with(trial, Outcome.WRONG_ANSWERS, "a wrong answer", trial.load(), trial.arrivals());
    }

    private static StepRecord with(
            StepRecord trial, Outcome outcome, String reason, Load load, StepRecord.Arrivals arrivals) {
        return new StepRecord(
                trial.schema(),
                trial.at(),
                trial.seconds(),
                outcome,
                reason,
                trial.asked(),
                null,
                load,
                trial.latency(),
                arrivals,
                trial.verified(),
                trial.connections(),
                trial.server(),
                trial.client(),
                null,
                trial.kernel(),
                null,
                null,
                null,
                null,
                trial.warnings());
    }

    /** The same of a load with an overload. */
    public static StepRecord overloaded(StepRecord trial, Integer secondsUntilBack) {
        var recovery = new StepRecord.Recovery(
                110.0,
                1,
                1.5,
                10_000,
                120,
                secondsUntilBack,
                40L,
                90_000_000L,
                List.of(
                        new StepRecord.LoadSecond(2_500, 0, 2_400, 110.0),
                        new StepRecord.LoadSecond(5_500, 0, 4_000, 900.0),
                        new StepRecord.LoadSecond(4_000, 120, 4_000, null),
                        new StepRecord.LoadSecond(2_500, 0, 2_500, 120.0)));
        return with(
                trial,
                trial.outcome(),
                trial.reason(),
                trial.load(),
                trial.arrivals().with(recovery));
    }
}
