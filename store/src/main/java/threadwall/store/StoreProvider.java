package threadwall.store;

import java.nio.file.Path;

/**
 * Opens a store that is not in every build; {@link java.util.ServiceLoader} finds it. The one there is keeps its data in
 * db4j and comes with the Maven profile {@code db4j}.
 */
public interface StoreProvider {

    /**
     * The store in that folder, which is made when missing, with its fortunes in it.
     *
     * @throws StoreUnavailableException if it cannot be used or another process uses it
     */
    FiberData open(Path folder);

    /**
     * A store in a temporary folder that goes with the process.
     *
     * @throws StoreUnavailableException if it cannot be used
     */
    FiberData temporary();
}
