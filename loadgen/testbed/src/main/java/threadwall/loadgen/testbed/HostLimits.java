package threadwall.loadgen.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import threadwall.limits.ConnectionLimits;
import threadwall.limits.LimitAssessment;
import threadwall.limits.LimitScope;
import threadwall.limits.PortCapacity;
import threadwall.limits.PortSet;
import threadwall.limits.ProcessLimits;
import threadwall.limits.SystemSnapshot;
import threadwall.limits.ThreadCosts;
import threadwall.limits.ThreadLimits;
import threadwall.process.CpuList;

/**
 * Limits of this machine that a plan has to respect.
 *
 * @param nofile descriptors per process: the hard limit, because every child raises its soft limit to it
 * @param portsPerSource connections that one source address can open before finding a free port gets slow
 * @param allPorts ports of one source address, those included that it takes long to find
 * @param somaxconn upper limit of any accept queue; {@code null} where unreadable
 * @param processors that a JVM counts here
 * @param cpus that processes may run on; cgroups may allow fewer at a time
 * @param memoryBytes of the machine; {@code null} where unreadable
 * @param threadWalls limits that stop a process's threads, the lowest first
 * @param connectionWalls limits that stop the connections of several processes together, both ends on this machine, the
 *     lowest first
 */
public record HostLimits(
        long nofile,
        int portsPerSource,
        int allPorts,
        Long somaxconn,
        int processors,
        CpuList cpus,
        Long memoryBytes,
        List<LimitAssessment> threadWalls,
        List<LimitAssessment> connectionWalls) {

    /** Default of {@code fs.nr_open}, the kernel's maximum where the hard limit says unlimited. */
    private static final long NR_OPEN = 1_048_576;

    /** Descriptors that a client needs besides its connections. */
    private static final int CLIENT_RESERVE = 20;

    /** Descriptors of a server besides its connections, of which there may be several. */
    private static final int SERVER_DESCRIPTORS = 300;

    /** Limits that more processes or more addresses get past. */
    private static final Set<LimitScope> OF_ONE = EnumSet.of(LimitScope.PROCESS, LimitScope.ADDRESS_PAIR);

    /** Opening connections is already slower in the last tenth before the knee; see {@link PortCapacity}. */
    private static final double BEFORE_THE_KNEE = 0.9;

    /** Connections that one client process with one source address can open; below 1 where it cannot open any. */
    public long connectionsOfOneClient() {
        return Math.min(nofile - CLIENT_RESERVE, portsPerSource);
    }

    /** Client processes for so many connections to one server process; needs a client that can open one. */
    public int clients(int connections) {
        return (int) Math.ceilDiv((long) connections, connectionsOfOneClient());
    }

    /** The same for clients that connect from as many addresses as they need. */
    public int clientsByDescriptors(int connections) {
        return (int) Math.ceilDiv((long) connections, nofile - CLIENT_RESERVE);
    }

    public static HostLimits read() throws IOException {
        var system = SystemSnapshot.read();
        var kernel = system.kernel();
        var process = ProcessLimits.ofThisProcess();
        long nofile = process.nofile().hard().orElse(kernel.nrOpen() == null ? NR_OPEN : kernel.nrOpen());
        var reserved = kernel.reservedPorts() == null ? PortSet.NONE : kernel.reservedPorts();
        int knee = kernel.portRange() == null ? PortCapacity.CAP : PortCapacity.perPair(kernel.portRange(), reserved);
        return new HostLimits(
                nofile,
                (int) (knee * BEFORE_THE_KNEE),
                kernel.portRange() == null ? PortCapacity.CAP : PortCapacity.most(kernel.portRange(), reserved),
                kernel.somaxconn(),
                Runtime.getRuntime().availableProcessors(),
                allowed(),
                kernel.memTotalBytes(),
                ThreadLimits.diagnose(system, ThreadCosts.estimate(kernel.transparentHugePages()), OptionalLong.empty())
                        .stopping(),
                ConnectionLimits.diagnose(system, SERVER_DESCRIPTORS, OptionalLong.empty()).stopping().stream()
                        .filter(wall -> !OF_ONE.contains(wall.scope()))
                        .toList());
    }

    /** CPUs that this process and its children may run on: proc_pid_status(5). */
    private static CpuList allowed() throws IOException {
        var name = "Cpus_allowed_list:";
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith(name))
                .flatMap(line -> CpuList.parse(line.substring(name.length()).strip()).stream())
                .findFirst()
                .orElseThrow(() -> new IOException("/proc/self/status has no " + name));
    }

    /**
     * The first limit that this number of threads, spread evenly over the processes, would reach; empty when they fit.
     */
    public Optional<LimitAssessment> wallBefore(int threads, int processes) {
        int each = Math.ceilDiv(threads, processes);
        return threadWalls.stream()
                .filter(wall -> wall.stops(wall.scope() == LimitScope.PROCESS ? each : threads))
                .findFirst();
    }

    /** The limit that stops this number of connections first, over however many processes; empty when they fit. */
    public Optional<LimitAssessment> connectionWallBefore(int connections) {
        return connectionWalls.stream()
                .filter(wall -> wall.stops(connections))
                .min(Comparator.comparingLong(wall -> wall.allows().orElseThrow()));
    }
}
