package threadwall.resilience;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import threadwall.loadgen.http.ClientSleep;
import threadwall.loadgen.http.HttpConnection;

/**
 * Clients that store one user after another, each on a connection of its own, until they are stopped. All use one source address:
 * a port forwarder may distinguish clients by their ports alone, as qemu does.
 */
final class UserWriters {

    private static final int TIMEOUT_MILLIS = 30_000;

    /** Before a retry, when no answer came or the database was unavailable. */
    private static final long RETRY_MILLIS = 20;

    private final WriteLog log;
    private final InetSocketAddress server;
    private final List<Thread> clients = new ArrayList<>();
    private volatile boolean stopped;

    private UserWriters(WriteLog log, InetSocketAddress server) {
        this.log = log;
        this.server = server;
    }

    static UserWriters start(WriteLog log, InetSocketAddress server, int round, int clients) {
        var writers = new UserWriters(log, server);
        for (int i = 0; i < clients; i++) {
            int client = i;
            writers.clients.add(Thread.startVirtualThread(() -> writers.write(round, client)));
        }
        return writers;
    }

    private void write(int round, int client) {
        try {
            for (int number = 0; !stopped; ) {
                try (var connection = HttpConnection.open(server, HeldConnections.source(0), TIMEOUT_MILLIS)) {
                    for (boolean keep = true; keep && !stopped; number++) {
                        keep = store(connection, new NewUserRequest(round, client, number));
                    }
                } catch (IOException e) {
                    ClientSleep.millis(RETRY_MILLIS); // no connection: nothing was sent
                }
            }
        } catch (InterruptedIOException e) {
            // the test ended
        }
    }

    /** Sends a user; whether the connection is still usable. */
    private boolean store(HttpConnection connection, NewUserRequest user) throws InterruptedIOException {
        try {
            connection.send(user.request());
            var response = connection.read(false);
            log.answered(user, response);
            if (response.status() == 503) {
                ClientSleep.millis(RETRY_MILLIS);
            }
            return !response.closes();
        } catch (IOException e) {
            log.unanswered(user);
            ClientSleep.millis(RETRY_MILLIS);
            return false;
        }
    }

    /** Returns when each client has its last answer, or its connection has ended. */
    void stop() throws InterruptedException {
        stopped = true;
        for (var client : clients) {
            client.join();
        }
    }
}
