package threadwall.loadgen.testbed;

import java.io.IOException;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import threadwall.limits.ProcessLimits;
import threadwall.limits.ResourceLimit;
import threadwall.loadgen.http.ServerIdentity;
import threadwall.loadgen.testbed.database.SharedDatabase;
import threadwall.process.ProcessTree;
import threadwall.process.proc.ContextSwitches;
import threadwall.process.proc.JvmCounters;
import threadwall.process.proc.ProcStat;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.Program;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Limits;
import tools.jackson.databind.JsonNode;

/** The server processes of a step: started and stopped here, or, for a {@code --target}, only observed. */
public final class ServerShards implements AutoCloseable {

    private final Path home;
    private final Path folder;
    private final StepPlan step;
    private final Optional<SharedDatabase> database;

    /** Empty for threadwall's own, and for a server that the user runs. */
    private final Optional<Program> program;

    /** Why a user's program did not start. */
    private Optional<String> startFailed = Optional.empty();

    private final List<ServerProcess> started = new ArrayList<>();
    private final ServerCgroups cgroups;
    private final List<Long> answering = new ArrayList<>();
    private final List<Long> pids = new ArrayList<>();

    public ServerShards(Path home, Path folder, StepPlan step, Optional<SharedDatabase> database) {
        this.home = home;
        this.folder = folder;
        this.step = step;
        this.database = database;
        this.cgroups = new ServerCgroups(step);
        this.program = Optional.ofNullable(step.servers().target()).map(StepPlan.TargetSettings::program);
    }

    /** CPU time of all server processes, so far or between two readings. */
    public record Cpu(double userSeconds, double systemSeconds) {

        public double seconds() {
            return userSeconds + systemSeconds;
        }

        private Cpu plus(Cpu other) {
            return new Cpu(userSeconds + other.userSeconds, systemSeconds + other.systemSeconds);
        }

        public Cpu since(Cpu earlier) {
            return new Cpu(userSeconds - earlier.userSeconds, systemSeconds - earlier.systemSeconds);
        }
    }

    /** Threads and memory of all server processes at one moment. */
    public record Reading(long threads, long rssBytes) {}

    /** Starts all servers and waits until each can answer. */
    public void start() throws StepFailedException, IOException, InterruptedException {
        for (var shard : step.shards()) {
            if (shard.command() == null) {
                answering.addAll(shard.pids());
                pids.addAll(shard.pids());
            } else {
                started.add(start(shard, folder.resolve("server-" + (started.size() + 1))));
            }
        }
        try {
            for (var server : started) {
                var ready = server.awaitReady();
                long pid = ready.path("pid").asLong();
                answering.add(pid);
                // of a user's program also those that started the one that listens
                pids.addAll(new ProcessTree(ready.path("root").asLong(pid)).pids());
            }
        } catch (ServerProcess.StartFailed e) {
            startFailed = program.map(any -> e.getMessage());
            throw new StepFailedException(e.getMessage());
        }
    }

    private ServerProcess start(StepPlan.Shard shard, Path files)
            throws StepFailedException, IOException, InterruptedException {
        var command = cgroups.enter(shard.command().words());
        return program.isEmpty()
                ? ServerProcess.start(step.server(), home, files, command, environment(shard))
                : ServerProcess.startProgram(
                        step.server(),
                        home,
                        home.resolve(program.get().directory()),
                        files,
                        command,
                        ProgramReadiness.of(step, shard, program.get()));
    }

    /** The URL may hold a password, so it is no argument, which every user of the machine could read. */
    private Map<String, String> environment(StepPlan.Shard shard) {
        return StoreKind.POSTGRES.toString().equals(shard.store())
                ? Map.of(ServerCatalog.POSTGRES_VARIABLE, database.orElseThrow().url())
                : Map.of();
    }

    /**
     * Of a user's program, {@link ProgramReadiness} has found who listens.
     *
     * @throws StepFailedException when another process answers at the address of one that was started
     */
    public void checkIdentity() throws StepFailedException {
        if (program.isPresent()) {
            return;
        }
        var server = ServerCatalog.find(step.server());
        var name = server.map(ServerCatalog::identity).orElse(step.server());
        var transport = server.flatMap(ServerCatalog::transport).orElse(null);
        for (int i = 0; i < started.size(); i++) {
            var fault = ServerIdentity.fault(URI.create(step.shards().get(i).url()), name, transport, answering.get(i));
            if (fault.isPresent()) {
                throw new StepFailedException(fault.get());
            }
        }
    }

    /** PIDs of all processes: a server may have descendants of the one that prints READY. */
    public List<Long> pids() {
        return pids;
    }

    /** PIDs of the processes that print READY, one for each shard. */
    public List<Long> answering() {
        return answering;
    }

    /** The port of all shards; they differ by address. */
    public int port() {
        return URI.create(step.shards().getFirst().url()).getPort();
    }

