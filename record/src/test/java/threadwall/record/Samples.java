package threadwall.record;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import threadwall.record.IdleRecord.Asked;
import threadwall.record.IdleRecord.Moment;
import threadwall.record.StepRecord.Cache;
import threadwall.record.StepRecord.ClientSide;
import threadwall.record.StepRecord.Connections;
import threadwall.record.StepRecord.DatabaseSide;
import threadwall.record.StepRecord.Gc;
import threadwall.record.StepRecord.Kernel;
import threadwall.record.StepRecord.Latency;
import threadwall.record.StepRecord.Limits;
import threadwall.record.StepRecord.Load;
import threadwall.record.StepRecord.Outcome;
import threadwall.record.StepRecord.Profile;
import threadwall.record.StepRecord.Sampling;
import threadwall.record.StepRecord.ServerSide;
import threadwall.record.StepRecord.Steadiness;
import threadwall.record.StepRecord.Third;
import threadwall.record.StepRecord.Verified;
import threadwall.record.StepRecord.WarmedUp;

/** Records for tests: one of each kind with all values, and one with every optional value missing. */
final class Samples {

    static final Instant AT = Instant.parse("2026-02-03T04:05:06.789Z");

    private Samples() {}

    static StepPlan plan(int number) {
        return new StepPlan(
                number,
                "kilim",
                1,
                new StepPlan.LoadSettings(
                        "/json2?time=100", 100, 5_000, 20_000L, 5, 1_000, true, "ab", 228, 31, post()),
                new StepPlan.WarmUpSettings(1, 20_000L, 15),
                new StepPlan.ServerSettings(
                        new StepPlan.Pin(List.of(0), List.of(1)),
                        2,
                        "off",
                        75,
                        new StepPlan.TargetSettings(
                                new StepPlan.Program("../shop", "/actuator/health", 60),
                                201,
                                "price",
                                "$.price",
                                "\\d+ ms"),
                        new StepPlan.ServerLimits(1L << 30, 1.5)),
                List.of(new StepPlan.Shard(
                        "http://127.0.0.1:8080",
                        List.of(77L),
                        "postgres",
                        "gc-1.log",
                        CommandLine.of("java", "-jar", "k.jar"))),
                List.of(new StepPlan.Client(
                        0, load("127.2.0.1", null), byHosts("127.3.0.1"), load("127.1.0.1", "ab-1.tsv"))),
                List.of("5,000 requests in the handler at once take 50,000 requests/s"),
                new StepPlan.DataSettings(
                        "postgres", 10, new StepPlan.DataSize(110, 5_000_000, 268_435_456, 8_388_608, 200)),
                new StepPlan.Trial(StepPlan.Trial.Part.CURVE, new LatencyLimit("p99", 500), 0.5, 77));
    }

    static StepPlan.PlannedLoad load(String source, String log) {
        var load = new ClientLoad(
                "http://127.0.0.1:8080/json2?time=100", 5_000, 20_000L, null, null, null, source, true, true, 31, log);
        return new StepPlan.PlannedLoad(
                load.with(new ClientLoad.Overload(1_100, 10_000, 60, 60)).sending(post()),
                CommandLine.of("ab", "-c", "5000"),
                "/home/user");
    }

    private static RequestMessage post() {
        return new RequestMessage(
                "POST",
                List.of("Content-Type: application/json"),
                "results/now/body",
                new RequestMessage.RouteMix("/a=3,/b=1", "results/now/routes"));
    }

    private static StepPlan.PlannedLoad byHosts(String source) {
        var planned = load(source, null);
        return new StepPlan.PlannedLoad(planned.load().by(List.of(lab1())), planned.command());
    }

    /** A plan for a {@code --target} on a route without a sleep. */
    static StepPlan sparsePlan() {
        return new StepPlan(
                2,
                "mine",
                1,
                new StepPlan.LoadSettings("/", null, 10, null, null, null, false, "wrk", 4, 30),
                new StepPlan.WarmUpSettings(0, null, null),
                new StepPlan.ServerSettings(null, null, null, null, null, null),
                List.of(new StepPlan.Shard("http://127.0.0.1:9000", List.of(), null, null, null)),
                List.of(),
                List.of(),
                new StepPlan.DataSettings(null, null, null),
                null);
    }

