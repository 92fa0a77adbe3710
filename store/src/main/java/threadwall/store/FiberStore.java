package threadwall.store;

/**
 * A transactional store for callers that must not block: {@code store.submit(txn -> …).await()} parks the calling fiber
 * and no thread. The shape is db4j's.
 */
public interface FiberStore extends AutoCloseable {

    /** What is done in a transaction. It runs on a thread of the store, may block it, and must not pause. */
    @FunctionalInterface
    interface Work<T> {
        /** Throwing anything rolls the transaction back. */
        T run(Txn txn) throws Exception;
    }

    /**
     * Queues a transaction; returns at once, from any thread or fiber. Transactions are serializable, and take effect
     * in the order in which they were submitted. When the pending answer of one that wrote is there, it is on disk. It
     * fails when {@link FiberData#MOST_WAITING} are queued before it.
     *
     * @throws IllegalStateException once the store is closed
     */
    <T> PendingResult<T> submit(Work<T> work);

    /** Takes no more transactions, finishes those submitted, and lets go of all. It blocks: not for fibers. */
    @Override
    void close();
}
