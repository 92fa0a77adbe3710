package threadwall.loadgen.testbed.database;

import java.util.Optional;
import threadwall.process.ProcessTree;

/**
 * The PostgreSQL that the servers of a sweep share.
 *
 * @param url JDBC URL, which may hold a password
 * @param processes those to be measured; empty when the user runs it, perhaps elsewhere
 * @param cache of one whose memory is bounded; empty for any other
 */
public record SharedDatabase(String url, Optional<ProcessTree> processes, Optional<DatabaseCache> cache) {

    public SharedDatabase(String url, Optional<ProcessTree> processes) {
        this(url, processes, Optional.empty());
    }
}
