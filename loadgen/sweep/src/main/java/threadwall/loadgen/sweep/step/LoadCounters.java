package threadwall.loadgen.sweep.step;

import java.io.IOException;
import java.util.Optional;
import threadwall.loadgen.testbed.ServerShards;
import threadwall.loadgen.testbed.database.DatabaseCache;
import threadwall.loadgen.testbed.database.SharedDatabase;
import threadwall.process.ProcessTree;
import threadwall.process.proc.ContextSwitches;
import threadwall.process.proc.KernelCounters;
import threadwall.process.socket.SocketMemory;
import threadwall.process.socket.TcpCounters;

/**
 * Counters of servers, database and kernel. The difference of readings before and after a load is what the load used.
 *
 * @param serverSwitches empty when a server process has exited
 * @param databaseCpuSeconds {@code null} for a database that the user runs, and without a database
 * @param reads {@code null} unless the database's memory is limited
 */
record LoadCounters(
        ServerShards.Cpu serverCpu,
        Optional<ContextSwitches> serverSwitches,
        Double databaseCpuSeconds,
        DatabaseCache.Counters reads,
        TcpCounters tcp,
        KernelCounters kernel,
        Long timeWait) {

    static LoadCounters read(ServerShards servers, Optional<SharedDatabase> database) throws IOException {
        var cache = database.flatMap(SharedDatabase::cache);
        return new LoadCounters(
                servers.cpu(),
                servers.contextSwitches(),
                database.flatMap(SharedDatabase::processes)
                        .map(ProcessTree::cpuSeconds)
                        .orElse(null),
                cache.isPresent() ? cache.get().counters() : null,
                TcpCounters.read(),
                KernelCounters.read(),
                SocketMemory.read().timeWait());
    }

    /** The difference between an earlier reading and this one. */
    Used since(LoadCounters earlier) {
        return new Used(
                serverCpu.since(earlier.serverCpu),
                serverSwitches.flatMap(now -> earlier.serverSwitches.flatMap(now::since)),
                databaseCpuSeconds == null || earlier.databaseCpuSeconds == null
                        ? null
                        : Double.valueOf(databaseCpuSeconds - earlier.databaseCpuSeconds),
                reads == null || earlier.reads == null ? null : reads.since(earlier.reads),
                tcp.minus(earlier.tcp),
                kernel.contextSwitchesSince(earlier.kernel),
                kernel.stolenPercentSince(earlier.kernel),
                timeWait);
    }

    /**
     * What a load used.
     *
     * @param serverSwitches empty where they are unknown
     * @param contextSwitches of the whole machine
     * @param stolenPercent of the time of all CPUs
     * @param timeWait sockets in TIME_WAIT at its end
     */
    record Used(
            ServerShards.Cpu serverCpu,
            Optional<ContextSwitches> serverSwitches,
            Double databaseCpuSeconds,
            DatabaseCache.Counters reads,
            TcpCounters tcp,
            Long contextSwitches,
            Double stolenPercent,
            Long timeWait) {}
}
