package threadwall.process.socket;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** A listener and connections to it, all in this JVM. */
public final class Connections implements AutoCloseable {

    final ServerSocketChannel listener;
    public final int port;

    /** Our end of each connection, in the order they were opened. */
    public final List<SocketChannel> clients = new ArrayList<>();

    /** The server's end of each. */
    public final List<SocketChannel> served = new ArrayList<>();

    private Connections(ServerSocketChannel listener, InetSocketAddress at, int backlog) throws IOException {
        this.listener = listener;
        listener.bind(at, backlog);
        this.port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
    }

    /** An AF_INET listener; without the family Java creates AF_INET6 sockets, even for IPv4 addresses. */
    public static Connections v4(String address, int backlog) throws IOException {
        return new Connections(
                ServerSocketChannel.open(StandardProtocolFamily.INET),
                new InetSocketAddress(InetAddress.getByName(address), 0),
                backlog);
    }

    /** A listener on ::, which takes both families. */
    public static Connections dualStack() throws IOException {
        return new Connections(ServerSocketChannel.open(), new InetSocketAddress(0), 50);
    }

    /** Opens an IPv4 connection and accepts it. */
    public void open(String source, String destination) throws IOException {
        connect(source, destination);
        served.add(listener.accept());
    }

    /** Opens an IPv4 connection that stays in the accept queue. */
    public void connect(String source, String destination) throws IOException {
        SocketChannel client = SocketChannel.open(StandardProtocolFamily.INET);
        clients.add(client);
        client.bind(new InetSocketAddress(InetAddress.getByName(source), 0));
        client.connect(new InetSocketAddress(InetAddress.getByName(destination), port));
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel client : clients) {
            client.close();
        }
        for (SocketChannel end : served) {
            end.close();
        }
        listener.close();
    }
}
