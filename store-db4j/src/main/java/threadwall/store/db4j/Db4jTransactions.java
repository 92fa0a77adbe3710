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
 * Runs transactions in one file of db4j's.
 *
 * <p>db4j works in two threads of its own. Each ends for good at the first failure that is not a transaction's, a disk's
 * say, and tells nobody: all who wait for it would wait for ever. They are in a group of threads that hears of it, and then
 * everything that was asked, or will be, fails by a {@link StoreUnavailableException}.
 */
final class Db4jTransactions implements AutoCloseable {
    private final Path file;
    private final Db4jThreads loops = new Db4jThreads();
    private final Set<PendingQuery<?>> underWay = ConcurrentHashMap.newKeySet();

    /** db4j holds up who submits to a queue of 4,096; that may not be a fiber's thread. */
    private final ExecutorService submitting = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("db4j-submit").daemon().factory());

    private final CompletableFuture<Opened> opened = new CompletableFuture<>();

    /** Guarded by this; once it is set, nothing is submitted. */
    private boolean closed;

    /** Why db4j does no more; null = it works. */
    private volatile StoreUnavailableException lost;

    private record Opened(Db4j db4j, Tables tables) {}

    private Db4jTransactions(Path file) {
        this.file = file.toAbsolutePath();
    }

    /**
     * Starts db4j.
     *
     * @param opening makes or loads the file
     * @throws StoreUnavailableException if it cannot be used or another process uses it
     */
    static Db4jTransactions start(Path file, Supplier<Db4j> opening) {
        var transactions = new Db4jTransactions(file);
        Thread.ofPlatform()
                .group(transactions.loops) // threads are in the group of who starts them, and daemons like them
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
            tables.load(db4j); // makes those that are not there
            opened.complete(new Opened(db4j, tables));
        } catch (Throwable e) { // whatever it is: start waits for it
            opened.completeExceptionally(e);
        }
    }

    /**
     * Has what was recovered from the journal written to its place. db4j leaves it in memory and writes the next journal over
     * the old one: a second crash would lose what the first had left.
     */
    @SuppressWarnings("deprecation") // so db4j marks what is not for its queries
    private static void settle(Db4j db4j) {
        Db4j.zygote(db4j).sync();
    }

    private StoreUnavailableException unopened(Throwable problem) {
        boolean locked = problem instanceof OverlappingFileLockException
                || String.valueOf(problem.getMessage())
                        .startsWith("could not acquire file lock"); // has no type of its own
        return new StoreUnavailableException(
                locked
                        ? file + " is in use by another process: give each server a folder of its own"
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

    /** Asks for what is answered from what db4j has in memory, be it on disk or not yet. */
    <T> PendingResult<T> read(QueryFunction<T> work) {
        return submit(new PendingQuery<>(work));
    }

    /** Asks for a change, which is answered when db4j's journal has it and is synced. */
    <T> PendingResult<T> write(QueryFunction<T> work) {
        // before it is submitted, or db4j may be faster; one that only reads would never end by it
        return submit(new PendingQuery<>(work).setCommitMode());
    }

    private synchronized <T> PendingResult<T> submit(PendingQuery<T> asked) {
        if (closed) {
            throw new IllegalStateException("the store in " + file + " is closed and takes no transactions");
        }
        underWay.add(asked);
        submitting.execute(() -> opened.join().db4j().submitQuery(asked));
        if (lost != null) { // since before it was under way, so that nobody else tells it
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
        underWay.forEach(PendingQuery::awaitEnd); // db4j's shutdown does not
        submitting.shutdownNow();
        if (lost != null) {
            loops.interrupt(); // the loop that is left, for shutdown waits until both have ended
        }
        try {
            opened.join().db4j().shutdown();
        } catch (ShutdownException e) {
            if (lost == null) { // else it was told
                throw e;
            }
        }
    }

    /** db4j's own threads. */
    private final class Db4jThreads extends ThreadGroup {
        Db4jThreads() {
            super("db4j");
        }

        @Override
        public void uncaughtException(Thread loop, Throwable problem) {
            lost = new StoreUnavailableException(
                    "db4j has stopped working on " + file + " (" + innermost(problem)
                            + "); see to the disk and start the server again",
                    problem);
            opened.completeExceptionally(problem);
            underWay.forEach(asked -> asked.fail(lost));
        }
    }

    /** A transaction, and who waits for it. */
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

        /** From db4j: in memory, and when commit mode is set again on disk. */
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
            } else if (String.valueOf(problem.getMessage()).startsWith("request too large")) { // has no type of its own
                fail(new StoreUnavailableException(
                        file + " is full, and db4j's files do not grow; start the server with another --data",
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
            } catch (RuntimeException told) { // to who asked for it
            }
        }
    }
}
