package threadwall.probes;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;

/**
 * Accepts connections on 127.0.0.1, sends each one byte and holds it. It prints {@code LISTENING PORT}, then {@code
 * FAILED N MESSAGE} when it can accept no more.
 */
final class ConnectionServerMain {

    private static final int BACKLOG = 1024;

    private ConnectionServerMain() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        var control = ControlChannel.connect(Path.of(arguments[0]));
        var held = new ArrayList<SocketChannel>();
        var listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), BACKLOG);
        control.send("LISTENING " + ((InetSocketAddress) listener.getLocalAddress()).getPort());
        try {
            acceptAll(listener, held);
        } catch (IOException refused) {
            control.send("FAILED " + held.size() + ' ' + refused.getMessage());
        }
        // keeps listening until the tool has read the limits
        control.receive();
    }

    private static void acceptAll(ServerSocketChannel listener, ArrayList<SocketChannel> held) throws IOException {
        var acknowledgement = ByteBuffer.wrap(new byte[] {'.'});
        while (true) {
            var connection = listener.accept();
            // close with a reset, so no TIME_WAIT socket disturbs the next measurement
            connection.setOption(StandardSocketOptions.SO_LINGER, 0);
            connection.write(acknowledgement.rewind());
            held.add(connection);
        }
    }
}
