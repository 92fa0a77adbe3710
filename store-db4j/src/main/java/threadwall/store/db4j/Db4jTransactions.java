package threadwall.store.db4j;

import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import kilim.Pausable;
import org.db4j.Db4j;
import org.db4j.Db4j.Utils.QueryFunction;
import org.db4j.Db4j.Utils.ShutdownException;
import threadwall.store.PendingResult;
import threadwall.store.StoreUnavailableException;

/**
 * Runs transactions in one db4j file.
 *
 * <p>db4j has two threads. Each exits without notice at the first failure outside a transaction, such as a disk error,
 * and all callers would wait forever. Therefore the threads run in a thread group that is notified, and from then on
 * all requests fail with a {@link StoreUnavailableException}.
 */
final class Db4jTransactions implements AutoCloseable {
    private final Path file;
    private final Db4jThreads loops = new Db4jThreads();
    private final Set<PendingQuery<?>> underWay = ConcurrentHashMap.newKeySet();

    /** db4j blocks submitters when its queue of 4,096 is full, so a fiber's thread must not submit. */
    private final ExecutorService submitting = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("db4j-submit").daemon().factory());

    private final CompletableFuture<Opened> opened = new CompletableFuture<>();

    /** Guarded by this. Once it is true, nothing is submitted. */
    private boolean closed;

    /** Why db4j has stopped; null = it works. */
    private volatile StoreUnavailableException lost;

    private record Opened(Db4j db4j, Tables tables) {}

    private Db4jTransactions(Path file) {
        this.file = file.toAbsolutePath();
    }

    /**
     * Starts db4j.
     *
     * @param opening creates or loads the file
     */
    static Db4jTransactions start(Path file, Supplier<Db4j> opening) {
        var transactions = new Db4jTransactions(file);
        Thread.ofPlatform()
                .group(transactions.loops) // threads inherit the group and daemon status of their creator
                .name("db4j-open")
                .daemon()
                .start(() -> transactions.open(opening));
        try {
            transactions.opened.join();
            return transactions;
        } catch (CompletionException e) {
            transactions.submitting.shutdown();
            transactions.loops.interrupt();
            throw transactions.unopened(e.getCause());
        }
    }

    private void open(Supplier<Db4j> opening) {
        try {
            var db4j = opening.get();
            settle(db4j);
            var tables = new Tables();
            tables.load(db4j); // creates missing trees
            opened.complete(new Opened(db4j, tables));
        } catch (Throwable e) { // catch everything: start waits for it
            opened.completeExceptionally(e);
        }
    }

    /**
     * Writes what was recovered from the journal to its place. db4j keeps it in memory only and overwrites the journal,
     * so a second crash would lose it.
     */
    @SuppressWarnings("deprecation") // db4j marks its internal functions this way
    private static void settle(Db4j db4j) {
        Db4j.zygote(db4j).sync();
    }

    private StoreUnavailableException unopened(Throwable problem) {
        boolean locked = problem instanceof OverlappingFileLockException
                || String.valueOf(problem.getMessage())
                        .startsWith("could not acquire file lock"); // no own exception type
        return new StoreUnavailableException(
                locked
                        ? file + " is in use by another process: give each server its own folder"
                        : "db4j cannot open " + file + " (" + innermost(problem)
                                + "): name another folder, or move this file away",
                problem);
    }

    private static String innermost(Throwable problem) {
        var cause = problem;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.toString();
    }

    Tables tables() {
        return opened.join().tables();
    }

    /** Runs a query on db4j's data in memory, whether they are on disk or not. */
    <T> PendingResult<T> read(QueryFunction<T> work) {
        return submit(new PendingQuery<>(work));
    }

    /** Runs a change; the result completes when db4j's journal is synced. */
    <T> PendingResult<T> write(QueryFunction<T> work) {
        // before submitting, or db4j may be faster; never for a read, which would then not complete
        return submit(new PendingQuery<>(work).setCommitMode());
    }

    private synchronized <T> PendingResult<T> submit(PendingQuery<T> asked) {
        if (closed) {
            throw new IllegalStateException("the store in " + file + " is closed and accepts no transactions");
        }
        underWay.add(asked);
        submitting.execute(() -> opened.join().db4j().submitQuery(asked));
        if (lost != null) { // it was lost before the query was registered, so nothing else fails it
            asked.fail(lost);
        }
        return asked.pending;
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        underWay.forEach(PendingQuery::awaitEnd); // db4j's shutdown does not wait for them
        submitting.shutdownNow();
        if (lost != null) {
            loops.interrupt(); // stops the remaining loop, because shutdown waits for both
        }
        try {
            opened.join().db4j().shutdown();
        } catch (ShutdownException e) {
            if (lost == null) { // else it was reported already
                throw e;
            }
        }
    }

    /** The threads of db4j. */
    private final class Db4jThreads extends ThreadGroup {
        Db4jThreads() {
            super("db4j");
        }

        @Override
        public void uncaughtException(Thread loop, Throwable problem) {
            lost = new StoreUnavailableException(
                    "db4j has stopped working on " + file + " (" + innermost(problem)
                            + "); check the disk, and restart the server",
                    problem);
            opened.completeExceptionally(problem);
            underWay.forEach(asked -> asked.fail(lost));
        }
    }

    /** A transaction and its result. */
    private final class PendingQuery<T> extends Db4j.Query<PendingQuery<T>> {
        final PendingResult<T> pending = new PendingResult<>();
        private final QueryFunction<T> work;
        private T value;

        PendingQuery(QueryFunction<T> work) {
            this.work = work;
        }

        @Override
        public void task() throws Pausable {
            value = work.query(txn);
        }

        /** Called by db4j: when the result is in memory, and in commit mode again when it is on disk. */
        @Override
        public boolean postRun(boolean inMemory) {
            boolean again = super.postRun(inMemory);
            if (isCommitted()) {
                end();
            }
            return again;
        }

        private void end() {
            var problem = getEx();
            if (problem == null) {
                pending.complete(value);
                underWay.remove(this);
            } else if (String.valueOf(problem.getMessage()).startsWith("request too large")) { // no own exception type
                fail(new StoreUnavailableException(
                        file + " is full, and db4j's files cannot grow; start the server with another --data",
                        problem));
            } else {
                fail(problem);
            }
        }

        void fail(Throwable problem) {
            pending.fail(problem);
            underWay.remove(this);
        }

        void awaitEnd() {
            try {
                pending.get();
            } catch (RuntimeException told) { // reported to the caller already
            }
        }
    }
}
