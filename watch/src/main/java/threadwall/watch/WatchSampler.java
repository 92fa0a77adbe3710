package threadwall.watch;

import java.io.IOException;
import threadwall.process.PreconditionException;
import threadwall.record.WatchRecord;

/** Samples processes. The live page has one open while a page is open, and uses it in one thread. */
public interface WatchSampler extends AutoCloseable {

    /**
     * @throws IOException when the machine could not be read; the pages are told, and a new sampler takes the next
     *     sample
     */
    WatchRecord sample() throws IOException;

    @Override
    void close();

    /**
     * Opens a sampler when the first page is opened: a CPU share covers the time since the previous sample, which must
     * not be an hour ago.
     */
    @FunctionalInterface
    interface Opener {
        WatchSampler open() throws IOException;
    }

    /** Samplers that read this machine. */
    static Opener forFilter(WatchFilter filter) {
        return () -> {
            try {
                return Watcher.open(filter);
            } catch (PreconditionException e) { // the process existed when the server was started
                throw new IOException(e.getMessage(), e);
            }
        };
    }
}
