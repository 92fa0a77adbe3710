package threadwall.store.embedded;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.h2.mvstore.SFChunk;
import org.h2.mvstore.SingleFileStore;

/**
 * The pages of an {@link EmbeddedStore} in its file. A caller of the store, such as an event loop, must not wait for the
 * disk: {@link #inMemory} finds only the pages that the page cache of MVStore holds.
 */
final class PagedFile extends SingleFileStore {
    private static final ScopedValue<Boolean> IN_MEMORY = ScopedValue.newInstance();

    PagedFile() {
        super(Map.of());
    }

    /** Closes the file as it is, which may not have been opened or read completely. */
    void abandon() {
        try {
            close();
        } catch (RuntimeException e) {
            // the file itself is closed first
        }
    }

    /** A page has to be read from the file. */
    static final class NotInMemory extends RuntimeException {
        private static final NotInMemory INSTANCE = new NotInMemory();

        private NotInMemory() {
            super("the page is not in memory", null, false, false);
        }
    }

    /** Runs work in which reading a page that is not in memory throws {@link NotInMemory}. */
    static boolean inMemory(BooleanSupplier work) {
        return ScopedValue.where(IN_MEMORY, true).call(work::getAsBoolean);
    }

    @Override
    public ByteBuffer readFully(SFChunk chunk, long position, int length) {
        if (IN_MEMORY.isBound()) {
            throw NotInMemory.INSTANCE;
        }
        return super.readFully(chunk, position, length);
    }
}
