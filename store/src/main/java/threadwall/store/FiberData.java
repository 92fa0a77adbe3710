package threadwall.store;

import java.util.List;
import java.util.Optional;

/**
 * What the servers keep, for callers that must not block: every method returns at once, from any thread or fiber, and
 * {@code data.fortunes().await()} parks the calling fiber and no thread. Safe for any thread.
 *
 * <p>An answer fails with a {@link StoreUnavailableException} when the store cannot be used as things are, which may be
 * over soon, and when too many wait for it; with a {@link TransactionException} for any other reason. Once the store is
 * closed, all methods throw an {@link IllegalStateException}.
 */
public interface FiberData extends AutoCloseable {
    /** Questions without an answer, at once: more than a server has clients. The next one fails, and takes no memory. */
    int MOST_WAITING = 100_000;

    /** All fortunes, in id order. */
    PendingResult<List<Fortune>> fortunes();

    /** The row of that id, if there is one. */
    PendingResult<Optional<World>> world(int id);

    /**
     * Stores a user.
     *
     * @return the id, once the user is on disk. When it fails by a {@link StoreUnavailableException} the user may be
     *     there all the same: a database can be lost between its commit and its answer
     */
    PendingResult<Integer> addUser(NewUser user);

    /** The user of that id, if there is one; any that {@link #addUser} was answered for. */
    PendingResult<Optional<User>> user(int id);

    /** Takes no more, finishes what was begun as far as that is possible, and lets go of all. It blocks: not for fibers. */
    @Override
    void close();
}
