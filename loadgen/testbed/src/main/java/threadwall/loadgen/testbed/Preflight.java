package threadwall.loadgen.testbed;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.limits.KernelLimits;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.testbed.database.PostgresServer;
import threadwall.process.PreconditionException;
import threadwall.process.socket.PortOwner;
import threadwall.record.StepPlan;

/** Checks everything that a sweep needs from its environment, before anything starts. */
public final class Preflight {

    /**
     * Exit codes from here on: the program could not be started or linked, or was ended by a signal. Its own exit codes
     * are lower.
     */
    private static final int CANNOT_START = 126;

    /** Enough for a program that only prints a few lines. */
    private static final int VERSION_SECONDS = 10;

    private Preflight() {}

    /**
     * @param postgres URL of a PostgreSQL that the user runs; {@code null} for none
     * @throws PreconditionException (environment) with the first problem that was found
     */
    public static void check(Path home, List<StepPlan> steps, String postgres)
            throws PreconditionException, IOException, InterruptedException {
        for (var engine : engines(steps)) {
            version(home, engine);
        }
        checkPrograms(home, steps);
        checkPins(steps);
        checkLimits(steps);
        for (var url : addresses(steps)) {
            checkFree(URI.create(url));
        }
        if (postgres != null) {
            PostgresServer.check(home, postgres);
        }
    }

    private static void checkPins(List<StepPlan> steps) throws PreconditionException {
        if (steps.stream().anyMatch(step -> step.servers().pin() != null) && !isOnPath("taskset")) {
            throw PreconditionException.environment(
                    "--pin needs taskset, which is missing; install it: apt-get install util-linux");
        }
    }

    /** Each step makes its own cgroups; nothing is made here. */
    private static void checkLimits(List<StepPlan> steps) throws PreconditionException {
        for (var step : steps) {
            var limits = step.servers().limits();
            if (limits != null) {
                ServerCgroups.check(limits);
            }
        }
    }

    /**
     * Jars are built together with this one. Other programs are built by scripts of their own, which need a compiler.
     */
    private static void checkPrograms(Path home, List<StepPlan> steps) throws PreconditionException {
        for (var step : steps) {
            var server = ServerCatalog.find(step.server());
            if (server.isPresent()) {
                checkProgram(home, server.get());
            }
        }
    }

    /** @throws PreconditionException (environment) when it is not built, or its interpreter is not on PATH */
    public static void checkProgram(Path home, ServerCatalog server) throws PreconditionException {
        if (!Files.exists(home.resolve(server.program()))) {
            throw PreconditionException.environment(
                    "%s is not built: %s is missing; run %s", server.label(), server.program(), server.build());
        }
        var interpreter = server.interpreter();
        if (interpreter.isPresent() && !isThere(home, interpreter.get())) {
            throw PreconditionException.environment(
                    "%s needs %s, which is missing; run %s to learn how to get it",
                    server.label(), interpreter.get(), server.build());
        }
    }

    /** @param program a name on PATH, or a path with a slash, relative to the project's root */
    private static boolean isThere(Path home, String program) {
        return program.contains("/") ? Files.isExecutable(home.resolve(program)) : isOnPath(program);
    }

    /** Whether a folder of PATH has the program. */
    public static boolean isOnPath(String program) {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /** Engines that the steps need, in the order of the steps. */
    public static Set<LoadEngine> engines(List<StepPlan> steps) {
        return steps.stream().map(LoadEngine::of).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * The first line of an engine's version output.
     *
     * @throws PreconditionException (environment) when it does not run
     */
    static String version(Path home, LoadEngine engine)
            throws PreconditionException, IOException, InterruptedException {
        try {
            var program = new ProcessBuilder(engine.version())
                    .directory(home.toFile())
                    .redirectErrorStream(true)
                    .start();
            program.getOutputStream().close();
            if (!program.waitFor(VERSION_SECONDS, TimeUnit.SECONDS)) {
                program.destroyForcibly();
                throw PreconditionException.environment(
                        "%s did not print its version within %d s: %s; check which binary PATH finds",
                        engine.name(), VERSION_SECONDS, String.join(" ", engine.version()));
            }
            var first = new String(program.getInputStream().readAllBytes())
                    .strip()
                    .lines()
                    .findFirst()
                    .orElse("")
                    .replaceFirst("^Version: ", ""); // so that each begins with the engine's name
            if (program.exitValue() >= CANNOT_START) {
                throw PreconditionException.environment("%s does not run: %s", engine.name(), first);
            }
            return first;
        } catch (IOException e) {
            throw PreconditionException.environment("%s is missing; install it: %s", engine.name(), engine.remedy());
        }
    }

    /** A warning about an environment that may disturb the sweep but does not prevent it. */
    public static Optional<String> warning(List<StepPlan> steps) {
        var kernel = KernelLimits.read();
        var ephemeral = addresses(steps).stream()
                .map(url -> URI.create(url).getPort())
                .distinct()
                .filter(port -> kernel.portRange() != null && kernel.portRange().contains(port))
                .filter(port -> kernel.reservedPorts() == null
                        || !kernel.reservedPorts().contains(port))
                .map(String::valueOf)
                .collect(Collectors.joining(", "));
        return ephemeral.isEmpty()
                ? Optional.empty()
                : Optional.of(("port %s is in net.ipv4.ip_local_port_range (%d-%d): an outgoing connection may take it;"
                                + " add it to net.ipv4.ip_local_reserved_ports or choose another with --port")
                        .formatted(
                                ephemeral,
                                kernel.portRange().low(),
                                kernel.portRange().high()));
    }

    /** URLs at which servers will be started. */
    private static TreeSet<String> addresses(List<StepPlan> steps) {
        return steps.stream()
                .flatMap(step -> step.shards().stream())
                .filter(shard -> shard.command() != null)
                .map(StepPlan.Shard::url)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void checkFree(URI url) throws PreconditionException, IOException {
        var address = InetAddress.getByName(url.getHost());
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, url.getPort()));
        } catch (IOException e) {
            throw PreconditionException.environment(
                    "port %d on %s is in use%s", url.getPort(), url.getHost(), holder(address, url.getPort()));
        }
    }

    /** Which process it is, as far as it can be known, and what to do. */
    private static String holder(InetAddress address, int port) {
        var find = "; choose another port with --port, or find its process: ";
        try {
            return PortOwner.listening(address, port).stream()
                    .findFirst()
                    .map(pid -> " by pid %d (%s); end that process or choose another port with --port"
                            .formatted(pid, commandName(pid)))
                    .orElse(find + "ss -ltnp");
        } catch (AccessDeniedException e) {
            return " by another user's process" + find + "sudo ss -ltnp";
        } catch (IOException e) {
            return find + "ss -ltnp";
        }
    }

    private static String commandName(long pid) {
        try {
            return Files.readString(Path.of("/proc", String.valueOf(pid), "comm"))
                    .strip();
        } catch (IOException e) {
            return "ended meanwhile";
        }
    }
}
