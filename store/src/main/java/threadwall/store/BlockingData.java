package threadwall.store;

import java.util.List;
import java.util.Optional;

/**
 * The servers' data, for callers that may block: {@link FiberData} without pending results. Thread-safe.
 *
 * <p>Each method throws a {@link StoreUnavailableException} when the store is unavailable, perhaps only for a moment; a
 * {@link TransactionException} when a transaction fails for another reason; an {@link IllegalStateException} once the
 * store is closed.
 */
public interface BlockingData extends AutoCloseable {

    /** All fortunes, in id order. */
    List<Fortune> fortunes();

    /** The row with that id, if it exists. */
    Optional<World> world(int id);

    /**
     * Stores a user.
     *
     * @return the id, once the user is on disk. After a {@link StoreUnavailableException} the user may have been stored
     *     all the same: a connection can be lost between commit and answer
     */
    int addUser(NewUser user);

    /** The user with that id, if it exists. Sees every user for which {@link #addUser} has returned. */
    Optional<User> user(int id);

    /** Frees everything. */
    @Override
    void close();
}
