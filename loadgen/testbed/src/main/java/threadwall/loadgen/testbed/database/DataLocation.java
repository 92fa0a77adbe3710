package threadwall.loadgen.testbed.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import threadwall.loadgen.testbed.StoreKind;
import threadwall.process.FolderChecks;
import threadwall.process.PreconditionException;
import threadwall.process.cleanup.FolderLock;

/**
 * Where a store keeps its data.
 *
 * @param store {@link #POSTGRES} or {@link #EMBEDDED}
 * @param url of a PostgreSQL that the user runs; {@code null} for a folder
 * @param folder {@code null} with a URL
 */
public record DataLocation(String store, String url, Path folder) {

    public static final String POSTGRES = "postgres";
    public static final String EMBEDDED = "embedded";

    /**
     * Checks the options.
     *
     * @throws PreconditionException (usage) when they name no location, or two
     */
    public static DataLocation of(String store, String url, Path folder) throws PreconditionException {
        switch (StoreKind.named(store)) {
            case POSTGRES -> requireOne(url, folder);
            case EMBEDDED -> requireFolder(url, folder);
        }
        return new DataLocation(store, url, folder == null ? null : folder.toAbsolutePath());
    }

    private static void requireOne(String url, Path folder) throws PreconditionException {
        if ((url == null) == (folder == null)) {
            throw PreconditionException.usage(
                    "give exactly one of --postgres URL (a PostgreSQL that you run) and --data DIR (threadwall runs"
                            + " PostgreSQL there)");
        }
        if (url != null && !url.startsWith("jdbc:postgresql:")) {
            throw PreconditionException.usage("--postgres must be jdbc:postgresql://HOST:PORT/DATABASE?user=NAME");
        }
    }

    private static void requireFolder(String url, Path folder) throws PreconditionException {
        if (url != null) {
            throw PreconditionException.usage(
                    "--postgres does not apply to the embedded store: leave it out, or use --store postgres");
        }
        if (folder == null) {
            throw PreconditionException.usage("--data is missing: give the folder that the server uses as its --data");
        }
    }

    /** For messages: a URL without what may contain a password, and without its parameters. */
    public String text() {
        return url == null ? folder.toString() : url.replaceFirst("\\?.*", "").replaceFirst("//.*@", "//");
    }

    /** @throws PreconditionException (environment) when the folder does not exist, or contains no data to read */
    void requireExists() throws PreconditionException, IOException {
        if (folder != null && Files.exists(folder) && !Files.isDirectory(folder)) {
            throw PreconditionException.environment("%s is not a folder; name the store's folder with --data", folder);
        }
        if (folder != null && !Files.exists(folder)) {
            throw PreconditionException.environment("there is no folder %s; ./threadwall data load creates it", folder);
        }
        if (needsPostgres() && isEmpty()) {
            throw PreconditionException.environment("%s is empty; ./threadwall data load puts data there", folder);
        }
    }

    /**
     * Checks, before anything is created, whether a PostgreSQL can have its data in the folder. The start checks it
     * again.
     *
     * @throws PreconditionException (environment) where it cannot
     */
    public void requireUsable() throws PreconditionException, IOException {
        var existing = existing();
        if (!Files.isDirectory(existing)) {
            throw PreconditionException.environment(
                    "%s is not a folder, so PostgreSQL cannot keep its data there; name a folder with --data",
                    existing);
        }
        if (!isEmpty() && !FolderLock.existsIn(folder)) {
            throw PreconditionException.environment(
                    "%s contains files that do not belong to threadwall's PostgreSQL; name an empty or new folder with"
                            + " --data",
                    folder);
        }
        if (FolderLock.isHeld(folder)) {
            throw PreconditionException.environment(
                    "a PostgreSQL already runs in %s; end it, or name another folder with --data", folder);
        }
        if (!FolderChecks.isWritable(existing)) {
            throw PreconditionException.environment(
                    "PostgreSQL cannot write its data to %s; name another folder with --data", existing);
        }
    }

    /** Whether the folder is empty or does not exist. */
    boolean isEmpty() throws IOException {
        return FolderChecks.isEmptyOrMissing(folder);
    }

    /** The folder, or its nearest ancestor that exists. */
    public Path existing() {
        return FolderChecks.nearestExisting(folder);
    }

    /** Whether a PostgreSQL has to be started to access them. */
    boolean needsPostgres() {
        return store.equals(POSTGRES) && url == null;
    }

    /**
     * Options for the store's program.
     *
     * @param started URL of the PostgreSQL that was started; {@code null} where none was needed
     */
    List<String> options(String started) {
        return store.equals(EMBEDDED)
                ? List.of("--data", folder.toString())
                : List.of("--postgres", url == null ? started : url);
    }
}
