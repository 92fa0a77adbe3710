package threadwall.server;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The options that all our servers share, as a picocli mixin. Each server has its own defaults for workers and store,
 * and documents them in its help.
 */
public final class ServerOptions {
    private static final int HIGHEST_PORT = 65_535;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    private String host;

    private int port;

    private Integer workers;

    private StoreKind store;

    private String postgres;

    private int connections;

    /** The environment variable that has the database's URL: other users cannot read it, as they can an argument. */
    private static final String POSTGRES_VARIABLE = "THREADWALL_POSTGRES";

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Folder of the embedded store or of db4j, created if missing; give each server its own."
                    + " Default: a temporary folder, deleted with the server.")
    private Path data;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description = "Address to listen on (default: ${DEFAULT-VALUE}).",
            defaultValue = "127.0.0.1")
    void host(String value) {
        require(!value.isBlank(), "--host must be an address, such as 127.0.0.1");
        // brackets belong to IPv6 addresses in URLs; bind wants none
        host = value.matches("\\[.*:.*]") ? value.substring(1, value.length() - 1) : value;
    }

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Port to listen on; 0 takes any free one (default: ${DEFAULT-VALUE}).",
            defaultValue = "8080")
    void port(int value) {
        require(value >= 0 && value <= HIGHEST_PORT, "--port must be from 0 to 65535, not " + value);
        port = value;
    }

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Worker threads: of the fiber scheduler, of Tomcat, or carriers of virtual threads"
                    + " (default: the server's own).")
    void workers(Integer value) {
        require(value == null || value > 0, "--workers must be at least 1, not " + value);
        workers = value;
    }

    @Option(
            names = "--store",
            paramLabel = "KIND",
            description = "The store: postgres, embedded or db4j (default: the server's own).")
    void store(String value) {
        store = value == null ? null : StoreKind.named(value).orElse(null);
        require(value == null || store != null, "--store must be postgres, embedded or db4j, not '" + value + "'");
    }

    @Option(
            names = "--postgres",
            paramLabel = "URL",
            description = "The database, as jdbc:postgresql://HOST:PORT/NAME?user=NAME&password=SECRET (default:"
                    + " the environment variable THREADWALL_POSTGRES, which other users cannot read).")
    void postgres(String value) {
        require(
                value == null || value.startsWith("jdbc:postgresql://"),
                "--postgres must be a URL like jdbc:postgresql://127.0.0.1:5432/postgres?user=postgres");
        postgres = value;
    }

    @Option(
            names = "--db-connections",
            paramLabel = "N",
            description = "Connections to the database, all opened at start (default: ${DEFAULT-VALUE}).",
            defaultValue = "10")
    void connections(int value) {
        require(value > 0, "--db-connections must be at least 1, not " + value);
        connections = value;
    }

    public String host() {
        return host;
    }

    /** The requested port; 0 = any free one. */
    public int port() {
        return port;
    }

    public int workers(int serversDefault) {
        return workers == null ? serversDefault : workers;
    }

    /**
     * The requested store, or the server's default.
     *
     * @throws ParameterException when it is a database without a URL, or when an option belongs to another store
     */
    public StoreKind store(StoreKind serversDefault) {
        var asked = store == null ? serversDefault : store;
        if (asked == StoreKind.POSTGRES) {
            require(
                    data == null,
                    "--data is for the embedded store and db4j; for a PostgreSQL that keeps its data in a folder,"
                            + " './threadwall serve postgres --data DIR' prints the URL for --postgres");
            postgres();
        } else {
            require(
                    postgres == null,
                    "--postgres needs the postgres store, but the store is " + asked
                            + "; add --store postgres, or leave" + " --postgres out");
        }
        return asked;
    }

    /**
     * For a server that supports one store only.
     *
     * @param refusal tells the user why it has no other
     * @throws ParameterException when another one is requested, or as {@link #store(StoreKind)}
     */
    public StoreKind store(StoreKind only, String refusal) {
        require(
                store == null || store == only,
                "--store " + store + " is not available here: " + refusal + "; use --store " + only);
        return store(only);
    }

    /**
     * For a server without a store.
     *
     * @throws ParameterException when one is requested
     */
    public void requireNoStore() {
        require(
                store == null && postgres == null && data == null,
                "this server has no store and no /fortunes; leave --store, --postgres and --data out");
    }

    /**
     * The database's URL. It may contain a password, so never log it.
     *
     * @throws ParameterException when there is none
     */
    public String postgres() {
        var url = postgres == null ? System.getenv(POSTGRES_VARIABLE) : postgres;
        require(
                url != null,
                "--store postgres needs --postgres jdbc:postgresql://HOST:PORT/NAME?user=NAME;"
                        + " './threadwall sweep' and './threadwall serve' start a database for you");
        return url;
    }

    public int connections() {
        return connections;
    }

    /** The folder of an embedded store; empty = a temporary one, deleted with the server. */
    public Optional<Path> data() {
        return Optional.ofNullable(data);
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new ParameterException(command.commandLine(), otherwise);
        }
    }
}
