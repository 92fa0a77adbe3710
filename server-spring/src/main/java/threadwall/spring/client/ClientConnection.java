package threadwall.spring.client;

import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;

/** The two ends of a client's TCP connection, as the server sees them. */
record ClientConnection(InetAddress local, int localPort, InetAddress remote, int remotePort) {

    /** Must be called while the request has a Tomcat thread. Tomcat gives addresses as literals, so no name is resolved. */
    static ClientConnection of(HttpServletRequest request) {
        return new ClientConnection(
                InetAddress.ofLiteral(request.getLocalAddr()),
                request.getLocalPort(),
                InetAddress.ofLiteral(request.getRemoteAddr()),
                request.getRemotePort());
    }
}
