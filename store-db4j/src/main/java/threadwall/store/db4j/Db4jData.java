package threadwall.store.db4j;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import org.db4j.Db4j;
import threadwall.store.FiberData;
import threadwall.store.Fortune;
import threadwall.store.NewUser;
import threadwall.store.PendingResult;
import threadwall.store.StoreUnavailableException;
import threadwall.store.User;
import threadwall.store.World;

/**
 * {@link FiberData} in one db4j file. Each method is one transaction.
 *
 * <p>The file is allocated in full when it is created and never grows. When it is full, {@link #addUser} fails with a
 * {@link StoreUnavailableException}, and only another folder helps.
 */
public final class Db4jData implements FiberData {
    /** Name of the file in the store's folder. */
    public static final String FILE = "threadwall.db4j";

    /** db4j's default size ({@code Database.start}). The first 1 GiB is its journal. */
    private static final long BYTES = 2L << 30;

    private final Db4jTransactions transactions;
    private final Tables tables;

    private Db4jData(Db4jTransactions transactions) {
        this.transactions = transactions;
        tables = transactions.tables();
    }

    /**
     * Opens the store in that folder. Folder, file and fortunes are created if missing.
     *
     * @throws StoreUnavailableException if it cannot be used, or another process uses it
     */
    public static Db4jData open(Path folder) {
        return open(folder, BYTES);
    }

    /** @param bytes size of a new file */
    static Db4jData open(Path folder, long bytes) {
        try {
            Files.createDirectories(folder);
            var file = folder.resolve(FILE);
            if (Files.notExists(file)) {
                make(file, bytes);
            }
            return new Db4jData(Db4jTransactions.start(file, () -> Db4j.load(file.toString())));
        } catch (IOException e) {
            throw unfit("cannot use the folder " + folder, e, "name a writable folder");
        }
    }

    /** The file gets its name when it is complete: db4j cannot read a file whose creation was interrupted. */
    private static void make(Path file, long bytes) throws IOException {
        var unfinished = file.resolveSibling(FILE + ".unfinished");
        fresh(unfinished, bytes).close();
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        try (var folder = FileChannel.open(file.toAbsolutePath().getParent())) {
            folder.force(true);
        }
    }

    /**
     * A store in a temporary folder. Folder and file are unlinked once the file is created, so nothing stays behind if
     * the process is killed later.
     *
     * @throws StoreUnavailableException if it cannot be used
     */
    public static Db4jData temporary() {
        try {
            var folder = Files.createTempDirectory("threadwall-store-");
            var file = folder.resolve(FILE);
            try {
                return new Db4jData(fresh(file, BYTES));
            } finally {
                Files.deleteIfExists(file);
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw unfit("cannot use a temporary folder", e, "name another folder with --data");
        }
    }

    /** @param bytes passed as a negative size, which tells db4j to leave a larger file as it is */
    private static Db4jTransactions fresh(Path file, long bytes) {
        var transactions = Db4jTransactions.start(file, () -> new Db4j(file.toString(), -bytes));
        var tables = transactions.tables();
        transactions
                .write(txn -> {
                    tables.fill(txn);
                    return null;
                })
                .get();
        return transactions;
    }

    private static StoreUnavailableException unfit(String what, IOException reason, String remedy) {
        return new StoreUnavailableException(what + " (" + reason + "): " + remedy, reason);
    }

    /** For tests, which use it to write rows. */
    Db4jTransactions transactions() {
        return transactions;
    }

    @Override
    public PendingResult<List<Fortune>> fortunes() {
        return transactions.read(tables::fortunes);
    }

    @Override
    public PendingResult<Optional<World>> world(int id) {
        return transactions.read(txn -> tables.world(txn, id));
    }

    @Override
    public PendingResult<Integer> addUser(NewUser user) {
        return transactions.write(txn -> tables.add(txn, user));
    }

    @Override
    public PendingResult<Optional<User>> user(int id) {
        return transactions.read(txn -> tables.user(txn, id));
    }

    @Override
    public void close() {
        transactions.close();
    }
}
