package threadwall.store.postgres;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import threadwall.store.StoreUnavailableException;

/** Runs a PostgreSQL until a signal ends it or it exits by itself; prints READY and STOPPED as the servers do. */
@Command(
        name = "postgres",
        mixinStandardHelpOptions = true,
        description = "Runs a PostgreSQL on 127.0.0.1 until SIGTERM or Ctrl-C.",
        footer = {
            "",
            "stdout: READY {json} with pid and url of the database, and STOPPED {json}. Exit codes: 0 stopped,"
                    + " 1 PostgreSQL ended without a signal to this program, 2 usage, 4 it cannot run here, or does not answer."
        })
public final class PostgresMain implements Callable<Integer> {
    private static final int FAILED = 1;
    private static final int ENVIRONMENT = 4;

    /** {@code superuser_reserved_connections} must be lower (PostgreSQL's manual, "Connection Settings"). */
    private static final int OF_SUPERUSERS = 3;

    private final PrintStream stdout = System.out;

    /** Set once: by a signal, or when PostgreSQL is found to have exited without one. */
    private final AtomicBoolean ending = new AtomicBoolean();

    private int maxConnections;

    private int port;

    private Integer sharedBuffers;

    @Spec
    private CommandLine.Model.CommandSpec command;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Port to listen on (default: any free one).",
            defaultValue = "0")
    void port(int value) {
        if (value < 0 || value > 65_535) {
            throw new ParameterException(command.commandLine(), "--port must be from 0 to 65535, not " + value);
        }
        port = value;
    }

    @ArgGroup
    private Place place = new Place();

    /** Where the data are. */
    private static final class Place {
        @Option(
                names = "--data",
                paramLabel = "DIR",
                description = "Folder for its data, which it keeps (default: a temporary one).")
        private Path data;

        @Option(
                names = "--temporary-in",
                paramLabel = "DIR",
                description = "Create the temporary folder in this folder.")
        private Path temporary;

        DataFolder open() throws IOException, InterruptedException {
            if (data != null) {
                return DataFolder.kept(data.toAbsolutePath());
            }
            return temporary == null ? DataFolder.temporary() : DataFolder.temporaryIn(temporary);
        }
    }

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            description = "Maximum number of connections (default: ${DEFAULT-VALUE}).",
            defaultValue = "100")
    void maxConnections(int value) {
        if (value <= OF_SUPERUSERS) {
            throw new ParameterException(
                    command.commandLine(),
                    "--max-connections must be at least %d, not %d: PostgreSQL keeps %d of them for superusers"
                            .formatted(OF_SUPERUSERS + 1, value, OF_SUPERUSERS));
        }
        maxConnections = value;
    }

    @Option(
            names = "--shared-buffers",
            paramLabel = "MB",
            description = "PostgreSQL's own cache, in megabytes (default: PostgreSQL's, 128).")
    void sharedBuffers(int value) {
        if (value < 1) {
            throw new ParameterException(command.commandLine(), "--shared-buffers must be at least 1, not " + value);
        }
        sharedBuffers = value;
    }

    @Option(
            names = "--check",
            paramLabel = "URL",
            description = "Start nothing; check whether a PostgreSQL answers at this jdbc:postgresql://…")
    private String check;

    public static void main(String[] arguments) {
        System.setProperty("slf4j.internal.verbosity", "ERROR"); // hides log messages of libraries
        var line = new CommandLine(new PostgresMain());
        line.setParameterExceptionHandler((problem, args) -> {
            System.err.println("postgres: " + problem.getMessage() + " (see --help)");
            return CommandLine.ExitCode.USAGE;
        });
        System.exit(line.execute(arguments));
    }

    @Override
    public Integer call() throws InterruptedException {
        System.setOut(System.err);
        return check == null ? run() : check();
    }

    private int check() {
        try {
            PostgresConnection.check(check);
            return 0;
        } catch (StoreUnavailableException e) {
            System.err.println("postgres: " + e.getMessage());
            return ENVIRONMENT;
        }
    }

    private int run() throws InterruptedException {
        PostgresProcess postgres;
        try {
            postgres = PostgresProcess.start(place.open(), port, maxConnections, sharedBuffers);
        } catch (FileSystemException e) {
            // the message may be just the file's name
            System.err.println("postgres: cannot use %s (%s); name another folder with --data"
                    .formatted(e.getFile(), e.getClass().getSimpleName()));
            return ENVIRONMENT;
        } catch (Exception e) {
            System.err.println("postgres: " + e.getMessage());
            return ENVIRONMENT;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stopAsAsked(postgres), "stop"));
        say("READY {\"server\":\"postgres\",\"pid\":%d,\"url\":\"%s\",\"version\":\"%s\"}"
                .formatted(postgres.pid(), postgres.url(), postgres.version()));
        postgres.awaitEnd();
        // 0: a signal is ending it, and its shutdown hook sets the exit code
        return ending.compareAndSet(false, true) ? endWith(postgres) : 0;
    }

    /** PostgreSQL exited without being asked: for example it was killed, or its disk is full. */
    private static int endWith(PostgresProcess postgres) {
        try {
            var why = postgres.lastWords()
                    .map("last error in its log: "::concat)
                    .orElse("no error in its log; perhaps the OOM killer ended it");
            System.err.println("postgres: PostgreSQL (PID %d) exited unexpectedly; %s. Start it again"
                    .formatted(postgres.pid(), why));
            postgres.stop();
        } catch (IOException e) {
            System.err.println("postgres: " + e.getMessage());
        }
        return FAILED;
    }

    /** Called on a signal. */
    private void stopAsAsked(PostgresProcess postgres) {
        if (!ending.compareAndSet(false, true)) {
            return;
        }
        int exitCode = 0;
        try {
            postgres.stop();
            say("STOPPED {\"server\":\"postgres\",\"pid\":%d}".formatted(postgres.pid()));
        } catch (IOException e) {
            System.err.println("postgres: " + e.getMessage());
            exitCode = FAILED;
        } finally {
            Runtime.getRuntime().halt(exitCode);
        }
    }

    private void say(String line) {
        stdout.println(line);
        stdout.flush();
    }
}
