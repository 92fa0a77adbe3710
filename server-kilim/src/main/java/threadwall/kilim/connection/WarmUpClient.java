package threadwall.kilim.connection;

import java.nio.charset.StandardCharsets;
import java.util.List;
import threadwall.kilim.io.Buffer;
import threadwall.kilim.io.StreamSocket;
import threadwall.kilim.io.Transport.ReadinessHandler;
import threadwall.kilim.loop.EventLoop;

/**
 * A fake client that sends one request and drops the response. With it the server loads every class on the path of a
 * request before it prints READY. Later there may be no descriptor left to open a class file, and the JVM never retries
 * a class that failed to load.
 */
final class WarmUpClient implements StreamSocket {
    private byte[] request;
    private boolean closed;

    WarmUpClient(String request) {
        this.request = request.getBytes(StandardCharsets.US_ASCII);
    }

    /** Runs a request and a refusal to their ends, and counts neither. Call it on the loop's thread. */
    static void run(EventLoop loop, Route route, ConnectionLimits limits) {
        var rehearsal = new ConnectionRegistry(loop, route, limits, new SharedState(1, Long.MAX_VALUE, null));
        for (var request :
                List.of("GET / HTTP/1.1\r\nHost: rehearsal\r\nConnection: close\r\n\r\n", "no request\r\n")) {
            rehearsal.shared().open().enter();
            var client = new WarmUpClient(request);
            var connection = rehearsal.add(client);
            while (!client.closed) {
                connection.ready(ReadinessHandler.READ);
            }
        }
    }

    @Override
    public void register(ReadinessHandler handler) {}

    @Override
    public void await(int interest) {}

    @Override
    public int read(Buffer into) {
        if (request == null) {
            return ENDED;
        }
        into.put(request);
        int read = request.length;
        request = null;
        return read;
    }

    @Override
    public int write(Buffer from, boolean last) {
        int written = from.length();
        from.use(written);
        return written;
    }

    @Override
    public void endOutput() {}

    @Override
    public String peer() {
        throw new AssertionError("a rehearsal is not logged");
    }

    @Override
    public void close() {
        closed = true;
    }
}
