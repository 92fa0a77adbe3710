package threadwall.cli;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.sweep.plan.SweepConfig.EngineConfig;
import threadwall.loadgen.sweep.plan.SweepConfig.RemoteClients;
import threadwall.loadgen.sweep.plan.SweepConfig.Requests;
import threadwall.loadgen.sweep.plan.SweepPlanner;
import threadwall.loadgen.testbed.ClientHosts;
import threadwall.loadgen.testbed.CpuPinning;
import threadwall.process.PreconditionException;

/** By which program a load is driven, and on which processors. */
final class EngineOptions {

    @Option(
            names = "--engine",
            paramLabel = "NAME",
            converter = EngineName.class,
            defaultValue = "ab",
            description =
                    "Load generator: ab (HTTP/1.0), wrk (kept connections only), oha, built with cargo on first use;"
                            + " open-loop, ours, or vegeta, built with Go, which send at --rate; tsung, from --clients"
                            + " (default: ${DEFAULT-VALUE}, with --clients tsung).")
    private LoadEngine engine;

    @Option(
            names = "--rate",
            paramLabel = "N",
            split = ",",
            converter = CountConverter.Count.class,
            description =
                    "Requests per second that open-loop, vegeta or tsung sends, whether or not earlier ones were answered;"
                            + " each rate is measured. --connections is then the most that it opens. tsung opens one for"
                            + " each request, at random times.")
    private List<Integer> rates = List.of();

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = TimeConverter.Seconds.class,
            description =
                    "Length of each load, such as 10s or 2m. ab, and tsung without --rate, send as many requests as take at least this long"
                            + " (default: 5s); the others stop after it (default: " + EngineConfig.SECONDS + "s).")
    private Integer seconds;

    @Option(
            names = "--client-threads",
            paramLabel = "N",
            converter = CountConverter.Count.class,
            description =
                    "Threads of wrk, oha and vegeta; ab and open-loop have one (default: half the number of CPUs, or one for each CPU of"
                            + " --pin client=CPUS; wrk uses fewer if the connections do not divide evenly).")
    private Integer threads;

    @Option(
            names = "--pin",
            paramLabel = "server=CPUS,client=CPUS",
            description = "Pin servers and clients to these CPUs, such as server=0,client=1, or pin one side only"
                    + " (default: the kernel chooses).")
    private String pin;

    @Option(
            names = "--clients",
            paramLabel = "HOST",
            split = ",",
            description =
                    "Hosts that make the load by Tsung, as ssh knows them; localhost is this machine. The servers run here"
                            + " and listen at --listen.")
    private List<String> clients = List.of();

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            description =
                    "With --clients: address of this machine at which the hosts reach the servers (default: the one"
                            + " that faces the first host).")
    private String listen;

    /**
     * The engine and its hosts.
     *
     * @param given whether {@code --engine} was
     * @param requests whether their number was asked for
     * @param keepAlive whether kept connections were
     * @throws PreconditionException if a host cannot be used
     */
    EngineConfig engineConfig(boolean given, boolean requests, boolean keepAlive)
            throws PreconditionException, IOException, InterruptedException {
        if (clients.isEmpty()) {
            if (listen != null) {
                throw PreconditionException.usage("--listen is for hosts of --clients: name them, or leave it out");
            }
            if (engine.onHosts()) {
                throw PreconditionException.usage(
                        "--engine %s needs hosts: add --clients HOST[,HOST...]", engine.name());
            }
            return engineConfig(requests);
        }
        if (given && !engine.onHosts()) {
            throw PreconditionException.usage(
                    "--engine %s makes its load on this machine: leave it or --clients out", engine.name());
        }
        if (keepAlive && byRate()) {
            throw PreconditionException.usage(
                    "--keep-alive: each request that tsung sends at a --rate opens a connection; leave one of them out");
        }
        if (pin != null) {
            throw PreconditionException.usage("--pin does not apply to other hosts: leave it or --clients out");
        }
        SweepPlanner.checkDistinct("--clients", clients);
        engine = LoadEngine.TSUNG;
        var hosts = ClientHosts.read(Threadwall.home(), clients);
        var address = ClientHosts.listenAddress(hosts, listen);
        return engineConfig(requests).from(new RemoteClients(address, hosts));
    }

    /**
     * @param requests whether their number was asked for
     * @throws PreconditionException (usage) for what the engine has not
     */
    EngineConfig engineConfig(boolean requests) throws PreconditionException {
        boolean atARate = byRate() && engine.mayHaveRate() && !engine.byTime();
        if (requests && (engine.byTime() || atARate)) {
            throw PreconditionException.usage(
                    "--requests does not apply to %s%s; use --duration, or --engine ab",
                    engine.name(), atARate ? " at a rate" : "");
        }
        return EngineConfig.validated(engine, seconds, rates, threads);
    }

    /**
     * The requests of an engine that counts them.
     *
     * @param requested {@code null} for as many as {@code --duration} takes
     * @throws PreconditionException (usage) when both are given
     */
    Requests requests(Requests requested) throws PreconditionException {
        if (requested == null) {
            var lasting = Requests.Lasting.DEFAULT;
            return seconds == null ? lasting : lasting.lasting(seconds);
        }
        if (seconds != null && !engine.byTime()) {
            throw PreconditionException.usage(
                    "--requests and --duration %ds both set the length of %s's load: leave one out",
                    seconds, engine.name());
        }
        return requested;
    }

    /** Whether requests are sent at a rate. */
    boolean byRate() {
        return !rates.isEmpty();
    }

    /** Whether connections are kept if nothing else is asked for. Each arrival of Tsung opens one. */
    boolean keepsConnections() {
        return byRate() && clients.isEmpty();
    }

    /** @throws PreconditionException (usage) for a text that names no processors */
    CpuPinning pin() throws PreconditionException {
        return pin == null ? CpuPinning.NONE : CpuPinning.parse(pin);
    }

    /** Reads the name of an {@link LoadEngine}. */
    static final class EngineName implements ITypeConverter<LoadEngine> {
        @Override
        public LoadEngine convert(String name) {
            return LoadEngine.named(name)
                    .orElseThrow(() -> new TypeConversionException(
                            "no engine '%s'; there are %s".formatted(name, LoadEngine.names())));
        }
    }
}
