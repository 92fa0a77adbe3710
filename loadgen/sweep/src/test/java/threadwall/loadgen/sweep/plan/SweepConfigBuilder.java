package threadwall.loadgen.sweep.plan;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import threadwall.limits.LimitAssessment;
import threadwall.limits.LimitEffect;
import threadwall.limits.LimitScope;
import threadwall.limits.Setting;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.sweep.plan.SweepConfig.Requests;
import threadwall.loadgen.sweep.plan.SweepConfig.Target;
import threadwall.loadgen.testbed.CpuPinning;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.loadgen.testbed.StoreKind;
import threadwall.loadgen.testbed.database.DataSizePlan;
import threadwall.process.CpuList;
import threadwall.process.PreconditionException;
import threadwall.record.ClientHost;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.ServerLimits;
import threadwall.record.StepPlan.TargetSettings;

/** Builds sweep configurations for tests, and the limits of the machines that they are planned for. */
public final class SweepConfigBuilder {

    static final CpuList CPUS = CpuList.parse("0-3").orElseThrow();

    /** The limits of a container: nofile 20,000, and the default port range. */
    public static final HostLimits CONTAINER = host(20_000, 12_704);

    private List<String> servers = List.of("kilim");
    private List<Target> targets = List.of();
    private List<Integer> concurrency;
    private Requests requests = new Requests.PerConnection(4);
    private SweepConfig.EngineConfig engineConfig = SweepConfig.EngineConfig.AB;
    private List<SweepConfig.Workers> workers = List.of(SweepConfig.Workers.DEFAULT);
    private List<SweepConfig.Spinning> spinning = List.of(SweepConfig.Spinning.DEFAULT);
    private StoreKind store;
    private int connections = StoreConfig.CONNECTIONS;
    private DataSizePlan data;
    private CpuPinning pin = CpuPinning.NONE;
    private String route = "/json2?time=100";
    private boolean keepAlive;
    private int repeats = 1;
    private boolean fullHouse;
    private int port = 8080;
    private int timeoutSeconds = 30;
    private Integer lingerSeconds;
    private ServerLimits limits;

    /** {@code sweep --servers kilim} at these numbers of connections. */
    public static SweepConfigBuilder at(int... concurrency) {
        var builder = new SweepConfigBuilder();
        builder.concurrency = Arrays.stream(concurrency).boxed().toList();
        return builder;
    }

    /** The same with a limit of threads of all processes. */
    public static HostLimits hostWithThreads(long nofile, int portsPerSource, long threads) {
        return host(nofile, portsPerSource, wall("pids.max", LimitScope.CGROUP, threads, threads));
    }

    public static HostLimits host(long nofile, int portsPerSource, LimitAssessment... walls) {
        return new HostLimits(nofile, portsPerSource, 28_232, 65_535L, 4, CPUS, 24L << 30, List.of(walls), List.of());
    }

    /** A limit that refuses more threads than {@code allows}. */
    public static LimitAssessment wall(String limit, LimitScope scope, long inForce, long allows) {
        return new LimitAssessment(
                limit,
                scope,
                LimitEffect.REFUSES,
                OptionalLong.of(inForce),
                inForce - allows,
                1,
                "",
                "",
                "",
                "",
                new Setting.Sysctl(limit, Long.MAX_VALUE, OptionalLong.empty()));
    }

    public static Target target(String name, Long nofile) {
        return new Target.Running(
                name,
                URI.create("http://127.0.0.9:9000"),
                List.of(4_711L),
                nofile,
                new TargetSettings(null, null, null, null, null));
    }

    public List<StepPlan> on(HostLimits host) throws PreconditionException {
        return SweepPlanner.plan(build(), host, "results/now");
    }

