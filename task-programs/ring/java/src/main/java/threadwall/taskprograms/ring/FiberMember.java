package threadwall.taskprograms.ring;

import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import kilim.Mailbox;
import kilim.Pausable;
import kilim.Scheduler;
import kilim.Task;

/** One of a ring of Kilim tasks, with Kilim's mailboxes of one place. */
final class FiberMember extends Task<Void> {
    private final int index;
    private final Mailbox<Message> own;
    private final Mailbox<Message> next;

    /** Completed with the message when its time is over. */
    private final CompletableFuture<Message> last;

    private FiberMember(int index, Mailbox<Message> own, Mailbox<Message> next, CompletableFuture<Message> last) {
        this.index = index;
        this.own = own;
        this.next = next;
        this.last = last;
    }

    static Ring.Channel startAll(int tasks, Scheduler scheduler, CompletableFuture<Message> last) {
        scheduler.setLogger((source, problem) -> last.completeExceptionally(
                problem instanceof Throwable thrown ? thrown : new IllegalStateException(source + ": " + problem)));
        var mailboxes =
                Stream.generate(() -> new Mailbox<Message>(1, 1)).limit(tasks).toList();
        for (int i = 0; i < tasks; i++) {
            new FiberMember(i, mailboxes.get(i), mailboxes.get((i + 1) % tasks), last)
                    .setScheduler(scheduler)
                    .start();
        }
        return mailboxes.getFirst()::putb;
    }

    @Override
    public void execute() throws Pausable {
        var message = own.get();
        while (!message.receivedBy(index)) {
            next.put(message);
            message = own.get();
        }
        last.complete(message);
    }
}