    static RunRecord run() {
        return new RunRecord(
                RecordLine.SCHEMA,
                AT,
                List.of("sweep", "--servers", "kilim"),
                "0123456789ab-dirty",
                new RunRecord.Machine(
                        "6.18.0", "a processor", 2, 24L << 30, "25.0.3", List.of("This is ApacheBench", "wrk")),
                Map.of("net.core.somaxconn", "4096"),
                List.of(plan(1), sparsePlan()));
    }

    static RunRecord sparseRun() {
        var unreadable = new LinkedHashMap<String, String>();
        unreadable.put("net.ipv4.tcp_mem", null);
        return new RunRecord(
                RecordLine.SCHEMA,
                AT,
                List.of(),
                null,
                new RunRecord.Machine(null, null, 1, null, null, List.of()),
                unreadable,
                List.of());
    }

    static StepRecord step(int number) {
        var limits = List.of(new Limits(20_000L, 20_000L, 4_096L, 8_192L));
        return new StepRecord(
                RecordLine.SCHEMA,
                AT,
                12.5,
                Outcome.FAILED_REQUESTS,
                "3 of 20,000 requests failed — “reset”",
                plan(number),
                new WarmedUp(
                        7, 70_000, 12.5, 60.5, 0.25, List.of(new StepRecord.WarmUpRound(10_000, 4L, 4.5, 3.25, 1.5))),
                new Load(20_000, 1, 1, 0, 1, 0, 0, 4.25, 4_705.2),
                new Latency(20_000, 100, 120, 180, 310, 402, 977),
                new StepRecord.Arrivals(
                        20_100,
                        19_990,
                        12,
                        new Latency(20_000, 101, 121, 190, 410, 502, 1_077),
                        3.5,
                        12.25,
                        new StepRecord.Recovery(
                                110.0,
                                10,
                                12.5,
                                10_000,
                                120,
                                7,
                                40L,
                                90_000_000L,
                                List.of(
                                        new StepRecord.LoadSecond(2_500, 0, 2_400, 110.0),
                                        new StepRecord.LoadSecond(5_500, 120, 4_000, null)))),
                new Verified(910, 905, 0, "none", 100.3),
                new Connections(5_000L, 4_990L, 80),
                new ServerSide(
                        1,
                        2,
                        13L,
                        17L,
                        90_000_000L,
                        240_000_000L,
                        230_000_000L,
                        2_000_000L,
                        1.5,
                        0.5,
                        1.0,
                        13_937.0,
                        20_912L,
                        77L,
                        1.0,
                        20_910L,
                        4_800L,
                        limits,
                        limits),
                new ClientSide(1, 3.9, 0.92, List.of(new StepRecord.HostUsage("lab1", 3.9, 0.46, 61_000_000L))),
                new DatabaseSide(
                        0.4,
                        55_000_000L,
                        1.5,
                        10,
                        20_910L,
                        new Cache(
                                293_600_000L,
                                105.5,
                                2.5,
                                List.of(1.25, 0.5, 0.75),
                                8_192_000L,
                                4_096_000L,
                                1_000L,
                                900L)),
                new Kernel(1L, 2L, 3L, 4L, 5L, 6L, 12L, 7.5, 8L, 0.5, 1.25, 9L, 10L, 11L),
                new Gc(3, 12.5, 7.25),
                new Steadiness(
                        1_500,
                        third(90),
                        third(100),
                        0.5,
                        true,
                        new Steadiness(500, third(200), third(100), null, false, null)),
                new Sampling(80, 8.5, 0.05),
                new Profile("perf", "no names of compiled methods: jcmd is not there", Map.of(CpuKind.SEND, 120L)),
                List.of(
                        new StepWarning.ClientBound("wrk", 2, 0.97),
                        new StepWarning.ClientHostBusy("lab1", 0.97),
                        new StepWarning.ClientLate(45.5, 120.25),
                        new StepWarning.HeldBack(1_234, 50, 1_802.5, 4.25),
                        new StepWarning.RateNotReached(20_000, 0.87),
                        new StepWarning.FewArrivals(2_000, 0.9),
                        new StepWarning.Profiled(),
                        new StepWarning.Sharded(2),
                        new StepWarning.FewConnections(4_000),
                        new StepWarning.ListenOverflows(1_234),
                        new StepWarning.HandlerEstimate(24.5, 1_000, true),
                        new StepWarning.TimeWaitOverflows(5),
                        new StepWarning.BacklogDrops(60),
                        new StepWarning.CpuStolen(7.5),
                        new StepWarning.CpuThrottled(0.5, 0.25),
                        new StepWarning.OtherProcesses(12.5),
                        new StepWarning.ShortLoad(1.25),
                        new StepWarning.Unsteady(200, 100),
                        new StepWarning.SharedWarmUp(13_333),
                        new StepWarning.ScarcePorts(9_000, 10_000, 14_116),
                        new StepWarning.WaitedForTimeWait(59.2),
                        new StepWarning.Other("a sentence of old")));
    }

