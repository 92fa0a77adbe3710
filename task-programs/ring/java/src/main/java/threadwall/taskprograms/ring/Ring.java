package threadwall.taskprograms.ring;

import java.util.concurrent.CompletableFuture;
import kilim.Scheduler;

/**
 * Passes one message around a ring of tasks, each of which receives it and sends it to the next. After a second of
 * warm-up it counts the receipts.
 *
 * <pre>ring-java {threads|virtual|kilim} N SECONDS WORKERS</pre>
 *
 * One line of JSON on stdout; exit code 1 when a task failed or could not be started, 2 for wrong arguments.
 */
public final class Ring {
    private Ring() {}

    public static void main(String[] words) {
        Arguments asked;
        try {
            asked = Arguments.parse(words);
        } catch (IllegalArgumentException e) {
            System.err.println("ring-java: " + e.getMessage());
            System.exit(2);
            return;
        }
        try {
            run(asked);
        } catch (Throwable e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
        System.exit(0);
    }

    private static void run(Arguments asked) {
        var last = new CompletableFuture<Message>();
        long began = System.nanoTime();
        var first = start(asked, last);
        long sent = System.nanoTime();
        first.send(new Message(asked.seconds()));
        var counted = last.join().json();
        System.out.println("{\"tasks\":" + asked.tasks() + ",\"startMillis\":" + (sent - began) / 1000 / 1000.0 + ","
                + counted + "}");
    }

    /** Starts the tasks; what is returned sends to the first. */
    private static Channel start(Arguments asked, CompletableFuture<Message> last) {
        return switch (asked.kind()) {
            case "threads" -> ThreadMember.startAll(asked.tasks(), Thread.ofPlatform(), last);
            case "virtual" -> {
                // read when the first virtual thread starts
                System.setProperty("jdk.virtualThreadScheduler.parallelism", Integer.toString(asked.workers()));
                yield ThreadMember.startAll(asked.tasks(), Thread.ofVirtual(), last);
            }
            case "kilim" -> FiberMember.startAll(asked.tasks(), Scheduler.make(asked.workers()), last);
            default -> throw new IllegalArgumentException(asked.kind());
        };
    }

    /** Sends to a task, from a thread that is not in the ring. */
    @FunctionalInterface
    interface Channel {
        void send(Message message);
    }
}
