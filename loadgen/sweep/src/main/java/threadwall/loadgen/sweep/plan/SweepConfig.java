package threadwall.loadgen.sweep.plan;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.testbed.CpuPinning;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.loadgen.testbed.database.DataSizePlan;
import threadwall.process.PreconditionException;

/**
 * What the user asked of a sweep.
 *
 * @param servers names from {@link ServerCatalog}, in the order of the table
 * @param targets servers that the user runs
 * @param repeats of every step, interleaved over the servers
 * @param pin processors of servers and clients
 * @param store where the servers have their data
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
     * What the clients do.
     *
     * @param route path and query
     * @param concurrency connections open at once, one step each
     * @param requests of a step; ignored by an engine that ends by time
     * @param fullHouse replace the route's {@code time} by one long enough that the requests of all connections are in
     *     progress at once
     * @param timeoutSeconds a client gives up after this long without a response, on top of the route's own sleep
     */
    public record LoadConfig(
            String route,
            List<Integer> concurrency,
            Requests requests,
            Drive drive,
            boolean keepAlive,
            boolean fullHouse,
            int timeoutSeconds) {

        private LoadConfig on(DataSizePlan size) {
            return new LoadConfig(size.route(), concurrency, requests, drive, keepAlive, fullHouse, timeoutSeconds);
        }
    }

    /**
     * How servers are started.
     *
     * @param workers {@code --workers} for every server, a step each
     * @param spinning of every server's idle workers, a step each
     * @param port of every server; shards differ by address
     * @param collector of every server's JVM
     * @param lingerSeconds how long servers stay up after their load; {@code null} to stop them at once
     */
    public record ServerConfig(
            List<Workers> workers,
            List<Spinning> spinning,
            int port,
            ServerCatalog.Collector collector,
            Integer lingerSeconds) {}

    /** The same sweep on one of its sizes of data. */
    SweepConfig on(DataSizePlan size) {
        return new SweepConfig(servers, targets, load.on(size), server, repeats, pin, store.on(size));
    }

    /**
     * Scheduler, carrier, Tomcat or event-loop threads of a server.
     *
     * @param count {@code null} for the server's own choice
     */
    public record Workers(Integer count) {

        public static final Workers DEFAULT = new Workers(null);

        /** As {@code --workers} takes it. */
        @Override
        public String toString() {
            return count == null ? "default" : count.toString();
        }
    }

    /** Whether a worker that has nothing to do spins for a while before it sleeps. */
    public enum Spinning {
        /** As its runtime has it. */
        DEFAULT,
        OFF;

        /** As {@code --spinning} takes it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A server that somebody else runs: measured from outside, never started or stopped.
     *
     * @param pids its processes: what listens at {@code url}, or the one that the user named
     * @param nofile descriptors that it may have; {@code null} when that cannot be read
     */
    public record Target(String name, URI url, List<Long> pids, Long nofile) {}

    /**
     * The clients.
     *
     * @param seconds of the measured load; {@code null} for an engine that makes a number of requests
     * @param threads of a client; {@code null} for as many as suit the machine, and for an engine that has one
     * @param keptWarmUps requests that each connection makes in one round of warm-up, kept even where those of the load are
     *     not; {@code null} for rounds like the load, as {@link LoadSizing} sizes them
     */
    public record Drive(LoadEngine engine, Integer seconds, Integer threads, Integer keptWarmUps) {

        /** {@code ab}, as a sweep has it. */
        public static final Drive AB = new Drive(LoadEngine.AB, null, null, null);

        /** Long enough for hundreds of thousands of requests, and for a JVM's collector to have come by. */
        public static final int SECONDS = 10;

        /**
         * As a user asks for it.
         *
         * @param seconds {@code null} for {@value #SECONDS} where time is what ends a load
         * @throws PreconditionException (usage) for what the engine has not
         */
        public static Drive asked(LoadEngine engine, Integer seconds, Integer threads) throws PreconditionException {
            if (threads != null && !engine.threaded()) {
                throw PreconditionException.usage(
                        "--client-threads %d: %s has one thread; leave it out, or take --engine wrk or --engine oha",
                        threads, engine.name());
            }
            if (engine.byTime()) {
                return new Drive(engine, seconds == null ? Integer.valueOf(SECONDS) : seconds, threads, null);
            }
            if (seconds != null) {
                throw PreconditionException.usage(
                        "--duration %ds: %s makes a number of requests, the same for every server; say it by --requests, or"
                                + " take --engine wrk or --engine oha",
                        seconds, engine.name());
            }
            return new Drive(engine, null, null, null);
        }
    }

    /** How many a step makes: a multiple of its concurrency, a fixed number. */
    @FunctionalInterface
    public interface Requests {

        /** Requests of a step with that many connections; never fewer than one a connection. */
        long at(int concurrency);

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