    private static Third third(double userCpuMicros) {
        return new Third(4_700.5, userCpuMicros, 2 * userCpuMicros);
    }

    static StepRecord sparseStep() {
        return new StepRecord(
                RecordLine.SCHEMA,
                AT,
                0.1,
                Outcome.FAILED,
                "mine: process 77 is gone",
                sparsePlan(),
                null,
                null,
                null,
                null,
                null,
                new Connections(null, null, 0),
                new ServerSide(
                        1,
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
                        null,
                        null,
                        List.of(),
                        List.of(new Limits(null, null, null, null))),
                new ClientSide(1, null, null, List.of(new StepRecord.HostUsage("lab1", null, null, null))),
                null,
                new Kernel(null, null, null, null, null, null, null, 0, null, null, null, null, null, null),
                null,
                null,
                null,
                null,
                List.of());
    }

    static DataRecord data() {
        return new DataRecord(
                RecordLine.SCHEMA,
                AT,
                "postgres",
                "PostgreSQL 18.6",
                new DataRecord.World(1_000_000, 1, 1_000_000, 5_000_123_456L, true, 36_249_600, 22_487_040L),
                3L,
                new DataRecord.Loading(1_000_000, 400_000, 1.25, 58.7, 480_000.5),
                "none");
    }

    static DataRecord sparseData() {
        return new DataRecord(
                RecordLine.SCHEMA,
                AT,
                "embedded",
                "H2 MVStore 2.4.240",
                new DataRecord.World(0, null, null, 0, true, 24_576, null),
                null,
                null,
                null);
    }

    static IdleRecord idle() {
        return new IdleRecord(
                RecordLine.SCHEMA,
                AT,
                31.5,
                "kilim",
                "serial",
                List.of("java", "-jar", "k.jar"),
                List.of(List.of("ab", "-k")),
                List.of("java", "Holder"),
                2,
                3,
                1_000,
                List.of(
                        reading(Moment.OWN, 0),
                        reading(Moment.OPENING, 100),
                        reading(Moment.HELD, 1_000),
                        reading(Moment.COLLECTED, 1_000),
                        reading(Moment.HALF_CLOSED, 500),
                        reading(Moment.REOPENED, 999),
                        reading(Moment.CLOSED, 0)),
                List.of(
                        new IdleRecord.Answers(Asked.OPENED, 1_000, 1_000, 0.25),
                        new IdleRecord.Answers(Asked.SAMPLED, 100, 100, 0.01),
                        new IdleRecord.Answers(Asked.REOPENED, 500, 499, 0.125),
                        new IdleRecord.Answers(Asked.ALL, 999, 999, 0.0625)),
                List.of("127.3.1.1:40000 to 127.0.0.1:8080: Connection reset"),
                "none");
    }

