package threadwall.store.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import threadwall.store.FiberData;
import threadwall.store.PendingResult;
import threadwall.store.StoreUnavailableException;

/**
 * A transactional store for callers that must not block, in one file of H2's MVStore: {@code store.submit(txn ->
 * …).await()} parks the calling fiber without blocking a thread. The API is modelled on db4j's.
 *
 * <p>One thread runs all transactions in order and commits them in groups (group commit): transactions queued during a
 * sync form the next group, which shares one write and one sync. {@link #read} does not wait for that thread: it sees
 * what was synced last. So nobody sees a change that a power cut could undo.
 *
 * <p>When the file cannot be written, for example on a full disk, the group's writers fail with a {@link
 * StoreUnavailableException}. The next transaction continues from what is on disk, and writes succeed again once there
 * is room.
 */
public final class EmbeddedStore implements AutoCloseable {
    /** Name of the file in the store's folder. */
    public static final String FILE = "threadwall.mv";

    /** Looks for overdue transactions in the time that one may take. */
    private static final int LOOKS = 4;

    private final Path folder;
    private final StoreFile file;
    private final JobQueue transactions;
    private final JobQueue reads;
    private final GroupCommit groups;
    private final Duration patience;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    /** Written under the lock of this. Once it is true, nothing more is queued. */
    private volatile boolean closed;

    private EmbeddedStore(Path folder, StoreFile file, Duration patience) {
        this.folder = folder;
        this.file = file;
        this.patience = patience;
        transactions = new JobQueue(folder.toString(), GroupCommit.GROUP, patience);
        reads = new JobQueue(folder.toString(), 1, patience);
        groups = new GroupCommit(file, transactions);
        StoreThread.start("embedded-store", this::runGroup);
        StoreThread.start("embedded-reads", this::readFromFile);
        StoreThread.start("embedded-watch", this::failOverdue);
    }

    /**
     * Opens the store in that folder. Folder, file and fortunes are created if missing. What is in the file is synced
     * first: nobody may see what the next power cut could undo.
     *
     * @throws StoreUnavailableException if it cannot be used, or another process uses it
     */
    public static EmbeddedStore open(Path folder) {
        return open(folder, FiberData.LONGEST_WAIT);
    }

    /**
     * The same.
     *
     * @param patience how long a transaction may take, from its submission; also how long the opening may take
     */
    public static EmbeddedStore open(Path folder, Duration patience) {
        return open(folder, patience, Disk.REAL);
    }

