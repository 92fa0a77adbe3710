package threadwall.spring;

import java.io.IOException;
import threadwall.server.ChildServer;
import threadwall.store.postgres.PostgresMain;

/** The database of these tests, a process of its own, started when the first test needs it; it goes with this JVM. */
public final class Postgres {
    private static String url;
    private static ChildServer process;

    private Postgres() {}

    public static synchronized String url() throws IOException {
        if (process == null) {
            process = ChildServer.start(PostgresMain.class);
            Runtime.getRuntime().addShutdownHook(new Thread(process::terminate));
            url = process.awaitLine("READY").get("url").asString();
        }
        return url;
    }
}
