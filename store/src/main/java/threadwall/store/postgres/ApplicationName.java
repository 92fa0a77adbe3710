package threadwall.store.postgres;

/**
 * The application_name of a server's connections in {@code pg_stat_activity}, by which they are counted. The Node.js
 * peer uses the same name.
 */
final class ApplicationName {

    private ApplicationName() {}

    /** @param pid of the server, as in its READY line */
    static String of(long pid) {
        return "threadwall-server-" + pid;
    }

    /** The name for this process. */
    static String own() {
        return of(ProcessHandle.current().pid());
    }
}
