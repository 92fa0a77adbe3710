package threadwall.cli.e2e;

import java.io.IOException;
import java.net.BindException;
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
        return free(1);
    }

    /** The first of so many in a row. */
    static int free(int count) throws IOException {
        while (true) {
            int first = NEXT.getAndUpdate(last -> last + 2 * count > LAST ? FIRST : last + count);
            if (areFree(first, count)) {
                return first;
            }
        }
    }

    private static boolean areFree(int first, int count) throws IOException {
        for (int port = first; port < first + count; port++) {
            try (var probe = new ServerSocket()) {
                probe.setReuseAddress(true);
                probe.bind(new InetSocketAddress(port));
            } catch (BindException e) {
                return false; // somebody else's
            }
        }
        return true;
    }
}
