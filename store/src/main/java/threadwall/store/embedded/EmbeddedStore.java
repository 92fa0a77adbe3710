package threadwall.store.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.h2.mvstore.tx.Transaction;
import threadwall.store.FiberData;
import threadwall.store.PendingResult;
import threadwall.store.StoreUnavailableException;

/**
 * A transactional store for callers that must not block, in one file of H2's MVStore: {@code store.submit(txn ->
 * …).await()} parks the calling fiber without blocking a thread. The API is modelled on db4j's.
 *
 * <p>One thread runs all transactions in order and commits them in groups (group commit): transactions queued during a
 * sync form the next group, which shares one write and one sync. Readers are answered without a sync, unless a writer
 * precedes them in the group: what they have seen must be on disk too.
 *
 * <p>When the file cannot be written, for example on a full disk, the group's writers fail with a {@link
 * StoreUnavailableException}. The next transaction continues from what is on disk, and writes succeed again once there
 * is room.
 */
public final class EmbeddedStore implements AutoCloseable {
    /** Name of the file in the store's folder. */
    public static final String FILE = "threadwall.mv";

    /** Groups are bounded because a group's first writer waits for its last member. */
    private static final int GROUP = 256;

    private final Path folder;
    private final StoreFile file;
    private final BlockingQueue<Job<?>> queue = new LinkedBlockingQueue<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    /** Guarded by this. Once it is true, nothing more is queued. */
    private boolean closed;

    private EmbeddedStore(Path folder, boolean staysThere) {
        this.folder = folder;
        file = new StoreFile(folder.resolve(FILE), staysThere);
        Thread.ofPlatform().name("embedded-store").daemon().start(this::run);
    }

    /**
     * Opens the store in that folder. Folder, file and fortunes are created if missing.
     *
     * @throws StoreUnavailableException if it cannot be used, or another process uses it
     */
    public static EmbeddedStore open(Path folder) {
        try {
            return filled(new EmbeddedStore(Files.createDirectories(folder), true));
        } catch (IOException e) {
            var advice = "name a writable folder, or none for a temporary one";
            throw new StoreUnavailableException("cannot create the folder " + folder + " (" + e + "): " + advice, e);
        }
    }

    /**
     * A store in a temporary folder. Folder and file are unlinked at once, and Linux frees an open file without a name
     * when it is closed. So nothing stays behind, even if the process is killed.
     */
    public static EmbeddedStore temporary() {
        try {
            var folder = Files.createTempDirectory("threadwall-store-");
            EmbeddedStore store;
            try {
                store = new EmbeddedStore(folder, false);
            } finally {
                Files.deleteIfExists(folder.resolve(FILE));
                Files.delete(folder);
            }
            return filled(store);
        } catch (IOException e) {
            var advice = "name another folder with --data";
            throw new StoreUnavailableException("cannot use a temporary folder (" + e + "): " + advice, e);
        }
    }

    private static EmbeddedStore filled(EmbeddedStore store) {
        try {
            store.submit(txn -> {
                        Fortunes.fill(txn);
                        return null;
                    })
                    .get();
            return store;
        } catch (RuntimeException e) {
            store.close(); // else the file would stay locked until this process ends
            throw e;
        }
    }

    /** The body of a transaction. It runs on the store's thread, may block it, and must not pause. */
    @FunctionalInterface
    public interface Work<T> {
        /** Any exception rolls the transaction back. */
        T run(Txn txn) throws Exception;
    }

    /**
     * Queues a transaction and returns at once, on any thread or fiber. Transactions are serializable and take effect
     * in the order of submission. When the result of one that wrote is complete, it is on disk. It fails when {@link
     * FiberData#MOST_WAITING} are queued already.
     *
     * @throws IllegalStateException once the store is closed
     */
    public synchronized <T> PendingResult<T> submit(Work<T> work) {
        if (closed) {
            throw new IllegalStateException("the store in " + folder + " is closed and accepts no transactions");
        }
        var job = new Job<>(work);
        int waiting = queue.size();
        if (waiting < FiberData.MOST_WAITING) {
            queue.add(job);
        } else {
            job.pending.fail(new StoreUnavailableException(
                    "the store in " + folder + " cannot be used now: " + waiting
                            + " transactions are waiting; try again",
                    null));
        }
        return job.pending;
    }

    /**
     * Refuses new transactions, finishes those submitted, and frees everything. It blocks, so never call it in a fiber.
     */
    @Override
    public void close() {
        synchronized (this) {
            if (!closed) {
                closed = true;
                queue.add(Job.LAST);
            }
        }
        ended.join();
    }

    private void run() {
        try {
            var group = new ArrayList<Job<?>>(GROUP);
            do {
                group.clear();
                group.add(queue.take());
                queue.drainTo(group, GROUP - 1);
                runGroup(group);
            } while (group.getLast() != Job.LAST);
            file.close();
            ended.complete(null);
        } catch (Throwable e) {
            ended.completeExceptionally(e); // close() rethrows it
        }
    }

    /** Runs a group as one MVStore transaction, because MVStore writes to the file for each transaction. */
    private void runGroup(List<Job<?>> group) {
        int acknowledged = 0;
        try {
            var transaction = file.begin();
            for (var job : group) {
                job.run(transaction);
                if (!transaction.hasChanges()) {
                    job.acknowledge();
                    acknowledged++;
                }
            }
            file.commit(transaction);
            group.subList(acknowledged, group.size()).forEach(Job::acknowledge);
        } catch (Throwable e) { // catch everything: no caller may wait forever
            var problem = file.giveUp(e);
            group.subList(acknowledged, group.size()).forEach(job -> job.pending.fail(problem));
        }
    }

    /** A submitted transaction. It runs first and is acknowledged when its group is on disk. */
    private static final class Job<T> {
        /** Ends the thread; nothing comes after it. */
        static final Job<Void> LAST = new Job<>(txn -> null);

        final PendingResult<T> pending = new PendingResult<>();
        private final Work<T> work;
        private T value;
        private Throwable problem;

        Job(Work<T> work) {
            this.work = work;
        }

        /** Runs the work. Its changes stay in the transaction, or none of them if it throws. */
        void run(Transaction transaction) {
            long before = transaction.setSavepoint();
            try {
                value = work.run(new EmbeddedTxn(transaction));
            } catch (Throwable e) { // any failure of the caller's work fails this job only
                problem = e;
                transaction.rollbackToSavepoint(before);
            }
        }

        void acknowledge() {
            if (problem == null) {
                pending.complete(value);
            } else {
                pending.fail(problem);
            }
        }
    }

    private record EmbeddedTxn(Transaction transaction) implements Txn {
        @Override
        public <K extends Comparable<K>, V> Map<K, V> open(Table<K, V> table) {
            return transaction.openMap(table.name());
        }
    }
}
