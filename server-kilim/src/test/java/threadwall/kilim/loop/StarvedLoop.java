package threadwall.kilim.loop;

import java.io.IOException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import threadwall.kilim.io.NioTransport;

/** A program with a loop that never gets memory to queue work. */
final class StarvedLoop {
    private StarvedLoop() {}

    public static void main(String[] arguments) throws IOException {
        var loop = new EventLoop("starved", new NioTransport(), 1_000, new Starved(Integer.MAX_VALUE));
        loop.start(() -> true);
        loop.execute(() -> {});
        LockSupport.park();
    }

    /** A queue whose first additions find no memory. */
    static final class Starved extends ConcurrentLinkedQueue<Runnable> {
        private int failures;

        Starved(int failures) {
            this.failures = failures;
        }

        @Override
        public boolean add(Runnable work) {
            if (failures-- > 0) {
                throw new OutOfMemoryError("Java heap space");
            }
            return super.add(work);
        }
    }
}
