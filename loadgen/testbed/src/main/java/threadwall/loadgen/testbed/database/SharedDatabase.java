package threadwall.loadgen.testbed.database;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.process.ProcessTree;

/**
 * The PostgreSQL that the servers of a sweep share.
 *
 * @param url JDBC URL, which may contain a password
 * @param processes to be measured; empty when the user runs it, perhaps on another machine
 * @param cache of a database whose memory is limited; empty for any other
 */
public record SharedDatabase(String url, Optional<ProcessTree> processes, Optional<DatabaseCache> cache) {

    public SharedDatabase(String url, Optional<ProcessTree> processes) {
        this(url, processes, Optional.empty());
    }

    /**
     * Options of a store program that counts what servers do in this database. One that the user runs may have other
     * clients, so the servers are named.
     *
     * @param servers PIDs, as printed by READY
     */
    List<String> countOptions(List<Long> servers) {
        var options = new ArrayList<>(List.of("--postgres", url));
        if (processes.isEmpty()) {
            servers.forEach(pid -> options.addAll(List.of("--server", pid.toString())));
        }
        return options;
    }
}
