package threadwall.watch.web;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the pages are fed with: one look for all of them together, and none while nobody reads. A look that fails is
 * something to tell, too.
 */
final class EventFeed implements AutoCloseable {

    private final WatchSampler.Opener looks;
    private final Duration between;
    private final Duration patience;
    private final int room;
    private final Set<EventSubscriber> viewers = new HashSet<>();
    private final Thread thread = Thread.ofPlatform().daemon().name("feed").unstarted(this::run);
    private boolean closed;

    /**
     * @param between looks so much time passes at least
     * @param patience how long a page may leave a message lying
     * @param room for so many readers at once
     */
    EventFeed(WatchSampler.Opener looks, Duration between, Duration patience, int room) {
        this.looks = looks;
        this.between = between;
        this.patience = patience;
        this.room = room;
        thread.start();
    }

    /** Lets the calling thread read; empty when there is no room for it. */
    synchronized Optional<EventSubscriber> join() {
        if (closed || full()) {
            return Optional.empty();
        }
        var viewer = new EventSubscriber(this, patience);
        viewers.add(viewer);
        notifyAll();
        return Optional.of(viewer);
    }

    synchronized boolean full() {
        return viewers.size() >= room;
    }

    int room() {
        return room;
    }

    synchronized void leave(EventSubscriber viewer) {
        viewers.remove(viewer);
    }

    private void run() {
        try {
            while (awaitViewer()) {
                lookWhileRead();
            }
        } catch (InterruptedException closing) {
            // by close(), and nothing is left to do
        }
    }

    private synchronized boolean awaitViewer() throws InterruptedException {
        while (viewers.isEmpty() && !closed) {
            wait();
        }
        return !closed;
    }

    /** The rest comes before the question whether anybody reads: who comes and goes has no more looks than others. */
    private void lookWhileRead() throws InterruptedException {
        try (var looker = looks.open()) {
            do {
                publish(ServerSentEvent.of(looker.look()));
                Thread.sleep(between);
            } while (isRead());
        } catch (IOException | RuntimeException e) {
            publish(ServerSentEvent.trouble(e));
            Thread.sleep(between);
        }
    }

    private synchronized boolean isRead() {
        return !viewers.isEmpty() && !closed;
    }

    private void publish(ServerSentEvent message) {
        List<EventSubscriber> now;
        synchronized (this) {
            now = List.copyOf(viewers);
        }
        now.forEach(viewer -> viewer.offer(message));
    }

    /** Ends all readers, and itself. */
    @Override
    public void close() {
        List<EventSubscriber> last;
        synchronized (this) {
            closed = true;
            last = List.copyOf(viewers);
            notifyAll();
        }
        last.forEach(EventSubscriber::end);
        thread.interrupt();
    }
}
