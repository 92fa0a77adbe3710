package threadwall.loadgen.sweep.plan;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.testbed.CpuPinning;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.loadgen.testbed.database.DataSizePlan;
import threadwall.process.PreconditionException;
import threadwall.record.ClientHost;
import threadwall.record.RequestMessage;
import threadwall.record.StepPlan.ServerLimits;
import threadwall.record.StepPlan.TargetSettings;

/**
 * The configuration of a sweep.
 *
 * @param servers names from {@link ServerCatalog}, in the order of the table
 * @param targets servers that are none of threadwall's
 * @param repeats of every step, interleaved over the servers
 * @param pin CPUs of servers and clients
 * @param store of the servers
 */
public record SweepConfig(
        List<String> servers,
        List<Target> targets,
        LoadConfig load,
        ServerConfig server,
        int repeats,
        CpuPinning pin,
        StoreConfig store) {

    /**
     * The load.
     *
     * @param route path and query
     * @param concurrency connections open at once, one step each
     * @param requests of a step; ignored by an engine that ends by time
     * @param fullHouse replace the route's {@code time} by one long enough that the requests of all connections are in
     *     progress at once
     * @param timeoutSeconds a client gives up after this long without a response, on top of the route's own sleep
     * @param request {@code null} for a GET without headers of its own
     */
    public record LoadConfig(
            String route,
            List<Integer> concurrency,
            Requests requests,
            EngineConfig engineConfig,
            boolean keepAlive,
            boolean fullHouse,
            int timeoutSeconds,
            RequestMessage request) {

        /** A load of GETs without headers of their own. */
        public LoadConfig(
                String route,
                List<Integer> concurrency,
                Requests requests,
                EngineConfig engineConfig,
                boolean keepAlive,
                boolean fullHouse,
                int timeoutSeconds) {
            this(route, concurrency, requests, engineConfig, keepAlive, fullHouse, timeoutSeconds, null);
        }

        private LoadConfig at(Integer rate) {
            return new LoadConfig(
                    route, concurrency, requests, engineConfig.at(rate), keepAlive, fullHouse, timeoutSeconds, request);
        }

        private LoadConfig on(DataSizePlan size) {
            return new LoadConfig(
                    size.route(), concurrency, requests, engineConfig, keepAlive, fullHouse, timeoutSeconds, request);
        }
    }

    /**
     * How servers are started.
     *
     * @param workers {@code --workers} for every server, one step each
     * @param spinning of every server's idle workers, one step each
     * @param port of every server; shards differ by address
     * @param collector of every server's JVM
     * @param lingerSeconds how long servers stay up after their load; {@code null} to stop them at once
     * @param limits what each server process may use; {@code null} for no limit
     * @param held connections that a bench holds beside those of the load, idle
     */
    public record ServerConfig(
            List<Workers> workers,
            List<Spinning> spinning,
            int port,
            ServerCatalog.Collector collector,
            Integer lingerSeconds,
            ServerLimits limits,
            int held) {}

    /** One of its servers or targets at one rate, once. */
    public SweepConfig only(String name, int rate) {
        return new SweepConfig(
                servers.stream().filter(name::equals).toList(),
                targets.stream().filter(target -> target.name().equals(name)).toList(),
                load.at(rate),
                server,
                1,
                pin,
                store);
    }

    /** The same sweep with each of its rates alone; itself if it has none. */
    List<SweepConfig> atEachRate() {
        var rates = load.engineConfig().rates();
        return rates.isEmpty()
                ? List.of(this)
                : rates.stream()
                        .map(rate -> new SweepConfig(servers, targets, load.at(rate), server, repeats, pin, store))
                        .toList();
    }

    /** The same sweep with each of its sizes of data alone; itself if it has none. */
    List<SweepConfig> onEachSize() {
        return store.sizes() == null
                ? List.of(this)
                : store.sizes().each().stream().map(this::on).toList();
    }

    private SweepConfig on(DataSizePlan size) {
        return new SweepConfig(servers, targets, load.on(size), server, repeats, pin, store.on(size));
    }

    /**
     * Number of scheduler, carrier, Tomcat or event-loop threads of a server.
     *
     * @param count {@code null} for the server's default
     */
    public record Workers(Integer count) {

        public static final Workers DEFAULT = new Workers(null);

        /** Empty for the default. */
        public OptionalInt number() {
            return count == null ? OptionalInt.empty() : OptionalInt.of(count);
        }

        /** As {@code --workers} takes it. */
        @Override
        public String toString() {
            return count == null ? "default" : count.toString();
        }
    }

    /** Whether an idle worker busy-waits before it sleeps. */
    public enum Spinning {
        /** The default of the server's runtime. */
        DEFAULT,
        OFF;

        /** As {@code --spinning} takes it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A server that is none of threadwall's. */
    public sealed interface Target {

        String name();

        /** For the plan of a step. */
        TargetSettings settings();

        /**
         * One that the user runs. A sweep measures it from outside and never starts or stops it.
         *
         * @param pids processes that listen at {@code url}, or the one that the user named
         * @param nofile its limit of descriptors; {@code null} if not readable
         */
        record Running(String name, URI url, List<Long> pids, Long nofile, TargetSettings settings) implements Target {}

        /**
         * One that each step starts anew, as it starts threadwall's own.
         *
         * @param command for a shell, with {@value #PORT} and, for several processes, {@value #HOST}
         */
        record Started(String name, String command, TargetSettings settings) implements Target {

            /** Stands for the address that it is to listen on. */
            public static final String HOST = "{host}";

            /** Stands for the port that it is to listen on. */
            public static final String PORT = "{port}";

            /** The command of the process that listens there. */
            List<String> at(String host, int port) {
                return List.of("bash", "-c", command.replace(HOST, host).replace(PORT, String.valueOf(port)));
            }
        }
    }

    /**
     * The load engine and its options.
     *
     * @param seconds of the measured load; {@code null} for an engine whose loads end by number of requests
     * @param rates requests that are due in a second, one step each; empty for an engine that waits for responses
     * @param threads of a client; {@code null} for the default, which {@link LoadPartitioner} computes, and for a
     *     single-threaded engine
     * @param remote hosts that make the load; {@code null} for this machine
     * @param warmUpsPerConnection requests of each connection in a single round of warm-up with keep-alive, even if the
     *     load has none; {@code null} for rounds like the load, as {@link LoadSizing} sizes them
     */
    public record EngineConfig(
            LoadEngine engine,
            Integer seconds,
            List<Integer> rates,
            Integer threads,
            RemoteClients remote,
            Integer warmUpsPerConnection) {

        /** The most requests of a load with a rate. */
        public static final int MOST_REQUESTS = LoadSizing.MAX_REQUESTS_AT_A_RATE;

        /** {@code ab}, the default of a sweep. */
        public static final EngineConfig AB = new EngineConfig(LoadEngine.AB, null, List.of(), null, null, null);

        /** Long enough for hundreds of thousands of requests and for garbage collections of a JVM. */
        public static final int SECONDS = 10;

        /**
         * Checks a user's options.
         *
         * @param seconds {@code null} for {@value #SECONDS}, if the engine's loads end by time or have a rate; else not
         *     used
         * @throws PreconditionException (usage) for an option that the engine does not have
         */
        public static EngineConfig validated(LoadEngine engine, Integer seconds, List<Integer> rates, Integer threads)
                throws PreconditionException {
            if (engine.byRate() && rates.isEmpty()) {
                throw PreconditionException.usage(
                        "--engine %s sends requests at a rate: add --rate, such as --rate 5k,10k", engine.name());
            }
            if (!engine.mayHaveRate() && !rates.isEmpty()) {
                throw PreconditionException.usage(
                        "--rate %,d: %s sends a request after the response to the one before, so it has no rate;"
                                + " use --engine open-loop, or leave --rate out",
                        rates.getFirst(), engine.name());
            }
            if (threads != null && !engine.multithreaded()) {
                throw PreconditionException.usage(
                        "--client-threads %d: %s has one thread; leave it out, or use --engine wrk or --engine oha",
                        threads, engine.name());
            }
            if (engine.byTime() || !rates.isEmpty()) {
                return new EngineConfig(
                        engine, seconds == null ? Integer.valueOf(SECONDS) : seconds, rates, threads, null, null);
            }
            return new EngineConfig(engine, null, List.of(), null, null, null);
        }

        /** The same with a load from these hosts. */
        public EngineConfig from(RemoteClients others) {
            return new EngineConfig(engine, seconds, rates, threads, others, warmUpsPerConnection);
        }

        /** {@code null} for an engine that waits for responses. Each step has one rate. */
        Integer rate() {
            return rates.isEmpty() ? null : rates.getFirst();
        }

        private EngineConfig at(Integer rate) {
            return new EngineConfig(engine, seconds, List.of(rate), threads, remote, warmUpsPerConnection);
        }
    }

    /**
     * Other hosts that make the load.
     *
     * @param listen address of this machine by which they reach it; the servers listen there
     */
    public record RemoteClients(String listen, List<ClientHost> hosts) {

        /** What each host may have open, and by which of its limits. */
        String shares() {
            return hosts.stream()
                    .map(host -> "%s %,d (nofile %s, ports %s)"
                            .formatted(
                                    host.name(),
                                    host.processes() * host.maxConnections(),
                                    host.readings().nofile() == null
                                            ? "unlimited"
                                            : "%,d".formatted(host.readings().nofile()),
                                    host.readings().ports()))
                    .collect(Collectors.joining(", "));
        }

        /** Connections that all hosts together may have open. */
        public long maxConnections() {
            return maxConnections(hosts);
        }

        private static long maxConnections(List<ClientHost> hosts) {
            return hosts.stream()
                    .mapToLong(host -> (long) host.processes() * host.maxConnections())
                    .sum();
        }

        /** The hosts with as few processes as so many connections need, at most the same number on each. */
        List<ClientHost> hostsFor(int connections) {
            var most = hosts.stream().mapToInt(ClientHost::processes).max().orElse(1);
            return IntStream.rangeClosed(1, most)
                    .mapToObj(processes -> hosts.stream()
                            .map(host -> host.withProcesses(Math.min(processes, host.processes())))
                            .toList())
                    .filter(some -> maxConnections(some) >= connections)
                    .findFirst()
                    .orElse(hosts);
        }
    }

    /** The number of requests of a step: a multiple of its concurrency, or a fixed number. */
    @FunctionalInterface
    public interface Requests {

        /** Requests of a step with that many connections; at least one per connection. */
        long at(int concurrency);

        /** How long the load is to last at least; {@code null} when {@link #at} is the exact number. */
        default Integer atLeastSeconds() {
            return null;
        }

        /** As many as the load needs to last some time, and so many for each connection at least. */
        record Lasting(Integer atLeastSeconds, int times) implements Requests {

            /** The default of a sweep: long enough to compare its first with its last third. */
            public static final Lasting DEFAULT = new Lasting(5, 5);

            /** The same for another time. */
            public Lasting lasting(int seconds) {
                return new Lasting(seconds, times);
            }

            @Override
            public long at(int concurrency) {
                return (long) times * concurrency;
            }
        }

        record PerConnection(int times) implements Requests {
            @Override
            public long at(int concurrency) {
                return (long) times * concurrency;
            }
        }

        record Fixed(long requests) implements Requests {
            @Override
            public long at(int concurrency) {
                return Math.max(requests, concurrency);
            }
        }
    }
}
