package threadwall.loadgen.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import threadwall.loadgen.plan.Refused;
import threadwall.loadgen.plan.Servers;
import threadwall.loadgen.plan.Store;
import threadwall.loadgen.proc.Claim;

/** Runs one server by hand, in the foreground, with the flags that a sweep would give it. */
public final class Serve {

    private Serve() {}

    /**
     * @param options the server's own, passed on as they are
     * @return the server's exit code
     * @throws Refused (environment) when it is not built, or the PostgreSQL that it needs does not start
     */
    public static int run(Path home, Servers server, List<String> options)
            throws Refused, IOException, InterruptedException {
        Preflight.checkProgram(home, server);
        boolean needsPostgres = needsPostgres(server, options);
        var folder = Files.createTempDirectory("threadwall-serve-");
        Supervised.deleteAtExit(folder);
        try (var claim = Claim.of(folder);
                var postgres = needsPostgres ? Postgres.start(home, folder) : null) {
            var all = new ArrayList<>(options);
            if (postgres != null) {
                all.addAll(List.of("--postgres", postgres.url()));
            }
            return Supervised.foreground(home, folder.resolve("server"), server.command(null, all));
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
        Supervised.deleteAtExit(folder);
        try (var claim = Claim.of(folder)) {
            return Supervised.foreground(home, folder.resolve("postgres"), Postgres.command(options));
        }
    }

    /** Whether a server started with these options of its own wants a PostgreSQL that they do not name. */
    public static boolean needsPostgres(Servers server, List<String> options) {
        var line = String.join(" ", options);
        boolean asked = line.matches(".*--store[= ]postgres\\b.*")
                || server.hasStore() && server.stores().getFirst() == Store.POSTGRES && !line.contains("--store");
        return asked && options.stream().noneMatch(option -> option.matches("--postgres(=.*)?|--help|-h"));
    }
}
