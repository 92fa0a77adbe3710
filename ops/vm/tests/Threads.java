import java.util.concurrent.CountDownLatch;

/**
 * Starts as many platform threads as asked, all alive at once, and says how many there were: "N threads" and 0, or
 * "N threads, then " what the JVM threw, and 1. Independent of the project's own probe, which it is a check on.
 */
final class Threads {
    public static void main(String[] arguments) {
        int asked = Integer.parseInt(arguments[0]);
        var end = new CountDownLatch(1);
        int started = 0;
        try {
            for (; started < asked; started++) {
                Thread.ofPlatform().daemon().start(() -> {
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
            }
        } catch (OutOfMemoryError e) {
            end.countDown();
            System.out.println(started + " threads, then " + e.getMessage());
            System.exit(1);
        }
        System.out.println(started + " threads");
        System.exit(0);
    }
}
