package threadwall.store;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The servers' data, for callers that must not block. Every method returns at once, on any thread or fiber, and {@code
 * data.fortunes().await()} parks the calling fiber without blocking a thread. Thread-safe.
 *
 * <p>A result fails with a {@link StoreUnavailableException} when the store is unavailable, perhaps only for a moment,
 * or has too many requests waiting; with a {@link TransactionException} for any other reason. Once the store is closed,
 * all methods throw an {@link IllegalStateException}.
 */
public interface FiberData extends AutoCloseable {
    /**
     * The most requests that may wait at once: more than a server has clients. Further ones fail immediately, without
     * using memory.
     */
    int MOST_WAITING = 100_000;

    /**
     * How long a request to PostgreSQL or to the embedded store may wait for its turn (under load, thousands share a few
     * connections, or a disk), and then for its answer. Afterwards it fails with a {@link StoreUnavailableException}.
     */
    Duration LONGEST_WAIT = Duration.ofSeconds(60);

    /** All fortunes, in id order. */
    PendingResult<List<Fortune>> fortunes();

    /** The row with that id, if it exists. */
    PendingResult<Optional<World>> world(int id);

    /**
     * Stores a user.
     *
     * @return the id, once the user is on disk. After a {@link StoreUnavailableException} the user may have been stored
     *     all the same: a connection can be lost between commit and answer, and a disk can take longer than {@link
     *     #LONGEST_WAIT} to sync. A message that says "nothing was done" excludes that
     */
    PendingResult<Integer> addUser(NewUser user);

    /** The user with that id, if it exists. Sees every user for which {@link #addUser} has completed. */
    PendingResult<Optional<User>> user(int id);

    /**
     * Refuses new requests, finishes those in progress where possible, and frees everything. It blocks, so never call
     * it in a fiber.
     */
    @Override
    void close();
}
