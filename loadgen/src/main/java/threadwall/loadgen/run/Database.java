package threadwall.loadgen.run;

import java.util.Optional;

/**
 * The PostgreSQL that the servers of a sweep share.
 *
 * @param url JDBC URL, which may hold a password
 * @param processes those to be measured; empty when the user runs it, perhaps elsewhere
 * @param cache of one whose memory is bounded; empty for any other
 */
public record Database(String url, Optional<ProcessTree> processes, Optional<DataCache> cache) {

    public Database(String url, Optional<ProcessTree> processes) {
        this(url, processes, Optional.empty());
    }
}
