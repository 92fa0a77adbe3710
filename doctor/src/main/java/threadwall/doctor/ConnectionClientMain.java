package threadwall.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;

/**
 * {@code CONNECT PORT} has it open connections to 127.0.0.1 one after the other, each counted once the server's byte has
 * come, and hold them; the kernel picks the source. {@code OPEN N NANOS} now and then, with the time since the first, and
 * {@code FAILED N MESSAGE} when one more is refused or takes too long.
 */
final class ConnectionClientMain {

    private static final int TELL_EVERY = 100;
    private static final int PATIENCE_MILLIS = 5_000;

    private ConnectionClientMain() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        var control = ControlChannel.connect(Path.of(arguments[0]));
        int port = Integer.parseInt(control.next().substring("CONNECT ".length()));
        var server = new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port);
        var held = new ArrayList<Socket>();
        long start = System.nanoTime();
        try {
            while (true) {
                held.add(connection(server));
                if (held.size() % TELL_EVERY == 0) {
                    control.say("OPEN " + held.size() + ' ' + (System.nanoTime() - start));
                }
            }
        } catch (IOException wall) {
            control.say("FAILED " + held.size() + ' ' + wall.getMessage());
        }
        // until the tool has looked at it
        control.next();
    }

    private static Socket connection(InetSocketAddress server) throws IOException {
        var socket = new Socket();
        // closed by a reset, which leaves no TIME_WAIT to whoever measures next
        socket.setSoLinger(true, 0);
        socket.connect(server, PATIENCE_MILLIS);
        socket.setSoTimeout(PATIENCE_MILLIS);
        if (socket.getInputStream().read() < 0) {
            throw new IOException("Connection reset");
        }
        return socket;
    }
}
