package threadwall.store.embedded;

import java.nio.file.Path;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.tx.Transaction;
import org.h2.mvstore.tx.TransactionStore;
import threadwall.store.RootCause;
import threadwall.store.StoreUnavailableException;

/**
 * The file of an {@link EmbeddedStore}. After a failed write it is closed, and reopened for the next transaction to
 * learn what was persisted. Not thread-safe.
 */
final class StoreFile {
    private final Path name;
    private final boolean keepsName;

    /** Null after a failed write. */
    private MVStore file;

    private TransactionStore transactions;

    /** Why it cannot be reopened; null = it can. */
    private StoreUnavailableException lost;

    /**
     * Opens the file, which is created if missing.
     *
     * @param keepsName whether it can be opened by its name later
     * @throws StoreUnavailableException if it cannot be used, or another process uses it
     */
    StoreFile(Path name, boolean keepsName) {
        this.name = name.toAbsolutePath();
        this.keepsName = keepsName;
        open();
    }

    private void open() {
        MVStore opened = null;
        try {
            // without auto-commit MVStore has no threads of its own, and every commit happens in commit()
            opened = new MVStore.Builder()
                    .fileName(name.toString())
                    .autoCommitDisabled()
                    .open();
            transactions = new TransactionStore(opened);
            transactions.init();
            transactions.endLeftoverTransactions();
            file = opened;
        } catch (RuntimeException e) { // an IllegalArgumentException if the folder is gone
            if (opened != null) {
                opened.closeImmediately();
            }
            var reason = e instanceof MVStoreException said && said.getErrorCode() == DataUtils.ERROR_FILE_LOCKED
                    ? name + " is in use by another process: give each server its own folder"
                    : "cannot open " + name + " (" + e.getMessage() + "): name another folder, or move this file away";
            throw new StoreUnavailableException(reason, e);
        }
    }

    /**
     * Begins a transaction.
     *
     * @throws StoreUnavailableException if a write failed and the file cannot be reopened
     */
    Transaction begin() {
        if (lost != null) {
            throw lost;
        }
        if (file == null) {
            open();
        }
        return transactions.begin();
    }

    /** Ends a transaction; its changes are then on disk. If it throws, either all of them were persisted or none. */
    void commit(Transaction transaction) {
        boolean changes = transaction.hasChanges();
        transaction.commit();
        if (changes) {
            file.commit();
            try {
                file.sync();
            } catch (RuntimeException e) {
                // after a failed sync the page cache may show data that the disk has lost, so the file is not used any
                // more
                lost = unusable(e, "check the disk, and restart the server");
                throw lost;
            }
        }
    }

    /**
     * Closes the file after any failure; reopen it to learn what was persisted.
     *
     * @return the exception for those who wait
     */
    StoreUnavailableException giveUp(Throwable problem) {
        if (file != null) {
            file.closeImmediately();
            file = null;
        }
        if (problem instanceof StoreUnavailableException told) {
            return told;
        }
        if (keepsName) {
            return unusable(problem, "free disk space; the server then writes again");
        }
        lost = unusable(problem, "restart the server with --data on a disk that has space");
        return lost;
    }

    private StoreUnavailableException unusable(Throwable problem, String remedy) {
        return new StoreUnavailableException(
                "the store cannot write to " + name + " (" + RootCause.of(problem) + "); " + remedy, problem);
    }

    void close() {
        if (file != null) {
            file.close();
        }
    }
}
