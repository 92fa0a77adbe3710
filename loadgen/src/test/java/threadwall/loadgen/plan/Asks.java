package threadwall.loadgen.plan;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import threadwall.limits.Effect;
import threadwall.limits.Scope;
import threadwall.limits.Setting;
import threadwall.limits.Wall;
import threadwall.loadgen.engine.Engine;
import threadwall.loadgen.plan.Ask.Requests;
import threadwall.loadgen.plan.Ask.Target;
import threadwall.record.StepPlan;

/** A question put together word by word, and the machines that it is put to. */
final class Asks {

    static final CpuList CPUS = CpuList.parse("0-3").orElseThrow();

    /** The limits of a container: nofile 20,000, and the default port range. */
    static final Host CONTAINER = host(20_000, 12_704);

    private List<String> servers = List.of("kilim");
    private List<Target> targets = List.of();
    private List<Integer> concurrency;
    private Requests requests = new Requests.PerConnection(4);
    private Ask.Drive drive = Ask.Drive.AB;
    private List<Ask.Workers> workers = List.of(Ask.Workers.DEFAULT);
    private List<Ask.Spinning> spinning = List.of(Ask.Spinning.DEFAULT);
    private Store store;
    private int connections = Storage.CONNECTIONS;
    private DataSizes data;
    private Pin pin = Pin.NONE;
    private String route = "/json2?time=100";
    private boolean keepAlive;
    private int repeats = 1;
    private boolean fullHouse;
    private int port = 8080;
    private int timeoutSeconds = 30;
    private Integer lingerSeconds;

    /** {@code sweep --servers kilim} at these numbers of connections. */
    static Asks at(int... concurrency) {
        var asks = new Asks();
        asks.concurrency = Arrays.stream(concurrency).boxed().toList();
        return asks;
    }

    static Host host(long nofile, int portsPerSource, Wall... walls) {
        return new Host(nofile, portsPerSource, 65_535L, 4, CPUS, 24L << 30, List.of(walls));
    }

    /** A limit that refuses more threads than {@code allows}. */
    static Wall wall(String limit, Scope scope, long inForce, long allows) {
        return new Wall(
                limit,
                scope,
                Effect.REFUSES,
                OptionalLong.of(inForce),
                inForce - allows,
                1,
                "",
                "",
                "",
                new Setting.Sysctl(limit, Long.MAX_VALUE));
    }

    static Target target(String name, Long nofile) {
        return new Target(name, URI.create("http://127.0.0.9:9000"), List.of(4_711L), nofile);
    }

    List<StepPlan> on(Host host) throws Refused {
        return Planner.plan(
                new Ask(
                        servers,
                        targets,
                        concurrency,
                        requests,
                        drive,
                        workers,
                        spinning,
                        route,
                        keepAlive,
                        repeats,
                        fullHouse,
                        port,
                        timeoutSeconds,
                        lingerSeconds,
                        Servers.Collector.G1,
                        pin,
                        Storage.asked(store, connections, data)),
                host,
                "results/now");
    }

    /** The only step of a plan for {@link #CONTAINER}. */
    StepPlan step() throws Refused {
        var steps = on(CONTAINER);
        if (steps.size() != 1) {
            throw new AssertionError("not one step but " + steps.size());
        }
        return steps.getFirst();
    }

    Asks store(Store asked) {
        store = asked;
        return this;
    }

    Asks dbConnections(int count) {
        connections = count;
        return this;
    }

    Asks data(DataSizes sizes) {
        data = sizes;
        return this;
    }

    Asks servers(String... names) {
        servers = List.of(names);
        return this;
    }

    Asks targets(Target... theirs) {
        targets = List.of(theirs);
        return this;
    }

    Asks requests(Requests asked) {
        requests = asked;
        return this;
    }

    /** {@code --engine NAME --duration …}. */
    Asks by(Engine engine, int seconds) throws Refused {
        drive = Ask.Drive.asked(engine, seconds, null);
        return this;
    }

    Asks clientThreads(int threads) throws Refused {
        drive = Ask.Drive.asked(drive.engine(), drive.seconds(), threads);
        return this;
    }

    /** {@code null} is the default. */
    Asks workers(Integer... counts) {
        workers = Arrays.stream(counts).map(Ask.Workers::new).toList();
        return this;
    }

    Asks spinning(Ask.Spinning... each) {
        spinning = List.of(each);
        return this;
    }

    Asks pin(String text) throws Refused {
        pin = Pin.parse(text);
        return this;
    }

    Asks route(String path) {
        route = path;
        return this;
    }

    Asks keepAlive() {
        keepAlive = true;
        return this;
    }

    Asks repeats(int times) {
        repeats = times;
        return this;
    }

    Asks fullHouse() {
        fullHouse = true;
        return this;
    }

    Asks linger(int seconds) {
        lingerSeconds = seconds;
        return this;
    }

    Asks timeout(int seconds) {
        timeoutSeconds = seconds;
        return this;
    }
}
