package threadwall.watch.web;

import java.time.Duration;
import java.util.Optional;

/**
 * A page that reads the feed. It has room for one event, so that a slow page gets the newest sample instead of all that
 * it missed. A page that leaves an event unread for too long is dropped: its thread, which is blocked in a write, is
 * interrupted, and that closes the socket.
 */
final class EventSubscriber implements AutoCloseable {

    private final EventFeed feed;
    private final Duration readTimeout;
    private final Thread reader = Thread.currentThread();
    private ServerSentEvent event;
    private long unreadSince;
    private boolean ended;

    /** Call this in the thread that will read. */
    EventSubscriber(EventFeed feed, Duration readTimeout) {
        this.feed = feed;
        this.readTimeout = readTimeout;
    }

    /** Offers an event, which replaces the previous one if that is still unread. Never waits. */
    synchronized void offer(ServerSentEvent newestEvent) {
        if (event == null) {
            unreadSince = System.nanoTime();
        } else if (System.nanoTime() - unreadSince > readTimeout.toNanos() && !ended) {
            ended = true;
            reader.interrupt();
        }
        event = newestEvent;
        notifyAll();
    }

    /**
     * Waits for an event.
     *
     * @return empty when none came in that time, or {@link #ended} meanwhile
     */
    synchronized Optional<ServerSentEvent> take(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (event == null && !ended) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                break;
            }
            wait(left / 1_000_000, (int) (left % 1_000_000));
        }
        var taken = Optional.ofNullable(event);
        event = null;
        return taken;
    }

    /** Whether there will be no more events: the feed has stopped, or the page was dropped. */
    synchronized boolean ended() {
        return ended;
    }

    /** Called by the feed: there are no more events. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** Called by the reader: it has left. */
    @Override
    public void close() {
        end();
        feed.leave(this);
    }
}
