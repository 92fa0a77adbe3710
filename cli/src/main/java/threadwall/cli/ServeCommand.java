package threadwall.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Unmatched;
import threadwall.loadgen.plan.Servers;
import threadwall.loadgen.run.Serve;

@Command(
        name = "serve",
        customSynopsis = {"./threadwall serve SERVER [SERVER OPTION...]"},
        description = {
            "Runs one server in the foreground until Ctrl-C.",
            "It is spring-blocking, spring-virtual, spring-deferred, kilim, or one of the peers to compare with:"
                    + " virtual-threads, c-epoll. The first two get a PostgreSQL of their own unless --postgres names one.",
            ""
        },
        footer = {
            "",
            "The server's own options:",
            "  --host ADDRESS        address to listen on (default: 127.0.0.1 alone; 0.0.0.0",
            "                        to be reached at 127.0.0.2 and so on too)",
            "  --port N              port to listen on, 0 for any (default: 8080)",
            "  --workers N           scheduler, carrier or Tomcat threads",
            "  --store NAME          postgres or embedded, as far as the server can",
            "  --postgres URL        jdbc:postgresql://… of a database that you run",
            "  --db-connections N    connections of its pool (default: 10)",
            "  --data DIR            folder of the embedded store (default: a temporary one)",
            "",
            "Example: ./threadwall serve kilim --host 127.0.0.1 --port 8080"
        })
final class ServeCommand implements Callable<Integer> {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Parameters(paramLabel = "SERVER", description = "Which one.")
    private String server;

    @Unmatched
    private List<String> options = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        return Serve.run(Threadwall.home(), Servers.named(server), options);
    }
}
