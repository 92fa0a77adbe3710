package threadwall.report.html;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import threadwall.record.ClientLoad;
import threadwall.record.CommandLine;
import threadwall.record.RecordLine;
import threadwall.record.RunFile;
import threadwall.record.RunRecord;
import threadwall.record.Sample;
import threadwall.record.Sample.Phase;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.ClientSide;
import threadwall.record.StepRecord.Connections;
import threadwall.record.StepRecord.Latency;
import threadwall.record.StepRecord.Limits;
import threadwall.record.StepRecord.Load;
import threadwall.record.StepRecord.Outcome;
import threadwall.record.StepRecord.Sampling;
import threadwall.record.StepRecord.ServerSide;
import threadwall.record.StepWarning;
import threadwall.report.Steps;

/** Runs as sweeps leave them, with the figures that a test asks for. */
final class Made {

    static final String ROUTE = "/json2?time=100";

    private static final RunRecord.Machine MACHINE = new RunRecord.Machine(
            "6.18.0", "a processor", 2, 24_000_000_000L, "25.0.3", List.of("This is ApacheBench"));

    private Made() {}

    static RecordedRun run(String label, StepRecord... steps) {
        return run(label, MACHINE, "0123456789ab", List.of(), steps);
    }

    static RecordedRun run(
            String label, RunRecord.Machine machine, String commit, List<SampledStep> watched, StepRecord... steps) {
        var lines = new ArrayList<RecordLine>();
        lines.add(new RunRecord(
                RecordLine.SCHEMA,
                Instant.parse("2026-02-03T04:05:06Z"),
                List.of("sweep", "--repeats", "2"),
                commit,
                machine,
                Map.of("net.core.somaxconn", "4096"),
                Arrays.stream(steps).map(StepRecord::asked).toList()));
        lines.addAll(List.of(steps));
        return new RecordedRun(label, new RunFile.Content(lines, List.of()), watched, watched.size(), List.of());
    }

    /** A good step; p50 is 100,000 and p99 200,000 over its rate, RSS 1 MB a thread, its CPU the rate's 10th part. */
    static StepRecord good(
            String server, int repeat, int concurrency, double rate, long threads, StepWarning... warnings) {
        return step(plan(server, repeat, concurrency, ROUTE, 100, false, "ab"), rate, threads, warnings);
    }

    static StepRecord on(String route, Integer sleepMillis, boolean keepAlive, String engine, StepRecord step) {
        var asked = step.asked();
        return step(
                plan(asked.server(), asked.repeat(), asked.load().concurrency(), route, sleepMillis, keepAlive, engine),
                step.load().requestsPerSecond(),
                step.server().threadsPeak(),
                step.warnings().toArray(StepWarning[]::new));
    }

    private static StepRecord step(StepPlan asked, double rate, long threads, StepWarning... warnings) {
        var limits = List.of(new Limits(20_000L, 20_000L, 4_096L, null));
        return new StepRecord(
                RecordLine.SCHEMA,
                Instant.EPOCH,
                1,
                Outcome.OK,
                null,
                asked,
                null,
                new Load(1_000, 0, 0, 0, 0, 0, 0, 2, rate),
                new Latency(1_000, 1, 100_000 / rate, 150_000 / rate, 200_000 / rate, 1, 1),
                null,
                null,
                new Connections(
                        (long) asked.load().concurrency(), (long) asked.load().concurrency(), 9),
                new ServerSide(
                        1,
                        null,
                        13L,
                        threads,
                        1L,
                        1_000_000 * threads,
                        null,
                        null,
                        1.0,
                        null,
                        null,
                        10 * rate,
                        2L * 1_000,
                        3L,
                        0.5,
                        null,
                        null,
                        limits,
                        limits),
                new ClientSide(1, 0.5, 0.5, List.of()),
                null,
                null,
                null,
                null,
                new Sampling(80, 10, 0.05),
                null,
                List.of(warnings));
    }

    /** A step that did not end well, with nothing measured. */
    static StepRecord bad(String server, int repeat, int concurrency, String reason, StepWarning... warnings) {
        return new StepRecord(
                RecordLine.SCHEMA,
                Instant.EPOCH,
                1,
                Outcome.FAILED,
                reason,
                plan(server, repeat, concurrency, ROUTE, 100, false, "ab"),
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
                List.of(warnings));
    }

    static StepRecord numbered(int number, StepRecord step) {
        return Steps.again(
                step, number, step.asked().servers().workers(), step.asked().shards());
    }

    /** The same step of a server with so many workers; {@code null} for its own choice. */
    static StepRecord workers(Integer count, StepRecord step) {
        return Steps.workers(count, step);
    }

    /** The same step of a server that is pinned to one processor. */
    static StepRecord pinned(int processor, StepRecord step) {
        return Steps.pinned(new StepPlan.Pin(List.of(processor), List.of()), step);
    }

    private static StepPlan plan(
            String server,
            int repeat,
            int concurrency,
            String route,
            Integer sleepMillis,
            boolean keepAlive,
            String engine) {
        return new StepPlan(
                1,
                server,
                repeat,
                new StepPlan.LoadSettings(
                        route, sleepMillis, concurrency, 4L * concurrency, null, null, keepAlive, engine, 4, 31),
                new StepPlan.WarmUpSettings(1, 20_000L, null),
                new StepPlan.ServerSettings(null, null, null, null, null, null),
                List.of(new StepPlan.Shard(
                        "http://127.0.0.1:8080",
                        List.of(),
                        null,
                        null,
                        CommandLine.of("java", "-jar", server + ".jar"))),
                List.of(new StepPlan.Client(
                        0, load(engine, route, concurrency, "10"), null, load(engine, route, concurrency, "20"))),
                List.of(),
                new StepPlan.DataSettings(null, null, null),
                null);
    }

    /** A sample a second: threads as given, open connections counted in every other one. */
    static List<Sample> samples(Phase phase, int fromSecond, long... threads) {
        return IntStream.range(0, threads.length)
                .mapToObj(i -> new Sample(
                        1000L * (fromSecond + i),
                        phase,
                        (fromSecond + i) % 2 == 0 ? 100L + i : null,
                        null,
                        null,
                        threads[i],
                        1_000_000 * threads[i],
                        null,
                        null,
                        null,
                        1L,
                        1L,
                        null,
                        null,
                        null,
                        null,
                        20_000_000_000L,
                        null,
                        null))
                .toList();
    }

    private static StepPlan.PlannedLoad load(String engine, String route, int connections, String requests) {
        var url = "http://127.0.0.1:8080" + route;
        var load = new ClientLoad(
                url, connections, Long.valueOf(requests), null, null, null, "127.1.0.1", false, true, 31, null);
        return new StepPlan.PlannedLoad(load, CommandLine.of(engine, "-n", requests, url));
    }
}
