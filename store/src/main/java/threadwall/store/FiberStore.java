package threadwall.store;

/**
 * A transactional store for callers that must not block: {@code store.submit(txn -> …).await()} parks the calling fiber
 * without blocking a thread. The API is modelled on db4j's.
 */
public interface FiberStore extends AutoCloseable {

    /** The body of a transaction. It runs on a thread of the store, may block it, and must not pause. */
    @FunctionalInterface
    interface Work<T> {
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
    <T> PendingResult<T> submit(Work<T> work);

    /**
     * Refuses new transactions, finishes those submitted, and frees everything. It blocks, so never call it in a fiber.
     */
    @Override
    void close();
}
