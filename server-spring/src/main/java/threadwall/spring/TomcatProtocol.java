package threadwall.spring;

import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioEndpoint;

/**
 * Tomcat's HTTP/1.1 with two additions.
 *
 * <p>TCP keepalive: the kernel asks a silent client whether it is still there, and drops the connection if it is not, as
 * kilim's transports do. This shows that a client has closed its connection while it waited for an answer: after its FIN
 * alone, it could still read. Tomcat has {@code soKeepAlive}, but leaves the times to the system, whose default is two
 * hours.
 *
 * <p>{@link #awaitResponses}, for a stop.
 */
public final class TomcatProtocol extends Http11NioProtocol {

    /**
     * Seconds of silence after which the kernel asks, if a connection may not be idle for longer. The reasons are those of the
     * fiber server: {@code threadwall.kilim.io.PeerLiveness}.
     */
    static final int LEAST_SILENCE = 60;

    /** The most that Linux takes for TCP_KEEPIDLE. */
    private static final int MOST_SILENCE = 32_767;

    private static final int PROBE_SECONDS = 1;
    private static final int PROBES = 30;

    /** Tomcat calls it by reflection. */
    public TomcatProtocol() {
        super(new Endpoint());
    }

    /**
     * Waits until no thread works on a connection, so that each response that was begun is written. A worker has the lock
     * of its connection from before it reads the request until after it has written the response ({@code
     * org.apache.tomcat.util.net.SocketProcessorBase.run}).
     *
     * @param limit for all connections together
     * @return false if a thread still works on one at the limit
     */
    boolean awaitResponses(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        for (var connection : getEndpoint().getConnections()) {
            var lock = connection.getLock();
            if (!lock.tryLock(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return false;
            }
            lock.unlock();
        }
        return true;
    }

    private static final class Endpoint extends NioEndpoint {

        Endpoint() {
            getSocketProperties().setSoKeepAlive(true);
        }

        /** Accepted sockets inherit the times. */
        @Override
        protected void initServerSocket() throws Exception {
            super.initServerSocket();
            var listener = (ServerSocketChannel) getServerSocket();
            int idle = Math.ceilDiv(getKeepAliveTimeout(), 1_000);
            listener.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, Math.clamp(idle, LEAST_SILENCE, MOST_SILENCE));
            listener.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, PROBE_SECONDS);
            listener.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
        }
    }
}
