package threadwall.loadgen.sweep.step;

import java.util.List;
import java.util.stream.IntStream;
import threadwall.record.ClientLoad;
import threadwall.record.CommandLine;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.Client;
import threadwall.record.StepPlan.PlannedLoad;
import threadwall.record.StepPlan.Shard;

/** Plans of one step for tests, with one client and one server process per shard. */
public final class Plans {

    private static final String URL = "http://127.0.0.1:8080/json";

    private Plans() {}

    /** At most 50 kept connections. */
    static StepPlan atARate(int rate) {
        return byTime("vegeta", 1, true, rate);
    }

    /** Arrivals for five seconds by Tsung, on this machine. */
    static StepPlan arrivals(int rate) {
        return byTime("tsung", 1, false, rate);
    }

    /** 50 connections for some time. */
    static StepPlan byTime(String engine, int threads, boolean keepAlive) {
        return byTime(engine, threads, keepAlive, null);
    }

    private static StepPlan byTime(String engine, int threads, boolean keepAlive, Integer rate) {
        return new StepPlan(
                1,
                "kilim",
                1,
                new StepPlan.LoadSettings("/json", null, 50, null, null, rate, keepAlive, engine, 4, 30),
                new StepPlan.WarmUpSettings(5, null, null),
                new StepPlan.ServerSettings(null, null, null, null, null, null),
                List.of(new Shard("http://127.0.0.1:8080", List.of(), null, null, CommandLine.of("java"))),
                List.of(new Client(0, byTime(threads, keepAlive), null, byTime(threads, keepAlive))),
                List.of(),
                new StepPlan.DataSettings(null, null, null),
                null);
    }

    public static StepPlan step(int concurrency, long requests, int shards, Integer sleepMillis, boolean keepAlive) {
        var route = sleepMillis == null ? "/json" : "/json2?time=" + sleepMillis;
        return step(route, concurrency, requests, shards, sleepMillis, keepAlive, null);
    }

    /** 1,000 connections on data in PostgreSQL. */
    public static StepPlan onPostgres(int shards, int connections) {
        return step("/fortunes", 1_000, 4_000, shards, null, false, connections);
    }

    private static StepPlan step(
            String route,
            int concurrency,
            long requests,
            int shards,
            Integer sleepMillis,
            boolean keepAlive,
            Integer dbConnections) {
        return new StepPlan(
                1,
                "kilim",
                1,
                new StepPlan.LoadSettings(
                        route, sleepMillis, concurrency, requests, null, null, keepAlive, "ab", 228, 30),
                new StepPlan.WarmUpSettings(1, 20_000L, null),
                new StepPlan.ServerSettings(null, null, null, null, null, null),
                IntStream.rangeClosed(1, shards)
                        .mapToObj(i -> new Shard(
                                "http://127.0.0.%d:8080".formatted(i),
                                List.of(),
                                dbConnections == null ? null : "postgres",
                                null,
                                CommandLine.of("java")))
                        .toList(),
                IntStream.range(0, shards)
                        .mapToObj(i -> new Client(
                                i,
                                load("127.2.0." + (i + 1), concurrency / shards, requests / shards, keepAlive),
                                null,
                                load("127.1.0." + (i + 1), concurrency / shards, requests / shards, keepAlive)))
                        .toList(),
                List.of(),
                new StepPlan.DataSettings(dbConnections == null ? null : "postgres", dbConnections, null),
                null);
    }

    static StepPlan warmedUpFromTheSourceOfTheLoad(int concurrency, long requests, int shards) {
        var step = step(concurrency, requests, shards, 100, false);
        return step.with(
                step.load(),
                step.clients().stream()
                        .map(client -> new Client(client.shard(), client.measured(), null, client.measured()))
                        .toList());
    }

    private static PlannedLoad load(String source, int connections, long requests, boolean keepAlive) {
        var load = new ClientLoad(URL, connections, requests, null, null, null, source, keepAlive, true, 30, null);
        return new PlannedLoad(load, CommandLine.of("ab"));
    }

    private static PlannedLoad byTime(int threads, boolean keepAlive) {
        var load = new ClientLoad(URL, 50, null, 5, null, threads, "127.0.0.1", keepAlive, true, 30, null);
        return new PlannedLoad(load, CommandLine.of("wrk"));
    }
}
