package threadwall.watch.web;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import threadwall.watch.WatchSampler;

/**
 * Feeds the open pages: one sample for all of them together, and none while no page is open. If sampling fails, the
 * pages are told.
 */
final class EventFeed implements AutoCloseable {

    private final WatchSampler.Opener samplers;
    private final Duration interval;
    private final Duration readTimeout;
    private final int maxReaders;
    private final Set<EventSubscriber> readers = new HashSet<>();
    private final Thread thread = Thread.ofPlatform().daemon().name("feed").unstarted(this::run);
    private boolean closed;

    /**
     * @param interval minimum time between two samples
     * @param readTimeout how long a page may leave an event unread
     * @param maxReaders at the same time
     */
    EventFeed(WatchSampler.Opener samplers, Duration interval, Duration readTimeout, int maxReaders) {
        this.samplers = samplers;
        this.interval = interval;
        this.readTimeout = readTimeout;
        this.maxReaders = maxReaders;
        thread.start();
    }

    /** Registers the calling thread as a reader; empty when there are too many. */
    synchronized Optional<EventSubscriber> join() {
        if (closed || isFull()) {
            return Optional.empty();
        }
        var reader = new EventSubscriber(this, readTimeout);
        readers.add(reader);
        notifyAll();
        return Optional.of(reader);
    }

    synchronized boolean isFull() {
        return readers.size() >= maxReaders;
    }

    int maxReaders() {
        return maxReaders;
    }

    synchronized void leave(EventSubscriber reader) {
        readers.remove(reader);
    }

    private void run() {
        try {
            while (awaitReader()) {
                sampleWhileRead();
            }
        } catch (InterruptedException closing) {
            // interrupted by close(), with nothing left to do
        }
    }

    private synchronized boolean awaitReader() throws InterruptedException {
        while (readers.isEmpty() && !closed) {
            wait();
        }
        return !closed;
    }

    /** The pause comes before the check for readers, so that a page that reconnects causes no additional samples. */
    private void sampleWhileRead() throws InterruptedException {
        try (var sampler = samplers.open()) {
            do {
                publish(ServerSentEvent.of(sampler.sample()));
                Thread.sleep(interval);
            } while (hasReaders());
        } catch (IOException | RuntimeException e) {
            publish(ServerSentEvent.error(e));
            Thread.sleep(interval);
        }
    }

    private synchronized boolean hasReaders() {
        return !readers.isEmpty() && !closed;
    }

    private void publish(ServerSentEvent event) {
        copyOfReaders().forEach(reader -> reader.offer(event));
    }

    private synchronized List<EventSubscriber> copyOfReaders() {
        return List.copyOf(readers);
    }

    /** Ends all readers and the feed. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        copyOfReaders().forEach(EventSubscriber::end); // no reader joins any more
        thread.interrupt();
    }
}
