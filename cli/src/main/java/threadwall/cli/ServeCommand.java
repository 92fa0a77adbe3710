package threadwall.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;
import threadwall.loadgen.testbed.ForegroundServer;
import threadwall.loadgen.testbed.ServerCatalog;

@Command(
        name = "serve",
        customSynopsis = {"./threadwall serve SERVER [SERVER OPTION...]"},
        description = {
            "Runs one server in the foreground until Ctrl-C or SIGTERM.",
            "SERVER is spring-blocking, spring-virtual, spring-deferred, kilim, or one of the peers to compare with:"
                    + " virtual-threads, vertx, undertow, helidon, webflux, c-epoll, c-uring, go, axum, node, dotnet,"
                    + " dotnet-sockets-3.1, dotnet-sockets-8, nginx. The first two, and others with --store postgres, get their own PostgreSQL unless --postgres names one.",
            "'./threadwall serve postgres' runs only a PostgreSQL; with --data DIR it keeps its data.",
            ""
        },
        footer = {
            "",
            "Options of all servers; './threadwall serve SERVER --help' shows those of one server, such as kilim's"
                    + " limits and time-outs:",
            "  --host ADDRESS        address to listen on (default: 127.0.0.1 only; 0.0.0.0",
            "                        listens on 127.0.0.2 and so on, too)",
            "  --port N              port to listen on, 0 for any (default: 8080)",
            "  --workers N           scheduler, carrier or Tomcat threads",
            "  --store NAME          postgres, embedded or db4j, if the server supports it",
            "  --postgres URL        jdbc:postgresql://… of a database that you run",
            "  --db-connections N    connections of its pool (default: 10)",
            "  --data DIR            folder of an embedded or db4j store (default: a temporary one)",
            "",
            "Examples:",
            "  ./threadwall serve kilim --port 8080 --transport nio --idle-time 10s",
            "  ./threadwall serve postgres --port 5433 --data ~/threadwall-data",
            "",
            "Exit code: the server's own; 0 if a signal ended it and it answered the requests in progress."
        })
final class ServeCommand implements Callable<Integer> {

    /** Serves data instead of HTTP, so it is not in {@link ServerCatalog}. */
    private static final String POSTGRES = "postgres";

    private static final String DATA = "--data";

    @Option(
            names = {"-h", "--help"},
            description = "Show this help, or the server's own if one is named, and exit.")
    private boolean help;

    @Parameters(paramLabel = "SERVER", arity = "0..1", description = "Server to run.")
    private String server;

    @Unmatched
    private List<String> options = new ArrayList<>();

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() throws Exception {
        if (server == null) {
            if (!help) {
                throw new ParameterException(
                        command.commandLine(), "no SERVER given; choose one of " + ServerCatalog.names());
            }
            command.commandLine().usage(command.commandLine().getOut());
            return 0;
        }
        if (help) {
            options.add("--help");
        }
        options = absolute(options);
        if (server.equals(POSTGRES)) {
            return ForegroundServer.postgres(Threadwall.home(), options);
        }
        return ForegroundServer.run(Threadwall.home(), ServerCatalog.named(server), options);
    }

    /** A server runs in the project's root, but the user names folders relative to the current one. */
    static List<String> absolute(List<String> options) {
        var absolute = new ArrayList<String>();
        var previous = "";
        for (var option : options) {
            if (previous.equals(DATA)) {
                absolute.add(Path.of(option).toAbsolutePath().toString());
            } else if (option.startsWith(DATA + "=")) {
                absolute.add(DATA + "="
                        + Path.of(option.substring(DATA.length() + 1)).toAbsolutePath());
            } else {
                absolute.add(option);
            }
            previous = option;
        }
        return absolute;
    }
}
