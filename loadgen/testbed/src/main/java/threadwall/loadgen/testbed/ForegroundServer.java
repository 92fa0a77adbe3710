package threadwall.loadgen.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import threadwall.loadgen.testbed.database.PostgresServer;
import threadwall.process.ChildProcess;
import threadwall.process.PreconditionException;
import threadwall.process.cleanup.FolderLock;

/** Runs one server by hand, in the foreground, with the flags that a sweep would give it. */
public final class ForegroundServer {

    private ForegroundServer() {}

    /**
     * @param options the server's own, passed on as they are
     * @return the server's exit code
     * @throws PreconditionException (environment) when it is not built, or the PostgreSQL that it needs does not start
     */
    public static int run(Path home, ServerCatalog server, List<String> options)
            throws PreconditionException, IOException, InterruptedException {
        Preflight.checkProgram(home, server);
        boolean needsPostgres = needsPostgres(server, options);
        var folder = Files.createTempDirectory("threadwall-serve-");
        ChildProcess.deleteAtExit(folder);
        try (var claim = FolderLock.of(folder);
                var postgres = needsPostgres ? PostgresServer.start(home, folder) : null) {
            var all = new ArrayList<>(options);
            if (postgres != null) {
                all.addAll(List.of("--postgres", postgres.url()));
            }
            return ChildProcess.foreground(home, folder.resolve("server"), server.command(null, all));
        }
    }

    /**
     * Runs a PostgreSQL by hand in the same way.
     *
     * @param options its own, passed on as they are
     * @return its exit code
     */
    public static int postgres(Path home, List<String> options) throws IOException, InterruptedException {
        var folder = Files.createTempDirectory("threadwall-serve-");
        ChildProcess.deleteAtExit(folder);
        try (var claim = FolderLock.of(folder)) {
            return ChildProcess.foreground(home, folder.resolve("postgres"), PostgresServer.command(options));
        }
    }

    /** Whether a server started with these options of its own wants a PostgreSQL that they do not name. */
    public static boolean needsPostgres(ServerCatalog server, List<String> options) {
        var line = String.join(" ", options);
        boolean asked = line.matches(".*--store[= ]postgres\\b.*")
                || server.hasStore() && server.stores().getFirst() == StoreKind.POSTGRES && !line.contains("--store");
        return asked && options.stream().noneMatch(option -> option.matches("--postgres(=.*)?|--help|-h"));
    }
}
