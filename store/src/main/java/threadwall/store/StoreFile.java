package threadwall.store;

import java.nio.file.Path;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.tx.Transaction;
import org.h2.mvstore.tx.TransactionStore;

/**
 * The file of an {@link EmbeddedStore}. When it cannot be written it is closed, and opened again for the next transaction:
 * what is in it is not known then but from itself. For one thread.
 */
final class StoreFile {
    private final Path name;
    private final boolean keepsName;

    /** Null since it could not be written. */
    private MVStore file;

    private TransactionStore transactions;

    /** Why it cannot be opened again; null = it can. */
    private StoreUnavailableException lost;

    /**
     * Opens it; it is made when missing.
     *
     * @param keepsName whether it can be found by its name later
     * @throws StoreUnavailableException if it cannot be used or another process uses it
     */
    StoreFile(Path name, boolean keepsName) {
        this.name = name.toAbsolutePath();
        this.keepsName = keepsName;
        open();
    }

    private void open() {
        MVStore opened = null;
        try {
            // without its own commits MVStore has no threads of its own, and every commit happens in commit()
            opened = new MVStore.Builder()
                    .fileName(name.toString())
                    .autoCommitDisabled()
                    .open();
            transactions = new TransactionStore(opened);
            transactions.init();
            transactions.endLeftoverTransactions();
            file = opened;
        } catch (RuntimeException e) { // an IllegalArgumentException if the folder has gone
            if (opened != null) {
                opened.closeImmediately();
            }
            var reason = e instanceof MVStoreException said && said.getErrorCode() == DataUtils.ERROR_FILE_LOCKED
                    ? name + " is in use by another process: give each server a folder of its own"
                    : "cannot open " + name + " (" + e.getMessage() + "): name another folder, or move this file away";
            throw new StoreUnavailableException(reason, e);
        }
    }

    /**
     * Begins a transaction.
     *
     * @throws StoreUnavailableException if the file could not be written and cannot be opened again
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

    /** Ends a transaction, whose changes are on disk then. If it throws, all of them may be there, or none. */
    void commit(Transaction transaction) {
        boolean changes = transaction.hasChanges();
        transaction.commit();
        if (changes) {
            file.commit();
            try {
                file.sync();
            } catch (RuntimeException e) {
                // what was written and not synced the system may show though the disk has lost it: nothing is built on
                // that
                lost = unusable(e, "see to the disk and start again");
                throw lost;
            }
        }
    }

    /**
     * After any failure of what this does: closes the file, as nobody knows what is in it but from itself.
     *
     * @return what to tell those who wait for it
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
            return unusable(problem, "make room, and it can be written again");
        }
        lost = unusable(problem, "start the server again, with --data in a place that has room");
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
