package threadwall.doctor;

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
 * Accepts on 127.0.0.1, sends each connection one byte and holds it: {@code LISTENING PORT}, then {@code FAILED N MESSAGE}
 * when it can accept no more.
 */
final class ConnectionServerMain {

    private static final int BACKLOG = 1024;

    private ConnectionServerMain() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        var control = ControlChannel.connect(Path.of(arguments[0]));
        var held = new ArrayList<SocketChannel>();
        var listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), BACKLOG);
        control.say("LISTENING " + ((InetSocketAddress) listener.getLocalAddress()).getPort());
        try {
            acceptAll(listener, held);
        } catch (IOException wall) {
            control.say("FAILED " + held.size() + ' ' + wall.getMessage());
        }
        // listening all the while, until the tool has looked at it
        control.next();
    }

    private static void acceptAll(ServerSocketChannel listener, ArrayList<SocketChannel> held) throws IOException {
        var acknowledgement = ByteBuffer.wrap(new byte[] {'.'});
        while (true) {
            var connection = listener.accept();
            // closed by a reset, which leaves no TIME_WAIT to whoever measures next
            connection.setOption(StandardSocketOptions.SO_LINGER, 0);
            connection.write(acknowledgement.rewind());
            held.add(connection);
        }
    }
}
