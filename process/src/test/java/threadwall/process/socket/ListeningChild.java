package threadwall.process.socket;

import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;

/** Listens on a shared port, prints its address, and ends when its standard input closes. */
public final class ListeningChild {

    private ListeningChild() {}

    public static ServerSocketChannel share(String address, int port) throws Exception {
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.INET);
        listener.setOption(StandardSocketOptions.SO_REUSEPORT, true);
        return listener.bind(new InetSocketAddress(address, port));
    }

    /** @param arguments address and port */
    public static void main(String[] arguments) throws Exception {
        try (ServerSocketChannel listener = share(arguments[0], Integer.parseInt(arguments[1]))) {
            System.out.println(listener.getLocalAddress());
            while (System.in.read() >= 0) {}
        }
    }
}
