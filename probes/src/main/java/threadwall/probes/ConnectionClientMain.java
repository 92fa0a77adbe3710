package threadwall.probes;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;

/**
 * Opens connections to 127.0.0.1 one after the other and holds them; the kernel picks the source port. It starts on
 * {@code CONNECT PORT} and counts a connection once the server's byte has arrived. It reports {@code OPEN N NANOS} every
 * hundred, with the time since the first, and {@code FAILED N MESSAGE} when one more is refused or times out.
 */
final class ConnectionClientMain {

    private static final int REPORT_INTERVAL = 100;
    private static final int TIMEOUT_MILLIS = 5_000;

    private ConnectionClientMain() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        var control = ControlChannel.connect(Path.of(arguments[0]));
        int port = Integer.parseInt(control.receive().substring("CONNECT ".length()));
        var server = new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port);
        var held = new ArrayList<Socket>();
        long start = System.nanoTime();
        try {
            while (true) {
                held.add(connect(server));
                if (held.size() % REPORT_INTERVAL == 0) {
                    control.send("OPEN " + held.size() + ' ' + (System.nanoTime() - start));
                }
            }
        } catch (IOException refused) {
            control.send("FAILED " + held.size() + ' ' + refused.getMessage());
        }
        // holds the connections until the tool has read the limits
        control.receive();
    }

    private static Socket connect(InetSocketAddress server) throws IOException {
        var socket = new Socket();
        // close with a reset, so no TIME_WAIT socket disturbs the next measurement
        socket.setSoLinger(true, 0);
        socket.connect(server, TIMEOUT_MILLIS);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        if (socket.getInputStream().read() < 0) {
            throw new IOException("Connection reset");
        }
        return socket;
    }
}
