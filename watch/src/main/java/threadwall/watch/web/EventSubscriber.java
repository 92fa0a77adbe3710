package threadwall.watch.web;

import java.time.Duration;
import java.util.Optional;

/**
 * One reader of the feed: a place for one message, so that a page which reads slowly gets the newest look, and not all
 * those that it missed. One that leaves a message lying for longer than it may is dropped: its thread, which hangs in a
 * write, is interrupted, and an interrupted write closes its socket.
 */
final class EventSubscriber implements AutoCloseable {

    private final EventFeed feed;
    private final Duration patience;
    private final Thread reader = Thread.currentThread();
    private ServerSentEvent message;
    private long lyingSince;
    private boolean ended;

    /** Made by the thread that will read. */
    EventSubscriber(EventFeed feed, Duration patience) {
        this.feed = feed;
        this.patience = patience;
    }

    /** Puts a message there in place of the last, if that is still there. Never waits. */
    synchronized void offer(ServerSentEvent newest) {
        if (message == null) {
            lyingSince = System.nanoTime();
        } else if (System.nanoTime() - lyingSince > patience.toNanos() && !ended) {
            ended = true;
            reader.interrupt();
        }
        message = newest;
        notifyAll();
    }

    /**
     * Waits for a message.
     *
     * @return empty when none came in that time, or {@link #ended} meanwhile
     */
    synchronized Optional<ServerSentEvent> take(Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (message == null && !ended) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                break;
            }
            wait(left / 1_000_000, (int) (left % 1_000_000));
        }
        var taken = Optional.ofNullable(message);
        message = null;
        return taken;
    }

    /** Whether there will be no more: the feed has stopped, or the page was dropped. */
    synchronized boolean ended() {
        return ended;
    }

    /** By the feed: there is no more. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** By the reader: it has gone. */
    @Override
    public void close() {
        end();
        feed.leave(this);
    }
}
