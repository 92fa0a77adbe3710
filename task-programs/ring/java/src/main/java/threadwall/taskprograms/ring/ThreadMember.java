package threadwall.taskprograms.ring;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * One of a ring of threads, of the platform or virtual, with the JDK's queues of one place.
 *
 * @param last completed with the message when its time is over
 */
record ThreadMember(int index, BlockingQueue<Message> own, BlockingQueue<Message> next, CompletableFuture<Message> last)
        implements Runnable {

    static Ring.Channel startAll(int tasks, Thread.Builder threads, CompletableFuture<Message> last) {
        var queues = Stream.generate(() -> new ArrayBlockingQueue<Message>(1))
                .limit(tasks)
                .toList();
        for (int i = 0; i < tasks; i++) {
            threads.start(new ThreadMember(i, queues.get(i), queues.get((i + 1) % tasks), last));
        }
        return queues.getFirst()::add;
    }

    @Override
    public void run() {
        try {
            var message = own.take();
            while (!message.receivedBy(index)) {
                next.put(message);
                message = own.take();
            }
            last.complete(message);
        } catch (Throwable e) {
            last.completeExceptionally(e);
        }
    }
}
