package threadwall.cli.e2e;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/** Ports for servers that a sweep starts: below the range from which Linux takes those of outgoing connections. */
final class Ports {

    private static final int FIRST = 21_000;
    private static final int LAST = 29_999;
    private static final AtomicInteger NEXT =
            new AtomicInteger(FIRST + (int) (ProcessHandle.current().pid() % 89) * 100);

    private Ports() {}

    /** One at which nobody listens now, on any address. */
    static int free() throws IOException {
        while (true) {
            int port = NEXT.getAndUpdate(last -> last == LAST ? FIRST : last + 1);
            try (var probe = new ServerSocket()) {
                probe.setReuseAddress(true);
                probe.bind(new InetSocketAddress(port));
                return port;
            } catch (java.net.BindException e) {
                // somebody else's; the next
            }
        }
    }
}
