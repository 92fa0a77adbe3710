package threadwall.spring;

import java.nio.channels.ServerSocketChannel;
import jdk.net.ExtendedSocketOptions;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioEndpoint;

/**
 * Tomcat's HTTP/1.1 with TCP keepalive: the kernel asks a silent client whether it is still there, and drops the
 * connection if it is not, as kilim's transports do. This shows that a client has closed its connection while it waited
 * for an answer: after its FIN alone, it could still read.
 *
 * <p>Tomcat has {@code soKeepAlive}, but leaves the times to the system, whose default is two hours.
 */
public final class TcpKeepAliveProtocol extends Http11NioProtocol {

    /** Silence after which the kernel asks; those of the fiber server, see {@code threadwall.kilim.io.Transport}. */
    static final int SECONDS = 60;

    private static final int PROBE_SECONDS = 10;
    private static final int PROBES = 3;

    /** Tomcat calls it by reflection. */
    public TcpKeepAliveProtocol() {
        super(new Endpoint());
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
            listener.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, SECONDS);
            listener.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, PROBE_SECONDS);
            listener.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
        }
    }
}
