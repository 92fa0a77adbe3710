package threadwall.loadgen.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import threadwall.limits.LimitAssessment;
import threadwall.limits.LimitScope;
import threadwall.limits.PortCapacity;
import threadwall.limits.PortSet;
import threadwall.limits.ProcessLimits;
import threadwall.limits.SystemSnapshot;
import threadwall.limits.ThreadCosts;
import threadwall.limits.Threads;
import threadwall.process.CpuList;

/**
 * The limits of this machine that shape a plan.
 *
 * @param nofile descriptors that one process may have: the hard limit, since every child raises its soft limit to it
 * @param portsPerSource connections that one bound source address opens before it crawls
 * @param somaxconn cap on any accept queue; {@code null} where unreadable
 * @param processors that a JVM counts here
 * @param cpus that processes may run on; fewer may be had at a time
 * @param memoryBytes of the machine; {@code null} where unreadable
 * @param threadWalls what stops a process's threads, the lowest first
 */
public record HostLimits(
        long nofile,
        int portsPerSource,
        Long somaxconn,
        int processors,
        CpuList cpus,
        Long memoryBytes,
        List<LimitAssessment> threadWalls) {

    /** Linux's own bound where the hard limit says unlimited: {@code fs.nr_open}. */
    private static final long NR_OPEN = 1_048_576;

    /** Descriptors that a client needs beside its connections. */
    private static final int CLIENT_RESERVE = 20;

    /** The last tenth before the knee is slower already; see {@link PortCapacity}. */
    private static final double BEFORE_THE_KNEE = 0.9;

    /** Connections that one client process can hold, and one address of it can open; below 1 where it can do nothing. */
    public long connectionsOfOneClient() {
        return Math.min(nofile - CLIENT_RESERVE, portsPerSource);
    }

    public static HostLimits read() throws IOException {
        var situation = SystemSnapshot.read();
        var kernel = situation.kernel();
        var process = ProcessLimits.ofThisProcess();
        long nofile = process.nofile().hard().orElse(kernel.nrOpen() == null ? NR_OPEN : kernel.nrOpen());
        var reserved = kernel.reservedPorts() == null ? PortSet.NONE : kernel.reservedPorts();
        int knee = kernel.portRange() == null ? PortCapacity.CAP : PortCapacity.perPair(kernel.portRange(), reserved);
        return new HostLimits(
                nofile,
                (int) (knee * BEFORE_THE_KNEE),
                kernel.somaxconn(),
                Runtime.getRuntime().availableProcessors(),
                allowed(),
                kernel.memTotalBytes(),
                Threads.diagnose(situation, ThreadCosts.estimate(kernel.transparentHugePages()), OptionalLong.empty())
                        .stopping());
    }

    /** What this process may run on, and so its children: proc_pid_status(5). */
    private static CpuList allowed() throws IOException {
        var name = "Cpus_allowed_list:";
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith(name))
                .flatMap(line -> CpuList.parse(line.substring(name.length()).strip()).stream())
                .findFirst()
                .orElseThrow(() -> new IOException("/proc/self/status has no " + name));
    }

    /** The limit that so many threads, spread evenly over so many processes, would meet first; empty when they fit. */
    public Optional<LimitAssessment> wallBefore(int threads, int processes) {
        int each = Math.ceilDiv(threads, processes);
        return threadWalls.stream()
                .filter(wall -> wall.stops(wall.scope() == LimitScope.PROCESS ? each : threads))
                .findFirst();
    }
}
