package threadwall.resilience;

import java.io.IOException;

/** Samples the number of sockets at a server's port twice a second and keeps the highest; 10,000 sockets take 10 ms of CPU. */
final class SocketPeakSampler implements AutoCloseable {

    private static final long POLL_MILLIS = 500;

    private final ServerUnderTest server;
    private final Thread thread;
    private volatile long peak;
    private volatile IOException failure;

    SocketPeakSampler(ServerUnderTest server) {
        this.server = server;
        thread = Thread.ofPlatform().daemon().name("peak-sockets").start(this::sample);
    }

    private void sample() {
        try {
            while (true) {
                peak = Math.max(peak, server.connections());
                Thread.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // by close()
        } catch (IOException e) {
            failure = e;
        }
    }

    /** Stops and takes a last sample, so that there is one however short the attack was. */
    long finish() throws IOException, InterruptedException {
        close();
        thread.join();
        if (failure != null) {
            throw failure;
        }
        return Math.max(peak, server.connections());
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