    static EmbeddedStore open(Path folder, Duration patience, Disk disk) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            var advice = "name a writable folder, or none for a temporary one";
            throw new StoreUnavailableException("cannot create the folder " + folder + " (" + e + "): " + advice, e);
        }
        return filled(new EmbeddedStore(folder, new StoreFile(folder.resolve(FILE), true, disk), patience));
    }

    /**
     * A store in a temporary folder. Folder and file are unlinked at once, and Linux frees an open file without a name
     * when it is closed. So nothing stays behind, even if the process is killed.
     */
    public static EmbeddedStore temporary() {
        try {
            var folder = Files.createTempDirectory("threadwall-store-");
            StoreFile file;
            try {
                file = new StoreFile(folder.resolve(FILE), false, Disk.REAL);
                file.open();
            } finally {
                Files.deleteIfExists(folder.resolve(FILE));
                Files.delete(folder);
            }
            return filled(new EmbeddedStore(folder, file, FiberData.LONGEST_WAIT));
        } catch (IOException e) {
            var advice = "name another folder with --data";
            throw new StoreUnavailableException("cannot use a temporary folder (" + e + "): " + advice, e);
        }
    }

    /** The writer's thread opens the file for this transaction, so a disk that hangs can delay both only for so long. */
    private static EmbeddedStore filled(EmbeddedStore store) {
        try {
            store.submit(txn -> {
                        Fortunes.fill(txn);
                        return null;
                    })
                    .get();
            return store;
        } catch (RuntimeException e) {
            store.refuse();
            // else the file would stay locked until this process ends; but its disk may hang
            store.ended
                    .copy()
                    .completeOnTimeout(null, store.lookNanos(), TimeUnit.NANOSECONDS)
                    .exceptionally(failure -> null)
                    .join();
            throw e;
        }
    }

    /** The body of a transaction. It may block the thread that it runs on, unless it is for a loop, and must not pause. */
    @FunctionalInterface
    public interface Work<T> {
        /** Any exception rolls the transaction back. */
        T run(Txn txn) throws Exception;
    }

    /**
     * Queues a transaction and returns at once, on any thread or fiber. Transactions are serializable and take effect
     * in the order of submission. When the result of one that wrote is complete, it is on disk, and {@link #read} sees
     * it.
     *
     * <p>It fails with a {@link StoreUnavailableException} when {@link FiberData#MOST_WAITING} are queued already, and
     * when it takes longer than {@link FiberData#LONGEST_WAIT}, because a disk hangs or is slow. The message says what
     * is then known: if the transaction still waited for its turn, nothing was done and nothing will be. Otherwise it
     * may be written and may wait for its sync: its changes may be there later or not.
     *
     * @throws IllegalStateException once the store is closed
     */
    public <T> PendingResult<T> submit(Work<T> work) {
        var job = new Job<>(work);
        queue(transactions, job);
        return job.pending;
    }

    /**
     * Reads what was synced last, at once and on the calling thread if the rows are in memory. It sees every transaction
     * whose result was complete before, and no change that could still be undone. Rows that are not in memory are read
     * by a thread of its own, which waits for no transaction; the result fails as that of {@link #submit}.
     *
     * @param work must not write, and may be run more than once
     * @throws IllegalStateException once the store is closed
     */
    public <T> PendingResult<T> read(Work<T> work) {
        if (closed) {
            throw closed();
        }
        var job = new Job<>(work);
        if (PagedFile.inMemory(() -> file.synced().read(job))) {
            job.acknowledge();
        } else {
            queue(reads, job);
        }
        return job.pending;
    }

    private synchronized void queue(JobQueue jobs, Job<?> job) {
        if (closed) {
            throw closed();
        }
        jobs.add(job);
    }

    private IllegalStateException closed() {
        return new IllegalStateException("the store in " + folder + " is closed and accepts no transactions");
    }

    /**
     * Refuses new transactions, finishes those submitted, and frees everything. It blocks, so never call it in a fiber.
     */
    @Override
    public void close() {
        refuse();
        ended.join();
    }

    private synchronized void refuse() {
        if (!closed) {
            closed = true;
            reads.end();
        }
    }

    private long lookNanos() {
        return patience.toNanos() / LOOKS;
    }

    /** A step of the reader's thread, which ends first: what it cannot read it passes on. */
    private boolean readFromFile() throws InterruptedException {
        var taken = reads.take();
        if (taken.isEmpty()) {
            transactions.end();
            return false;
        }
        var job = taken.getFirst();
        if (file.synced().read(job)) {
            job.acknowledge();
        } else {
            reads.passOn(job, transactions); // the file may have to be opened again
        }
        return true;
    }

    /** A step of the writer's thread. */
    private boolean runGroup() throws InterruptedException {
        boolean more = groups.runNext();
        if (!more) {
            end();
        }
        return more;
    }

    private void end() {
        try {
            file.close();
            ended.complete(null);
        } catch (Throwable e) {
            ended.completeExceptionally(e); // close() rethrows it
        }
    }

    /** A step of the thread that watches the others, which may hang in the kernel. */
    private boolean failOverdue() throws InterruptedException {
        try {
            ended.get(lookNanos(), TimeUnit.NANOSECONDS);
            return false;
        } catch (ExecutionException e) {
            return false;
        } catch (TimeoutException e) {
            transactions.failOverdue();
            reads.failOverdue();
            return true;
        }
    }
}
