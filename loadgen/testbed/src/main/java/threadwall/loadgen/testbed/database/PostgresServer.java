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

/** A PostgreSQL of ours: a process of its own, started once and shared by all that need it. */
public final class PostgresServer implements AutoCloseable {

    private static final List<String> COMMAND = List.of("java", "-Xmx256m", "-jar", "store/target/store.jar");

    /** What it takes unless it is told otherwise (PostgreSQL's manual, "max_connections"). */
    private static final int USUAL_CONNECTIONS = 100;

    /** Who loads, scans and counts beside a step's servers has one each. */
    private static final int OTHERS = 10;

    private final ServerProcess process;
    private final String url;
    private final long pid;
    private final Path note;

    private PostgresServer(ServerProcess process, String url, long pid, Path note) {
        this.process = process;
        this.url = url;
        this.pid = pid;
        this.note = note;
    }

    /**
     * Starts one whose data go with it.
     *
     * @param folder where its log goes
     * @throws PreconditionException (environment) when it does not start, with its own reason
     * @throws InterruptedException also when this JVM is told to end meanwhile
     */
    public static PostgresServer start(Path home, Path folder)
            throws PreconditionException, IOException, InterruptedException {
        return startWith(home, folder, List.of());
    }

    /** The same for the servers of these steps, with as many connections as they may have. */
    public static PostgresServer start(Path home, Path folder, List<StepPlan> steps)
            throws PreconditionException, IOException, InterruptedException {
        return startWith(home, folder, connections(steps));
    }

    /** The same with its folder in another place than where temporary folders are. */
    public static PostgresServer startTemporary(Path home, Path folder, Path place)
            throws PreconditionException, IOException, InterruptedException {
        return startWith(home, folder, List.of("--temporary-in", place.toString()));
    }

    /** The same on data that stay in a folder of theirs, which is made where there is none. */
    public static PostgresServer start(Path home, Path folder, Path data)
            throws PreconditionException, IOException, InterruptedException {
        return startWith(home, folder, List.of("--data", data.toString()));
    }

    /**
     * One for the servers of these steps that leaves caching to the kernel.
     *
     * @param data as above; {@code null} for data that go with it
     * @param sharedBuffersMegabytes of a cache of its own
     */
    public static PostgresServer start(
            Path home, Path folder, List<StepPlan> steps, Path data, int sharedBuffersMegabytes)
            throws PreconditionException, IOException, InterruptedException {
        var options = new ArrayList<>(connections(steps));
        options.addAll(List.of("--shared-buffers", Integer.toString(sharedBuffersMegabytes)));
        if (data != null) {
            options.addAll(List.of("--data", data.toAbsolutePath().toString()));
        }
        return startWith(home, folder, options);
    }

    public static List<String> connections(List<StepPlan> steps) {
        int most = steps.stream()
                .map(StepPlan::databaseConnections)
                .filter(Objects::nonNull)
                .mapToInt(Integer::intValue)
                .max()
                .orElse(0);
        return List.of("--max-connections", Integer.toString(Math.max(USUAL_CONNECTIONS, most + OTHERS)));
    }

    private static PostgresServer startWith(Path home, Path folder, List<String> options)
            throws PreconditionException, IOException, InterruptedException {
        var process = ServerProcess.start("PostgreSQL", home, folder.resolve("postgres"), command(options));
        try {
            var ready = process.awaitReady();
            long pid = ready.path("pid").asLong();
            var note = folder.resolve("postmaster" + StatusFile.ENDING);
            note(note, pid, StatusFile.read(folder.resolve("postgres" + StatusFile.ENDING)));
            return new PostgresServer(process, ready.path("url").asString(), pid, note);
        } catch (ServerProcess.StartFailed e) {
            process.close();
            if (ChildProcess.ending()) {
                throw new InterruptedException("ended with this process");
            }
            throw PreconditionException.environment("%s", e.getMessage());
        }
    }

    /**
     * PostgreSQL makes itself a daemon, which no supervisor knows: noted like one's child, it can be found when all that
     * would end it are gone.
     */
    private static void note(Path note, long pid, StatusFile keeper) throws IOException {
        var daemon = ProcessIdentity.of(pid);
        var its = keeper.pid().stream().boxed().findFirst().flatMap(ProcessIdentity::of);
        if (daemon.isPresent() && its.isPresent()) {
            StatusFile.write(note, daemon.get(), its.get());
        }
    }

    /** The line that starts one, or checks another's. */
    public static List<String> command(List<String> options) {
        return Stream.concat(COMMAND.stream(), options.stream()).toList();
    }

    /** @throws PreconditionException (environment) when no PostgreSQL answers at that JDBC URL */
    public static void check(Path home, String url) throws PreconditionException, IOException, InterruptedException {
        var command = new ArrayList<>(command(List.of("--check", url)));
        command.set(0, ChildProcess.javaCommand());
        // bounded by itself: it makes one connection with a timeout
        var check = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .start();
        var said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (check.waitFor() != 0) {
            throw PreconditionException.environment(
                    "%s", said.strip().lines().reduce((first, second) -> second).orElse(url));
        }
    }

    public String url() {
        return url;
    }

    /** Its postmaster with all below it. */
    public ProcessTree processes() {
        return new ProcessTree(pid);
    }

    @Override
    public void close() throws InterruptedException, IOException {
        process.stop();
        process.close();
        Files.deleteIfExists(note);
    }
}