    /** The configuration alone. */
    public SweepConfig build() throws PreconditionException {
        return new SweepConfig(
                servers,
                targets,
                new SweepConfig.LoadConfig(
                        route, concurrency, requests, engineConfig, keepAlive, fullHouse, timeoutSeconds),
                new SweepConfig.ServerConfig(
                        workers, spinning, port, ServerCatalog.Collector.G1, lingerSeconds, limits, 0),
                repeats,
                pin,
                StoreConfig.validated(store, connections, data));
    }

    /** The only step of a plan for {@link #CONTAINER}. */
    public StepPlan step() throws PreconditionException {
        var steps = on(CONTAINER);
        if (steps.size() != 1) {
            throw new AssertionError("not one step but " + steps.size());
        }
        return steps.getFirst();
    }

    /** {@code --clients} of these hosts, which reach this machine at 198.18.0.1. */
    SweepConfigBuilder from(ClientHost... hosts) {
        engineConfig = new SweepConfig.EngineConfig(LoadEngine.TSUNG, null, List.of(), null, null, null)
                .from(new SweepConfig.RemoteClients("198.18.0.1", List.of(hosts)));
        return this;
    }

    SweepConfigBuilder store(StoreKind asked) {
        store = asked;
        return this;
    }

    SweepConfigBuilder dbConnections(int count) {
        connections = count;
        return this;
    }

    public SweepConfigBuilder data(DataSizePlan sizes) {
        data = sizes;
        return this;
    }

    public SweepConfigBuilder servers(String... names) {
        servers = List.of(names);
        return this;
    }

    public SweepConfigBuilder targets(Target... theirs) {
        targets = List.of(theirs);
        return this;
    }

    SweepConfigBuilder requests(Requests asked) {
        requests = asked;
        return this;
    }

    /** {@code --engine NAME --duration …}. */
    public SweepConfigBuilder by(LoadEngine engine, int seconds) throws PreconditionException {
        engineConfig = SweepConfig.EngineConfig.validated(engine, seconds, List.of(), null);
        return this;
    }

    /** {@code --engine vegeta --rate … --duration …}. */
    public SweepConfigBuilder atRates(int seconds, Integer... rates) throws PreconditionException {
        return atRates(LoadEngine.VEGETA, seconds, rates);
    }

    /** {@code --engine NAME --rate … --duration …}. */
    public SweepConfigBuilder atRates(LoadEngine engine, int seconds, Integer... rates) throws PreconditionException {
        engineConfig = SweepConfig.EngineConfig.validated(engine, seconds, List.of(rates), null);
        return this;
    }

    SweepConfigBuilder clientThreads(int threads) throws PreconditionException {
        engineConfig = SweepConfig.EngineConfig.validated(
                engineConfig.engine(), engineConfig.seconds(), engineConfig.rates(), threads);
        return this;
    }

    /** {@code null} is the default. */
    SweepConfigBuilder workers(Integer... counts) {
        workers = Arrays.stream(counts).map(SweepConfig.Workers::new).toList();
        return this;
    }

    SweepConfigBuilder spinning(SweepConfig.Spinning... each) {
        spinning = List.of(each);
        return this;
    }

    public SweepConfigBuilder pin(String text) throws PreconditionException {
        pin = CpuPinning.parse(text);
        return this;
    }

    public SweepConfigBuilder route(String path) {
        route = path;
        return this;
    }

    public SweepConfigBuilder keepAlive() {
        keepAlive = true;
        return this;
    }

    public SweepConfigBuilder repeats(int times) {
        repeats = times;
        return this;
    }

    SweepConfigBuilder limits(Long memoryBytes, Double cpus) {
        limits = new ServerLimits(memoryBytes, cpus);
        return this;
    }

    SweepConfigBuilder fullHouse() {
        fullHouse = true;
        return this;
    }

    SweepConfigBuilder linger(int seconds) {
        lingerSeconds = seconds;
        return this;
    }

    SweepConfigBuilder timeout(int seconds) {
        timeoutSeconds = seconds;
        return this;
    }
}
