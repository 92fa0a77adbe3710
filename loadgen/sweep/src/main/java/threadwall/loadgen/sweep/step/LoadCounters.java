package threadwall.loadgen.sweep.step;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import threadwall.loadgen.testbed.ServerShards;
import threadwall.loadgen.testbed.database.DatabaseCache;
import threadwall.loadgen.testbed.database.SharedDatabase;
import threadwall.process.ProcessTree;
import threadwall.process.cgroup.CpuQuota;
import threadwall.process.proc.ContextSwitches;
import threadwall.process.proc.KernelCounters;
import threadwall.process.proc.ProcStat;
import threadwall.process.socket.SocketMemory;
import threadwall.process.socket.TcpCounters;

/**
 * Counters of servers, database and kernel. The difference of readings before and after a load is what the load used.
 *
 * @param compilationSeconds of the servers' JVMs; {@code null} if none of them is a HotSpot JVM
 * @param toolCpuSeconds of this process, which samples and verifies
 * @param serverSwitches empty when a server process has exited
 * @param databaseCpuSeconds {@code null} for a database that the user runs, and without a database
 * @param reads {@code null} unless the database's memory is limited
 */
record LoadCounters(
        ServerShards.Cpu serverCpu,
        Double compilationSeconds,
        double toolCpuSeconds,
        Optional<ContextSwitches> serverSwitches,
        Double databaseCpuSeconds,
        DatabaseCache.Counters reads,
        TcpCounters tcp,
        KernelCounters kernel,
        Long timeWait,
        List<CpuQuota> quotas) {

    static LoadCounters read(ServerShards servers, Optional<SharedDatabase> database) throws IOException {
        var cache = database.flatMap(SharedDatabase::cache);
        return new LoadCounters(
                servers.cpu(),
                servers.compilationSeconds(),
                ProcStat.read(ProcessHandle.current().pid())
                        .map(ProcStat::cpuSeconds)
                        .orElse(0.0),
                servers.contextSwitches(),
                database.flatMap(SharedDatabase::processes)
                        .map(ProcessTree::cpuSeconds)
                        .orElse(null),
                cache.isPresent() ? cache.get().counters() : null,
                TcpCounters.read(),
                KernelCounters.read(),
                SocketMemory.read().timeWait(),
                CpuQuota.of(servers.answering()));
    }

    /** The difference between an earlier reading and this one. */
    Used since(LoadCounters earlier) {
        return new Used(
                serverCpu.since(earlier.serverCpu),
                minus(compilationSeconds, earlier.compilationSeconds),
                toolCpuSeconds - earlier.toolCpuSeconds,
                serverSwitches.flatMap(now -> earlier.serverSwitches.flatMap(now::since)),
                minus(databaseCpuSeconds, earlier.databaseCpuSeconds),
                reads == null || earlier.reads == null ? null : reads.since(earlier.reads),
                tcp.minus(earlier.tcp),
                kernel.backlogDropsSince(earlier.kernel),
                kernel.contextSwitchesSince(earlier.kernel),
                kernel.stolenPercentSince(earlier.kernel),
                kernel.cpuTimeSince(earlier.kernel),
                timeWait,
                CpuQuota.since(earlier.quotas, quotas));
    }

    private static Double minus(Double later, Double earlier) {
        return later == null || earlier == null ? null : Double.valueOf(later - earlier);
    }

    /**
     * What a load used.
     *
     * @param serverSwitches empty where they are unknown
     * @param backlogDrops packets, of the whole machine
     * @param contextSwitches of the whole machine
     * @param stolenPercent of the time of all CPUs
     * @param machine time of all CPUs; {@code null} if unreadable
     * @param timeWait sockets in TIME_WAIT at its end
     * @param throttling of the servers; empty if no quota holds for them
     */
    record Used(
            ServerShards.Cpu serverCpu,
            Double compilationSeconds,
            double toolCpuSeconds,
            Optional<ContextSwitches> serverSwitches,
            Double databaseCpuSeconds,
            DatabaseCache.Counters reads,
            TcpCounters tcp,
            Long backlogDrops,
            Long contextSwitches,
            Double stolenPercent,
            KernelCounters.CpuTime machine,
            Long timeWait,
            Optional<CpuQuota.Throttling> throttling) {}
}
