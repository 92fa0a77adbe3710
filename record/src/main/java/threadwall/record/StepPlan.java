package threadwall.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * The plan of one step: one server under one load. {@code --dry-run} prints it; a run stores it first and then runs it.
 *
 * @param number 1, 2, … in the order of the run; identifies the step's folder, and the step for {@code --resume}
 * @param server name of the server, or of a {@code --target}
 * @param repeat 1, 2, …; repeats are interleaved over servers. In {@code bench speed} the round, counted through the
 *     run
 * @param expect predictions of the plan, in sentences
 * @param trial what it is for in a run of {@code capacity}; {@code null} in any other run
 */
public record StepPlan(
        int number,
        String server,
        int repeat,
        @JsonUnwrapped LoadSettings load,
        @JsonUnwrapped WarmUpSettings warmUp,
        @JsonUnwrapped ServerSettings servers,
        List<Shard> shards,
        List<Client> clients,
        List<String> expect,
        @JsonUnwrapped DataSettings data,
        Trial trial) {

    /**
     * What the clients together do.
     *
     * @param route path and query of the requests
     * @param sleepMillis how long that route sleeps; {@code null} when it does not
     * @param concurrency connections that all clients together keep open; with a {@code rate} the most that they open
     * @param requests of all clients together, without warm-up; {@code null} for a load that ends by time
     * @param atLeastSeconds how long the load is to last: after the warm-up {@code requests} is raised to as many as its
     *     rate says. {@code null} for a fixed number, and for a load that ends by time
     * @param rate requests of all clients together that are due in a second, answered or not; {@code null} if a client
     *     waits for a response before it sends the next request of a connection
     * @param engine the load engine: {@code ab}, {@code wrk}, {@code oha}, {@code vegeta} or
     *     {@code open-loop}
     * @param verifiers connections of the verifier while the load runs, on top of {@code concurrency}
     * @param timeoutSeconds a client gives up after this long without a response
     * @param request {@code null} for a GET without headers of its own
     */
    public record LoadSettings(
            String route,
            Integer sleepMillis,
            int concurrency,
            Long requests,
            Integer atLeastSeconds,
            Integer rate,
            boolean keepAlive,
            String engine,
            int verifiers,
            int timeoutSeconds,
            RequestMessage request) {

        /** A load of GETs without headers of their own. */
        public LoadSettings(
                String route,
                Integer sleepMillis,
                int concurrency,
                Long requests,
                Integer atLeastSeconds,
                Integer rate,
                boolean keepAlive,
                String engine,
                int verifiers,
                int timeoutSeconds) {
            this(
                    route,
                    sleepMillis,
                    concurrency,
                    requests,
                    atLeastSeconds,
                    rate,
                    keepAlive,
                    engine,
                    verifiers,
                    timeoutSeconds,
                    null);
        }

        /** {@code /json}, {@code POST /orders}, or {@code /prices=3,/orders/7=1} for several routes. */
        @JsonIgnore
        public String methodAndRoute() {
            if (request == null) {
                return route;
            }
            var routes = request.routes() == null ? route : request.routes().words();
            return request.method().equals("GET") ? routes : request.method() + " " + routes;
        }

        /** The same with another number of requests. */
        public LoadSettings withRequests(Long other) {
            return new LoadSettings(
                    route,
                    sleepMillis,
                    concurrency,
                    other,
                    atLeastSeconds,
                    rate,
                    keepAlive,
                    engine,
                    verifiers,
                    timeoutSeconds,
                    request);
        }
    }

    /**
     * The loads before the measured one.
     *
     * @param warmUpRounds most warm-up loads. After each the server rests while its compiler catches up. 0 on a server
     *     that an earlier step of {@code bench speed} started
     * @param warmUpRequests requests of each warm-up load, at the same concurrency on the same path; {@code null} for loads
     *     that end by time, and without rounds
     * @param warmUpLimitSeconds no round begins that would end after this time if it took as long as the one before, and
     *     none once the servers' cost of a request has settled; {@code null} = all rounds are made
     */
    public record WarmUpSettings(int warmUpRounds, Long warmUpRequests, Integer warmUpLimitSeconds) {}

    /**
     * The purpose of a load in the measurement of a server's capacity.
     *
     * @param part see {@link Part}
     * @param limit of the latency from when requests were due
     * @param share of the server's own capacity, 0.5 for half of it; {@code null} in other parts than the curve, and for
     *     the rates that all servers of the run have in common
     * @param seed of the random order of the curve's rates, the same in all steps of a run
     */
    public record Trial(Part part, LatencyLimit limit, Double share, long seed) {

        /** In the order of a run. */
        public enum Part {
            /** One of the rates that are tried to find the capacity. */
            SEARCH,
            /** The capacity that was found, on a fresh server. */
            CONFIRM,
            /** Latency at a share of the capacity. */
            CURVE,
            /** An overload between two loads of half of the capacity, as one load. */
            RECOVERY
        }
    }

    /**
     * How the servers are run.
     *
     * @param pin the CPUs of servers and clients; {@code null} if the kernel chose both
     * @param workers {@code --workers} of each server process; {@code null} for the server's own default
     * @param spinning {@code off} if idle workers sleep at once; {@code null} for the default of the server's runtime
     * @param lingerSeconds how long the server keeps running after the load, so that idle threads can be seen to exit;
     *     {@code null} = it is stopped at once
     * @param target what is known of a server that is none of threadwall's; {@code null} for the others
     * @param limits what each server process may use; {@code null} for no limit
     */
    public record ServerSettings(
            Pin pin,
            Integer workers,
            String spinning,
            Integer lingerSeconds,
            TargetSettings target,
            ServerLimits limits) {}

    /**
     * What each server process may use, with those that it starts, as in a container: a cgroup limits it.
     *
     * @param memoryBytes {@code null} for no limit. The heap of threadwall's JVMs is three quarters of it
     * @param cpus CPU time in each period of 100 ms, as a number of CPUs; {@code null} for no limit
     */
    public record ServerLimits(Long memoryBytes, Double cpus) {}

    /**
     * A {@code --target}: a server that is none of threadwall's, so that only its user knows how it is run and what it
     * answers.
     *
     * @param program how it is started; {@code null} if the user runs it
     * @param status of every response to a route of its own; {@code null} for 200
     * @param contains text that every such response contains; {@code null} for any
     * @param jsonPath the place of a value that every such response has, as JSON, and perhaps the value:
     *     {@code $.items[0].id} or {@code $.total=3}; {@code null} for none
     * @param ignore regular expression of the parts of such a response that may differ from one to the next; {@code null} if
     *     all are to be the same
     */
    public record TargetSettings(Program program, Integer status, String contains, String jsonPath, String ignore) {

        /** The same of a server that the user runs. */
        public TargetSettings running() {
            return new TargetSettings(null, status, contains, jsonPath, ignore);
        }
    }

    /**
     * A user's command that starts a server. It prints no READY line, so requests find out when it can answer.
     *
     * @param directory where the command runs; relative to the project's root if it is below it
     * @param ready path and query whose response has status 200 as soon as the server is ready; {@code null} if any
     *     response to the step's route will do
     * @param readySeconds how long that may take
     */
    public record Program(String directory, String ready, int readySeconds) {}

    /**
     * The data that the route reads.
     *
     * @param store of the data that the route reads: {@code postgres} or {@code embedded}; {@code null} for a route without
     *     data, and for a {@code --target}
     * @param dbConnections connections of each server process to PostgreSQL; {@code null} for other stores. Old records
     *     lack both this and {@code store}
     * @param dataSize rows of the table {@code world} that the load reads, and the memory for them; {@code null} for other
     *     routes, and if the database's memory is not limited
     */
    public record DataSettings(String store, Integer dbConnections, DataSize dataSize) {}

    /** The same step with another load. */
    public StepPlan with(LoadSettings otherLoad, List<Client> otherClients) {
        return new StepPlan(
                number,
                server,
                repeat,
                otherLoad,
                warmUp,
                servers,
                shards,
                List.copyOf(otherClients),
                expect,
                data,
                trial);
    }

    /** The same step on the servers that another one has started and warmed up. */
    public StepPlan onServersOf(StepPlan first) {
        return new StepPlan(
                number,
                server,
                repeat,
                load,
                new WarmUpSettings(0, null, null),
                servers,
                first.shards,
                clients.stream()
                        .map(client -> new Client(client.shard(), null, client.cold(), client.measured()))
                        .toList(),
                expect,
                data,
                trial);
    }

    /** The same step in another repeat. */
    public StepPlan inRepeat(int other) {
        return new StepPlan(number, server, other, load, warmUp, servers, shards, clients, expect, data, trial);
    }

    /** The same step with a purpose. */
    public StepPlan with(Trial other) {
        return new StepPlan(number, server, repeat, load, warmUp, servers, shards, clients, expect, data, other);
    }

    /** Whether it runs on servers that an earlier step started and warmed up. */
    @JsonIgnore
    public boolean onKeptServers() {
        return warmUp.warmUpRounds() == 0;
    }

    /** Whether any of its load comes from another machine. */
    public boolean leavesThisMachine() {
        return clients.stream().anyMatch(client -> client.measured().load().leavesThisMachine());
    }

    /** Connections to PostgreSQL that all its servers together may open; {@code null} if they use none. */
    @JsonIgnore
    public Integer databaseConnections() {
        var each = data.dbConnections();
        return each == null ? null : Integer.valueOf(each * shards.size());
    }

    /** The step's folder, relative to the run's: logs, output of the engine, {@link SampleFile}. */
    @JsonIgnore
    public String folder() {
        return folder(number, server, load.concurrency());
    }

    /** The same for a step whose plan does not exist yet. */
    public static String folder(int number, String server, int concurrency) {
        return "steps/%03d-%s-%d".formatted(number, server, concurrency);
    }

    /**
     * The amount of data that a step reads.
     *
     * @param percent size of table and index of these rows, in percent of the memory
     * @param rows the load reads ids from 1 to this
     * @param memoryBytes memory limit of PostgreSQL, page cache included
     * @param sharedBuffersBytes of PostgreSQL's own cache ({@code shared_buffers}), a part of that
     * @param diskReadsPerSecond limit of PostgreSQL's disk reads; {@code null} for none
     */
    public record DataSize(
            int percent, int rows, long memoryBytes, long sharedBuffersBytes, Integer diskReadsPerSecond) {

        /**
         * The default, and what all runs had before it could be chosen. Memory of PostgreSQL's own cache is never reclaimed,
         * and its content is in the page cache as well. So it is small: the page cache then is the only cache to speak of.
         */
        public static final long USUAL_SHARED_BUFFERS = 8L << 20;
    }

    /**
     * CPU numbers that processes are pinned to.
     *
     * @param server of the servers; empty if the kernel chose
     * @param client of the clients; empty if the kernel chose
     */
    public record Pin(List<Integer> server, List<Integer> client) {}

    /**
     * One server process.
     *
     * @param url base URL, {@code http://127.0.0.1:8080}
     * @param pids the processes of a {@code --target}; empty for a server that the step starts
     * @param store {@code postgres} or {@code embedded}; {@code null} for a server without a store, and for a
     *     {@code --target}
     * @param gcLog file of its JVM's GC log; {@code null} for a server without one
     * @param command starts it; {@code null} for a {@code --target}. It does not contain the URL of PostgreSQL
     */
    public record Shard(String url, List<Long> pids, String store, String gcLog, CommandLine command) {}

    /**
     * One client process.
     *
     * @param shard index into {@link StepPlan#shards()} of the server it loads
     * @param warmUp one round of warm-up; {@code null} on servers that are warm
     * @param cold the load on data that is not in memory; {@code null} unless the step limits the database's memory
     * @param measured the load that is measured
     */
    public record Client(int shard, PlannedLoad warmUp, PlannedLoad cold, PlannedLoad measured) {}

    /**
     * A load and the command line that makes it.
     *
     * @param directory where a user's own command is run; {@code null} for a load engine, which runs in the project's root
     */
    public record PlannedLoad(ClientLoad load, CommandLine command, String directory) {

        public PlannedLoad(ClientLoad load, CommandLine command) {
            this(load, command, null);
        }
    }
}
