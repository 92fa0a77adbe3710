package threadwall.watch.web;

import java.io.IOException;
import threadwall.process.PreconditionException;
import threadwall.record.WatchRecord;
import threadwall.watch.WatchFilter;
import threadwall.watch.Watcher;

/** Looks at the machine for the live page. One is open while somebody reads the page, and used by one thread. */
public interface WatchSampler extends AutoCloseable {

    /** @throws IOException when the machine could not be read; pages are told, and the next look is by another one */
    WatchRecord look() throws IOException;

    @Override
    void close();

    /** Opens one when the first page comes: a share of CPU is since the look before, which may not be an hour ago. */
    @FunctionalInterface
    interface Opener {
        WatchSampler open() throws IOException;
    }

    /** The real ones. */
    static Opener at(WatchFilter wanted) {
        return () -> {
            try {
                return new Eye(Watcher.open(wanted));
            } catch (PreconditionException e) { // a process that was there when we started
                throw new IOException(e.getMessage(), e);
            }
        };
    }

    /** A watcher, as a looker. */
    record Eye(Watcher watcher) implements WatchSampler {

        @Override
        public WatchRecord look() throws IOException {
            return watcher.look();
        }

        @Override
        public void close() {
            watcher.close();
        }
    }
}
