package threadwall.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;

/**
 * One step as asked: one server under one load. It is a value: printed by {@code --dry-run}, stored, then run.
 *
 * @param number 1, 2, … in the order of the run; names the step's folder and is how {@code --resume} knows it
 * @param server name of the server, or of a {@code --target}
 * @param repeat 1, 2, …; repeats are interleaved over servers. In {@code bench speed} the round, counted through the run
 * @param route path and query that is loaded
 * @param sleepMillis how long that route sleeps; {@code null} when it does not
 * @param concurrency connections that the clients together keep open
 * @param requests requests that the clients together make after the warm-up; {@code null} for a load that ends by time
 * @param warmUpRounds loads before that, with a rest after each in which the server's compiler catches up; 0 on a server that
 *     an earlier step of {@code bench speed} started
 * @param warmUpRequests requests of each of these, at the same concurrency on the same path; {@code null} as above, and
 *     without rounds
 * @param engine the program that drives the load: {@code ab}, {@code wrk} or {@code oha}
 * @param pin the processors of servers and clients; {@code null} where the kernel chose for both
 * @param workers asked {@code --workers} of each server process; {@code null} for the server's own default
 * @param spinning {@code off} where idle workers were told to sleep at once; {@code null} for what the server's runtime does
 * @param verifiers connections of the side verifier, on top of {@code concurrency}
 * @param timeoutSeconds silence after which a client gives up
 * @param lingerSeconds how long the server stays up when the load has ended, so that it is seen how its threads go; {@code
 *     null} = it is stopped at once
 * @param expect what the plan foretells, in words
 * @param store where the data are that the route asks for: {@code postgres} or {@code embedded}; {@code null} for a route
 *     that asks for none, and for a {@code --target}
 * @param dbConnections that each server process was told to have to PostgreSQL; {@code null} where the store is none. Both are
 *     {@code null} in records from before they were told
 * @param dataSize how much of the table {@code world} is asked for, and what of it fits into memory; {@code null} for other
 *     routes, and for a table that nobody bounds
 */
public record StepPlan(
        int number,
        String server,
        int repeat,
        String route,
        Integer sleepMillis,
        int concurrency,
        Long requests,
        int warmUpRounds,
        Long warmUpRequests,
        boolean keepAlive,
        String engine,
        Pin pin,
        Integer workers,
        String spinning,
        int verifiers,
        int timeoutSeconds,
        Integer lingerSeconds,
        List<Shard> shards,
        List<Client> clients,
        List<String> expect,
        String store,
        Integer dbConnections,
        DataSize dataSize) {

    /** Whether its servers were started and warmed up by an earlier step, and are kept for it. */
    @JsonIgnore
    public boolean onKeptServers() {
        return warmUpRounds == 0;
    }

    /** Connections to PostgreSQL that all of its servers together may have; {@code null} where they have none. */
    @JsonIgnore
    public Integer databaseConnections() {
        return dbConnections == null ? null : Integer.valueOf(dbConnections * shards.size());
    }

    /** The folder of the step's own files, below the run's: logs, {@code ab}'s output, {@link SampleFile}. */
    @JsonIgnore
    public String folder() {
        return folder(number, server, concurrency);
    }

    /** The same, of a step that is not made yet. */
    public static String folder(int number, String server, int concurrency) {
        return "steps/%03d-%s-%d".formatted(number, server, concurrency);
    }

    /**
     * How much data a step reads from.
     *
     * @param percent of table and index of these rows over the memory, as asked
     * @param rows ids from 1 that are asked for
     * @param memoryBytes that PostgreSQL may have, with its page cache
     * @param diskReadsPerSecond that it may have; {@code null} for as many as the disk gives
     */
    public record DataSize(int percent, int rows, long memoryBytes, Integer diskReadsPerSecond) {}

    /**
     * Processors, by number, that processes were kept on.
     *
     * @param server of the servers; empty where the kernel chose
     * @param client of the clients; empty where the kernel chose
     */
    public record Pin(List<Integer> server, List<Integer> client) {}

    /**
     * One server process.
     *
     * @param url its base, {@code http://127.0.0.1:8080}
     * @param pids the processes of a {@code --target}; empty for a server that the step starts
     * @param store {@code postgres} or {@code embedded}; {@code null} for a server without a store, and for a {@code --target}
     * @param gcLog where its JVM logs collections; {@code null} for one without such a log
     * @param command starts it; {@code null} for a {@code --target}. The URL of PostgreSQL is no part of it
     */
    public record Shard(String url, List<Long> pids, String store, String gcLog, CommandLine command) {}

    /**
     * One client process.
     *
     * @param shard index into {@link StepPlan#shards()} of the server it loads
     * @param warmUp one round of the load before the measured one; {@code null} on servers that are warm
     * @param cold the load on data of which nothing is in memory; {@code null} unless the step bounds a database's memory
     * @param measured the load that is measured
     */
    public record Client(int shard, PlannedLoad warmUp, PlannedLoad cold, PlannedLoad measured) {}

    /** A load and the command line that makes it. */
    public record PlannedLoad(ClientLoad load, CommandLine command) {}
}