    /** How a server ended during the step; empty while all are alive. */
    public Optional<String> death() {
        if (startFailed.isPresent()) { // which says more than an exit code of 0
            return startFailed.map(words -> words + cgroups.killedForMemory());
        }
        for (var server : started) {
            if (!server.isAlive()) {
                return Optional.of(server.ending() + cgroups.killedForMemory());
            }
        }
        return started.isEmpty()
                ? pids.stream()
                        .filter(pid -> ProcStat.read(pid).isEmpty())
                        .findFirst()
                        .map(pid -> "%s: process %d is gone".formatted(step.server(), pid))
                : Optional.empty();
    }

    public void throwIfDead() throws StepFailedException {
        var death = death();
        if (death.isPresent()) {
            throw new StepFailedException(death.get());
        }
    }

    /**
     * Throws if a process has ended, or one that was started here ends within this time.
     *
     * @param limit for all together
     */
    public void throwIfDeadWithin(Duration limit) throws StepFailedException, InterruptedException {
        throwIfDead();
        long deadline = System.nanoTime() + limit.toNanos();
        for (var server : started) {
            server.awaitEnd(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
        }
        throwIfDead();
    }

    public Reading reading() {
        var stats = pids.stream().flatMap(pid -> ProcStat.read(pid).stream()).toList();
        return new Reading(
                stats.stream().mapToLong(ProcStat::threads).sum(),
                stats.stream()
                        .mapToLong(stat -> stat.rssBytes() == null ? 0 : stat.rssBytes())
                        .sum());
    }

    public Cpu cpu() {
        return pids.stream()
                .flatMap(pid -> ProcStat.read(pid).stream())
                .map(stat -> new Cpu(stat.userCpuSeconds(), stat.systemCpuSeconds()))
                .reduce(new Cpu(0, 0), Cpu::plus);
    }

    /** Seconds that their JVMs have spent compiling, see {@link JvmCounters}; {@code null} if none of them is a JVM. */
    public Double compilationSeconds() {
        var seconds = pids.stream()
                .map(JvmCounters::compilationSeconds)
                .flatMapToDouble(OptionalDouble::stream)
                .summaryStatistics();
        return seconds.getCount() == 0 ? null : Double.valueOf(seconds.getSum());
    }

    /**
     * Context switches of the threads alive now; this reads one file per thread, so do not call it in a sampling loop.
     * Empty when a process is gone.
     */
    public Optional<ContextSwitches> contextSwitches() {
        var sum = new ContextSwitches(0, 0);
        for (long pid : pids) {
            var read = ContextSwitches.read(pid);
            if (read.isEmpty()) {
                return Optional.empty();
            }
            sum = sum.plus(read.get());
        }
        return Optional.of(sum);
    }

    /** {@code null} where a process may not be read. */
    public Long pssBytes() {
        var readings = pids.stream().map(ProcStat::pssBytes).toList();
        return readings.stream().allMatch(OptionalLong::isPresent)
                ? Long.valueOf(
                        readings.stream().mapToLong(OptionalLong::getAsLong).sum())
                : null;
    }

    /** Limits in force for each answering process, in the order of the shards. */
    public List<Limits> limits() throws NoSuchFileException {
        var limits = new ArrayList<Limits>();
        for (long pid : answering) {
            var read = ProcessLimits.of(Path.of("/proc"), pid);
            limits.add(new Limits(
                    value(read.nofile(), true),
                    value(read.nofile(), false),
                    value(read.nproc(), true),
                    value(read.nproc(), false)));
        }
        return limits;
    }

    private static Long value(ResourceLimit limit, boolean soft) {
        if (limit == null) {
            return null;
        }
        var value = soft ? limit.soft() : limit.hard();
        return value.isPresent() ? Long.valueOf(value.getAsLong()) : null;
    }

    /**
     * Sums of the servers' own counters; a counter that one of them does not report is {@code null}.
     *
     * @param requests see {@link StepRecord.ServerSide#requests}
     * @param handlerPeak see {@link StepRecord.ServerSide#handlerPeak}
     */
    public record Counted(Long requests, Long handlerPeak) {}

    /** Stops the servers that were started. */
    public Counted stop() throws InterruptedException, IOException {
        return stop(Duration.ZERO);
    }

    /** @param extra time of each beyond the usual limit, after which it is killed and its counters are lost */
    public Counted stop(Duration extra) throws InterruptedException, IOException {
        var counters = new ArrayList<Optional<JsonNode>>();
        for (var server : started) {
            counters.add(server.stop(extra));
        }
        return new Counted(sum(counters, "requests"), sum(counters, "handlerPeak"));
    }

    private static Long sum(List<Optional<JsonNode>> counters, String name) {
        var values = counters.stream()
                .flatMap(Optional::stream)
                .map(json -> json.path(name))
                .filter(JsonNode::isIntegralNumber)
                .toList();
        return values.isEmpty() || values.size() < counters.size()
                ? null
                : Long.valueOf(values.stream().mapToLong(JsonNode::asLong).sum());
    }

    @Override
    public void close() throws IOException {
        started.forEach(ServerProcess::close);
        cgroups.close();
    }
}