    private static IdleRecord.Reading reading(Moment moment, int connections) {
        return new IdleRecord.Reading(
                moment,
                connections,
                90_000_000 + 100L * connections,
                85_000_000L,
                moment != Moment.OPENING,
                54L + connections,
                new IdleRecord.Live(50_000 + connections, 4_000_000),
                new IdleRecord.KernelMemory(
                        200_000_000L + 8_000L * connections,
                        List.of(new IdleRecord.ObjectCache("TCP", 2L * connections, 2_368, 5_000L * connections)),
                        6_000_000L,
                        4_096L));
    }

    static IdleRecord sparseIdle() {
        return new IdleRecord(
                RecordLine.SCHEMA,
                AT,
                0.5,
                "c-epoll",
                null,
                List.of(),
                List.of(),
                List.of(),
                1,
                1,
                1,
                List.of(new IdleRecord.Reading(
                        Moment.OWN,
                        0,
                        1_000_000,
                        null,
                        true,
                        null,
                        null,
                        new IdleRecord.KernelMemory(null, List.of(), null, null))),
                List.of(),
                List.of(),
                null);
    }

    static ThreadRecord threads() {
        return new ThreadRecord(
                RecordLine.SCHEMA,
                AT,
                95.5,
                "spring-blocking",
                List.of("java", "-jar", "s.jar"),
                List.of("java", "Holder"),
                10_000,
                List.of(
                        threadReading(ThreadRecord.Moment.OWN, 0, 40),
                        threadReading(ThreadRecord.Moment.STARTING, 0.5, 1_040),
                        threadReading(ThreadRecord.Moment.ALL, 6.25, 10_040)),
                9_999L,
                10_000L,
                "none");
    }

    private static ThreadRecord.ThreadReading threadReading(ThreadRecord.Moment moment, double seconds, int threads) {
        return new ThreadRecord.ThreadReading(
                moment,
                seconds,
                threads,
                90_000_000 + 26_000L * threads,
                190L + 2L * threads,
                400_000 + 2_000L * threads,
                5_000_000 + 16_384L * threads,
                200_000_000 + 9_000L * threads,
                moment != ThreadRecord.Moment.STARTING);
    }

    static ThreadRecord sparseThreads() {
        return new ThreadRecord(
                RecordLine.SCHEMA,
                AT,
                0.5,
                null,
                List.of(),
                List.of(),
                1,
                List.of(new ThreadRecord.ThreadReading(
                        ThreadRecord.Moment.OWN, 0, 14, 40_000_000, null, null, null, null, true)),
                null,
                null,
                null);
    }

    static WatchRecord watch() {
        return new WatchRecord(
                RecordLine.SCHEMA,
                AT,
                List.of(
                        new WatchRecord.Watched(
                                77,
                                98_765,
                                "kilim",
                                WatchRecord.Role.SERVER,
                                List.of(8_080, 8_081),
                                24,
                                90_000_000L,
                                600_000L,
                                12.25,
                                1.5,
                                Map.of("ESTABLISHED", 5_000L, "CLOSE_WAIT", 2L),
                                3.5),
                        new WatchRecord.Watched(
                                78,
                                98_766,
                                "ab",
                                WatchRecord.Role.CLIENT,
                                List.of(),
                                1,
                                30_000_000L,
                                200_000L,
                                9.5,
                                0.97,
                                null,
                                null)),
                1_234L,
                4_096L,
                16_384L,
                20_000_000_000L,
                0.0025);
    }

    static WatchRecord sparseWatch() {
        var gone = new WatchRecord.Watched(
                1, 0, "java", WatchRecord.Role.SERVER, List.of(), 0, null, null, 0, null, Map.of(), 0.0);
        return new WatchRecord(RecordLine.SCHEMA, AT, List.of(gone), null, null, null, null, 0);
    }

    private static ClientHost lab1() {
        var readings = new ClientHost.Readings(
                "6.1.0-40-cloud-amd64",
                4,
                20_000L,
                "1024 65535",
                "4369",
                "cubic",
                "1.7.0",
                "25",
                -3.5,
                "netem delay 5ms",
                0.05,
                new ClientHost.Loss(500, 2));
        return new ClientHost("lab1", "198.18.1.1", 1, 19_960, readings);
    }
}
