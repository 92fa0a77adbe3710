package threadwall.loadgen.sweep.step;

import java.util.List;
import java.util.stream.IntStream;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.Client;
import threadwall.record.StepPlan.Shard;

/** Plans of one step, without a planner: a client and a server process for each shard. */
public final class Plans {

    private Plans() {}

    /** 50 connections for some time. */
    static StepPlan byTime(String engine, List<String> command, boolean keepAlive) {
        return new StepPlan(
                1,
                "kilim",
                1,
                "/json",
                null,
                50,
                null,
                5,
                null,
                keepAlive,
                engine,
                null,
                null,
                4,
                30,
                null,
                List.of(new Shard("http://127.0.0.1:8080", List.of(), List.of("java"))),
                List.of(new Client(0, "127.0.0.1", 50, null, command, command)),
                List.of(),
                null,
                null,
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
                route,
                sleepMillis,
                concurrency,
                requests,
                1,
                20_000L,
                keepAlive,
                "ab",
                null,
                null,
                228,
                30,
                null,
                IntStream.rangeClosed(1, shards)
                        .mapToObj(i -> new Shard("http://127.0.0.%d:8080".formatted(i), List.of(), List.of("java")))
                        .toList(),
                IntStream.range(0, shards)
                        .mapToObj(i -> new Client(
                                i,
                                "127.1.0." + (i + 1),
                                concurrency / shards,
                                (long) requests / shards,
                                keepAlive ? List.of("ab", "-k") : List.of("ab"),
                                List.of("ab")))
                        .toList(),
                List.of(),
                dbConnections == null ? null : "postgres",
                dbConnections,
                null);
    }
}
