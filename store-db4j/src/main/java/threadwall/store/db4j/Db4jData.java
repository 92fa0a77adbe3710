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
 * {@link FiberData} in one file of db4j's: each method is a transaction of its own.
 *
 * <p>The file has its size from the beginning and does not grow. When it is full, {@link #addUser} fails by a
 * {@link StoreUnavailableException}, and only another folder helps.
 */
public final class Db4jData implements FiberData {
    /** Its name in the store's folder. */
    public static final String FILE = "threadwall.db4j";

    /** What db4j takes by itself ({@code Database.start}). The first 1 GiB are its journal. */
    private static final long BYTES = 2L << 30;

    private final Db4jTransactions transactions;
    private final Tables tables;

    private Db4jData(Db4jTransactions transactions) {
        this.transactions = transactions;
        tables = transactions.tables();
    }

    /**
     * The store in that folder, which is made when missing, with its fortunes in it.
     *
     * @throws StoreUnavailableException if it cannot be used or another process uses it
     */
    public static Db4jData open(Path folder) {
        return open(folder, BYTES);
    }

    /** @param bytes that the file has when it is made now */
    static Db4jData open(Path folder, long bytes) {
        try {
            Files.createDirectories(folder);
            var file = folder.resolve(FILE);
            if (Files.notExists(file)) {
                make(file, bytes);
            }
            return new Db4jData(Db4jTransactions.start(file, () -> Db4j.load(file.toString())));
        } catch (IOException e) {
            throw unfit("cannot use the folder " + folder, e, "name a folder that can be written");
        }
    }

    /** It gets its name when all is in it: db4j cannot read a file that it was killed in making. */
    private static void make(Path file, long bytes) throws IOException {
        var unfinished = file.resolveSibling(FILE + ".unfinished");
        fresh(unfinished, bytes).close();
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        try (var folder = FileChannel.open(file.toAbsolutePath().getParent())) {
            folder.force(true);
        }
    }

    /**
     * A store in a temporary folder. Folder and file lose their names once the file is made: nothing stays behind of a
     * process that is killed later.
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

    /** @param bytes a negative size is how db4j is told to leave a file that is larger as it is */
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

    /** For tests, which put rows there by it. */
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
