package threadwall.cli.web;

import java.io.IOException;
import threadwall.loadgen.plan.Refused;
import threadwall.loadgen.watch.Wanted;
import threadwall.loadgen.watch.Watcher;
import threadwall.record.WatchRecord;

/** Looks at the machine for the live page. One is open while somebody reads the page, and used by one thread. */
interface Looker extends AutoCloseable {

    /** @throws IOException when the machine could not be read; pages are told, and the next look is by another one */
    WatchRecord look() throws IOException;

    @Override
    void close();

    /** Opens one when the first page comes: a share of CPU is since the look before, which may not be an hour ago. */
    @FunctionalInterface
    interface Opener {
        Looker open() throws IOException;
    }

    /** The real ones. */
    static Opener at(Wanted wanted) {
        return () -> {
            try {
                return new Eye(Watcher.open(wanted));
            } catch (Refused e) { // a process that was there when we started
                throw new IOException(e.getMessage(), e);
            }
        };
    }

    /** A watcher, as a looker. */
    record Eye(Watcher watcher) implements Looker {

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
