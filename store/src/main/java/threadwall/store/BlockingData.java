package threadwall.store;

import java.util.List;
import java.util.Optional;

/**
 * What the servers keep, for callers with a thread to block: {@link FiberData} without the waiting apart. Safe for any
 * thread.
 *
 * <p>Each method throws a {@link StoreUnavailableException} when the store cannot be used as things are, which may be over
 * soon; a {@link TransactionException} for any other reason; and once the store is closed an {@link IllegalStateException}.
 */
public interface BlockingData extends AutoCloseable {

    /** All fortunes, in id order. */
    List<Fortune> fortunes();

    /** The row of that id, if there is one. */
    Optional<World> world(int id);

    /**
     * Stores a user.
     *
     * @return the id, once the user is on disk. After a {@link StoreUnavailableException} the user may be there all the
     *     same: a database can be lost between its commit and its answer
     */
    int addUser(NewUser user);

    /** The user of that id, if there is one; any that {@link #addUser} has returned for. */
    Optional<User> user(int id);

    /** Lets go of all. */
    @Override
    void close();
}
