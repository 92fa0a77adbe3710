package threadwall.server;

import java.io.IOException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.postgresql.ds.PGSimpleDataSource;
import threadwall.store.World;
import threadwall.store.postgres.PostgresMain;
import threadwall.store.postgres.PostgresSchema;

/** The database of the servers' tests: a process of its own, started on first use and ended with this JVM. */
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

    /** Its URL, with these rows in {@code world}. */
    public static String with(List<World> worlds) throws IOException, SQLException {
        var source = new PGSimpleDataSource();
        source.setUrl(url());
        PostgresSchema.ensure(source);
        for (var world : worlds) {
            execute("insert into world values (%d, %d) on conflict do nothing"
                    .formatted(world.id(), world.randomNumber()));
        }
        return url();
    }

    static void execute(String sql) throws IOException, SQLException {
        try (var connection = DriverManager.getConnection(url());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
