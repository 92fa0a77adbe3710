package threadwall.loadgen.testbed.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import threadwall.loadgen.testbed.ServerProcess;
import threadwall.process.ChildProcess;
import threadwall.process.PreconditionException;
import threadwall.process.ProcessTree;
import threadwall.process.StatusFile;
import threadwall.process.proc.ProcessIdentity;
import threadwall.record.StepPlan;

/** A PostgreSQL started by threadwall, shared by all servers and programs that need one. */
public final class PostgresServer implements AutoCloseable {

    private static final List<String> COMMAND = List.of("java", "-Xmx256m", "-jar", "store/target/store.jar");

    /** PostgreSQL's default (its manual, "max_connections"). */
    private static final int DEFAULT_CONNECTIONS = 100;

    /** The programs that load, scan and count during a step have one each. */
    private static final int EXTRA_CONNECTIONS = 10;

    private final ServerProcess process;
    private final String url;
    private final long pid;
    private final Path daemonStatus;

    private PostgresServer(ServerProcess process, String url, long pid, Path daemonStatus) {
        this.process = process;
        this.url = url;
        this.pid = pid;
        this.daemonStatus = daemonStatus;
    }

    /**
     * Starts one with temporary data.
     *
     * @param folder for its log
     * @throws PreconditionException (environment) when it does not start, with its own reason
     * @throws InterruptedException also when this JVM is ended meanwhile
     */
    public static PostgresServer start(Path home, Path folder)
            throws PreconditionException, IOException, InterruptedException {
        return start(home, folder, List.of());
    }

    /** @param options of the program, such as {@link #connections} */
    public static PostgresServer start(Path home, Path folder, List<String> options)
            throws PreconditionException, IOException, InterruptedException {
        var process = ServerProcess.start("PostgreSQL", home, folder.resolve("postgres"), command(options));
        try {
            var ready = process.awaitReady();
            long pid = ready.path("pid").asLong();
            var daemonStatus = folder.resolve("postmaster" + StatusFile.SUFFIX);
            daemonStatus(daemonStatus, pid, StatusFile.read(folder.resolve("postgres" + StatusFile.SUFFIX)));
            return new PostgresServer(process, ready.path("url").asString(), pid, daemonStatus);
        } catch (ServerProcess.StartFailed e) {
            process.close();
            if (ChildProcess.shuttingDown()) {
                throw new InterruptedException("ended with this process");
            }
            throw PreconditionException.environment("%s", e.getMessage());
        }
    }

    /** Option for enough connections for the servers of these steps. */
    public static List<String> connections(List<StepPlan> steps) {
        int most = steps.stream()
                .map(StepPlan::databaseConnections)
                .filter(Objects::nonNull)
                .mapToInt(Integer::intValue)
                .max()
                .orElse(0);
        return List.of("--max-connections", Integer.toString(Math.max(DEFAULT_CONNECTIONS, most + EXTRA_CONNECTIONS)));
    }

    /**
     * PostgreSQL runs as a daemon outside its supervisor. Recorded like a supervised process, it can be found after a
     * crash of all processes that would end it.
     */
    private static void daemonStatus(Path daemonStatus, long pid, StatusFile starter) throws IOException {
        var daemon = ProcessIdentity.of(pid);
        var supervisor = starter.pid().stream().boxed().findFirst().flatMap(ProcessIdentity::of);
        if (daemon.isPresent() && supervisor.isPresent()) {
            StatusFile.write(daemonStatus, daemon.get(), supervisor.get());
        }
    }

    /** The command that starts one, or checks another. */
    public static List<String> command(List<String> options) {
        return Stream.concat(COMMAND.stream(), options.stream()).toList();
    }

    /** @throws PreconditionException (environment) when no PostgreSQL answers at that JDBC URL */
    public static void check(Path home, String url) throws PreconditionException, IOException, InterruptedException {
        var command = new ArrayList<>(command(List.of("--check", url)));
        command.set(0, ChildProcess.javaCommand());
        // needs no time-out here: it makes one connection, which has one
        var check = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .start();
        var output = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (check.waitFor() != 0) {
            throw PreconditionException.environment(
                    "%s",
                    output.strip().lines().reduce((first, second) -> second).orElse(url));
        }
    }

    public String url() {
        return url;
    }

    /** Its postmaster and all descendants. */
    public ProcessTree processes() {
        return new ProcessTree(pid);
    }

    @Override
    public void close() throws InterruptedException, IOException {
        process.stop();
        process.close();
        Files.deleteIfExists(daemonStatus);
    }
}
