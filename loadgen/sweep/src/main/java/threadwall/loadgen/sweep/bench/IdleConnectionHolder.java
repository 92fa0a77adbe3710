package threadwall.loadgen.sweep.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import threadwall.loadgen.http.ExpectedResponse;
import threadwall.loadgen.http.HttpConnection;

/**
 * Opens keep-alive connections one after another and makes one request on each. Then it prints
 * {@code READY {"open":N}} and holds them until it is killed. It is a process of its own because descriptors are
 * limited per process.
 *
 * <p>Arguments: HOST PORT CONNECTIONS SOURCE..., where connections use the source addresses in turn.
 */
final class IdleConnectionHolder {

    private static final int TIMEOUT_MILLIS = 30_000;

    private IdleConnectionHolder() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        var server = new InetSocketAddress(InetAddress.getByName(arguments[0]), Integer.parseInt(arguments[1]));
        int connections = Integer.parseInt(arguments[2]);
        var sources = List.of(arguments).subList(3, arguments.length);
        var held = new ArrayList<HttpConnection>(connections);
        try {
            while (held.size() < connections) {
                var source = InetAddress.getByName(sources.get(held.size() % sources.size()));
                held.add(HttpConnection.open(server, source, TIMEOUT_MILLIS));
                request(held.getLast(), server);
            }
        } catch (IOException e) {
            System.err.printf("connection %,d of %,d failed: %s%n", held.size(), connections, e.getMessage());
            System.exit(1);
        }
        System.out.println("READY {\"open\":" + connections + "}");
        Thread.currentThread().join();
    }

    private static void request(HttpConnection connection, InetSocketAddress server) throws IOException {
        connection.resetOnClose(); // leaves no TIME_WAIT to the next measurement
        connection.send(
                "GET /json HTTP/1.1\r\nHost: %s:%d\r\n\r\n".formatted(server.getHostString(), server.getPort()));
        var response = connection.read(false);
        var fault = ExpectedResponse.hello().faultIn(response);
        if (fault.isPresent() || response.closes()) {
            throw new IOException(
                    "wrong answer to /json on a kept connection: " + fault.orElse("the server closes the connection"));
        }
    }
}
