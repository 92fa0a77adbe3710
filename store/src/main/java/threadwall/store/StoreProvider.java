package threadwall.store;

import java.nio.file.Path;

/**
 * Opens a store that not every build contains, found by {@link java.util.ServiceLoader}. So far that is db4j, in the
 * Maven profile {@code db4j}.
 */
public interface StoreProvider {

    /**
     * Opens the store in that folder. Folder and fortunes are created if missing.
     *
     * @throws StoreUnavailableException if it cannot be used, or another process uses it
     */
    FiberData open(Path folder);

    /**
     * A store in a temporary folder, deleted with the process.
     *
     * @throws StoreUnavailableException if it cannot be used
     */
    FiberData temporary();
}
