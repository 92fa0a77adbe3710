package threadwall.store.postgres;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import threadwall.store.FiberData;

/** A program whose connections lose their thread, as by an Error in Netty. It does nothing else, for ever. */
final class EndedEventLoop {
    private EndedEventLoop() {}

    /** @param arguments URL of a database */
    public static void main(String[] arguments) throws InterruptedException {
        var connections = PipelinedConnections.open(arguments[0], 1, Duration.ofMinutes(5), FiberData.MOST_WAITING);
        connections.eventLoop().shutdownGracefully(0, 0, TimeUnit.SECONDS);
        new CountDownLatch(1).await();
    }
}
