package threadwall.store.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.tx.Transaction;
import org.h2.mvstore.tx.TransactionStore;
import threadwall.store.RootCause;
import threadwall.store.StoreUnavailableException;

/**
 * The file of an {@link EmbeddedStore}. After a failed write it is closed, and reopened to learn what was persisted.
 * Everything is for the store's thread, except {@link #synced}.
 */
final class StoreFile {
    /** MVStore's: prepared transactions, of which there are none, and the types of rows. */
    private static final Set<String> OWN_MAPS = Set.of("openTransactions", "_");

    /** After a restart of the server alone, the page cache would show that file as synced. */
    private static final String REBOOT = "check the disk, and reboot the machine before you restart the server";

    private static final String RESTART = "check the disk, and restart the server";

    private final Path name;
    private final boolean keepsName;
    private final Disk disk;

    /** Null before it is opened, and after a failed write. */
    private MVStore file;

    private PagedFile pages;
    private TransactionStore transactions;

    /** All tables of the file, by name. */
    private final Map<String, MVMap<?, ?>> tables = new HashMap<>();

    private final Snapshots synced = new Snapshots();

    /** Why it cannot be reopened, and what helps; null = it can. The message is made on demand. */
    private Throwable lostBy;

    private String remedy;

    /** @param keepsName whether it can be opened by its name later */
    StoreFile(Path name, boolean keepsName, Disk disk) {
        this.name = name.toAbsolutePath();
        this.keepsName = keepsName;
        this.disk = disk;
    }

    /**
     * Opens the file, which is created if missing. {@link #begin} calls this if nothing else has.
     *
     * @throws StoreUnavailableException if it cannot be used, or another process uses it
     */
    void open() {
        try {
            pages = new PagedFile();
            pages.open(name.toString(), false, null);
            // without auto-commit MVStore has no threads of its own, and every commit happens in commit()
            file = new MVStore.Builder()
                    .adoptFileStore(pages)
                    .autoCommitDisabled()
                    .open();
            transactions = new TransactionStore(file);
            transactions.init();
            transactions.endLeftoverTransactions();
            openTables();
            syncAsFound();
            synced.publish(file, tables);
        } catch (RuntimeException | IOException e) { // an IllegalArgumentException if the folder is gone
            abandon();
            if (lostBy != null) {
                throw unusable(lostBy, remedy);
            }
            var reason = e instanceof MVStoreException said && said.getErrorCode() == DataUtils.ERROR_FILE_LOCKED
                    ? name + " is in use by another process: give each server its own folder"
                    : "cannot open " + name + " (" + e.getMessage() + "): name another folder, or move this file away";
            throw new StoreUnavailableException(reason, e);
        } catch (Error e) { // out of memory: tables may be missing, or not be synced
            abandon();
            throw e;
        }
    }

    /** All but MVStore's own tables are those of transactions. */
    private void openTables() {
        var transaction = transactions.begin();
        file.getMapNames().stream().filter(StoreFile::isTable).forEach(table -> open(transaction, table));
        transaction.rollback();
    }

    private static boolean isTable(String map) {
        return !map.startsWith(TransactionStore.UNDO_LOG_NAME_PREFIX) && !OWN_MAPS.contains(map);
    }

    /** The rows of a table, as a transaction sees them; the table is created if missing. */
    <K, V> Map<K, V> open(Transaction transaction, String table) {
        var rows = transaction.<K, V>openMap(table);
        tables.putIfAbsent(table, rows.map);
        return rows;
    }

    /** A process that was killed may not have synced what it wrote: a reader must not see that before it is synced. */
    private void syncAsFound() throws IOException {
        if (!keepsName) {
            return; // it is new
        }
        sync(() -> disk.sync(file));
        var folder = name.getParent().toRealPath();
        syncFolder(folder);
        // all folders may be as new as the file; one that cannot be read was made by another user before
        for (var parent = folder.getParent();
                parent != null && Files.isReadable(parent) && areOnSameDisk(folder, parent);
                parent = parent.getParent()) {
            syncFolder(parent);
        }
    }

    private static boolean areOnSameDisk(Path one, Path other) throws IOException {
        return Files.getAttribute(one, "unix:dev").equals(Files.getAttribute(other, "unix:dev"));
    }

    private void syncFolder(Path folder) throws IOException {
        try (var names = disk.open(folder)) { // if this fails, for want of descriptors, no sync has failed
            sync(() -> disk.sync(names));
        }
    }

    @FunctionalInterface
    private interface Sync {
        void run() throws IOException;
    }

    /** After a failed sync the page cache may show data that the disk has lost, so the file is not used any more. */
    private void sync(Sync sync) throws IOException {
        try {
            sync.run();
        } catch (Throwable e) {
            lose(e, keepsName ? REBOOT : RESTART);
            throw e;
        }
    }

    /** What readers see: what was synced last. */
    Snapshots synced() {
        return synced;
    }

    /**
     * Begins a transaction.
     *
     * @throws StoreUnavailableException if the file cannot be opened, perhaps because a write failed before
     */
    Transaction begin() {
        if (lostBy != null) {
            throw unusable(lostBy, remedy);
        }
        if (file == null) {
            open();
        }
        return transactions.begin();
    }

    /**
     * Ends a transaction; its changes are then on disk, and readers see them. If it throws, either all of them were
     * persisted or none.
     */
    void commit(Transaction transaction) throws IOException {
        boolean changes = transaction.hasChanges();
        transaction.commit();
        if (changes) {
            file.commit();
            sync(() -> disk.sync(file));
            synced.publish(file, tables);
        }
    }

    private void lose(Throwable problem, String remedy) {
        lostBy = problem;
        this.remedy = remedy;
    }

    /**
     * Closes the file after any failure; reopen it to learn what was persisted.
     *
     * @return the exception for those who wait
     */
    StoreUnavailableException giveUp(Throwable problem) {
        abandon();
        if (lostBy == null && !keepsName) {
            lose(problem, "restart the server with --data on a disk that has space");
        }
        if (problem instanceof StoreUnavailableException told) {
            return told;
        }
        return lostBy == null
                ? unusable(problem, "free disk space; the server then writes again")
                : unusable(lostBy, remedy);
    }

    private StoreUnavailableException unusable(Throwable problem, String remedy) {
        return new StoreUnavailableException(
                "the store cannot write to " + name + " (" + RootCause.of(problem) + "); " + remedy, problem);
    }

    /** Opens the file again for readers, if it was given up and that is possible; else the next transaction will try. */
    void reopen() {
        if (file == null && lostBy == null) {
            try {
                open();
            } catch (StoreUnavailableException e) {
                // the next transaction reports it, if it is still so
            }
        }
    }

    /** Closes the file as it is. What fails in that is not reported: the failure that led here matters more. */
    private void abandon() {
        var abandoned = file;
        file = null;
        synced.forget();
        tables.clear();
        try {
            if (abandoned != null) {
                abandoned.closeImmediately();
            }
            pages.abandon();
        } catch (Throwable e) {
            // if it stays locked, opening it again fails, and says so
        }
    }

    void close() {
        if (file != null) {
            synced.free(file);
            file.close();
        }
    }
}
