package threadwall.loadgen.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import threadwall.loadgen.testbed.database.PostgresServer;
import threadwall.process.ChildProcess;
import threadwall.process.PreconditionException;
import threadwall.process.cleanup.FolderLock;

/** Runs one server in the foreground, with the flags that a sweep would give it. */
public final class ForegroundServer {

    private ForegroundServer() {}

    /**
     * @param options the server's own, passed on unchanged
     * @return the server's exit code
     * @throws PreconditionException (environment) when it is not built, or the PostgreSQL that it needs does not start
     */
    public static int run(Path home, ServerCatalog server, List<String> options)
            throws PreconditionException, IOException, InterruptedException {
        Preflight.checkProgram(home, server);
        boolean needsPostgres = needsPostgres(server, options);
        try (var temporary = FolderLock.ofTemporary("threadwall-serve-");
                var postgres = needsPostgres ? PostgresServer.start(home, temporary.folder()) : null) {
            var all = new ArrayList<>(options);
            if (postgres != null) {
                all.addAll(List.of("--postgres", postgres.url()));
            }
            return ChildProcess.foreground(home, temporary.folder().resolve("server"), server.command(null, all));
        }
    }

    /**
     * Runs a PostgreSQL in the foreground.
     *
     * @param options its own, passed on unchanged
     * @return its exit code
     */
    public static int postgres(Path home, List<String> options) throws IOException, InterruptedException {
        try (var temporary = FolderLock.ofTemporary("threadwall-serve-")) {
            return ChildProcess.foreground(
                    home, temporary.folder().resolve("postgres"), PostgresServer.command(options));
        }
    }

    /** Whether a server with these options needs a PostgreSQL that they do not name. */
    public static boolean needsPostgres(ServerCatalog server, List<String> options) {
        var line = String.join(" ", options);
        boolean usesPostgres = line.matches(".*--store[= ]postgres\\b.*")
                || server.hasStore() && server.stores().getFirst() == StoreKind.POSTGRES && !line.contains("--store");
        return usesPostgres && options.stream().noneMatch(option -> option.matches("--postgres(=.*)?|--help|-h"));
    }
}
