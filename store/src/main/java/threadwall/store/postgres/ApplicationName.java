package threadwall.store.postgres;

/**
 * What the connections of a server are called in {@code pg_stat_activity}, so that who counts them there can tell them from
 * others. The peer in JavaScript calls its own so as well.
 */
final class ApplicationName {

    private ApplicationName() {}

    /** @param pid of the server, as it says READY */
    static String of(long pid) {
        return "threadwall-server-" + pid;
    }

    /** Of the server that this process is. */
    static String own() {
        return of(ProcessHandle.current().pid());
    }
}
