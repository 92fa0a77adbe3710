package threadwall.resilience;

import java.io.IOException;

/** The most sockets at a server's port, looked at twice a second: a look at 10,000 takes 10 ms of a core. */
final class SocketPeak implements AutoCloseable {

    private static final long LOOK_MILLIS = 500;

    private final ServerUnderTest victim;
    private final Thread thread;
    private volatile long peak;
    private volatile IOException failure;

    SocketPeak(ServerUnderTest victim) {
        this.victim = victim;
        thread = Thread.ofPlatform().daemon().name("peak-sockets").start(this::look);
    }

    private void look() {
        try {
            while (true) {
                peak = Math.max(peak, victim.connections());
                Thread.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // told to end
        } catch (IOException e) {
            failure = e;
        }
    }

    /** Looks a last time and stops: what is there now counts, however short the attack was. */
    long finish() throws IOException, InterruptedException {
        close();
        thread.join();
        if (failure != null) {
            throw failure;
        }
        return Math.max(peak, victim.connections());
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
