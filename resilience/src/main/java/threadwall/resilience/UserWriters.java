package threadwall.resilience;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * Clients that ask for one user after the other, each on a connection of its own, until they are told to stop. All are at one
 * address: who forwards a port may tell them apart by their ports alone, as qemu does.
 */
final class UserWriters {

    private static final int PATIENCE_MILLIS = 30_000;

    /** Before the next try, after an answer that did not come or said that the database is gone. */
    private static final long REST_MILLIS = 20;

    private final WriteLog ledger;
    private final InetSocketAddress server;
    private final List<Thread> clients = new ArrayList<>();
    private volatile boolean stopped;

    private UserWriters(WriteLog ledger, InetSocketAddress server) {
        this.ledger = ledger;
        this.server = server;
    }

    static UserWriters start(WriteLog ledger, InetSocketAddress server, int round, int clients) {
        var writers = new UserWriters(ledger, server);
        for (int i = 0; i < clients; i++) {
            int client = i;
            writers.clients.add(Thread.startVirtualThread(() -> writers.write(round, client)));
        }
        return writers;
    }

    private void write(int round, int client) {
        try {
            for (int number = 0; !stopped; ) {
                try (var wire = RawHttpConnection.open(server, HeldConnections.source(0), PATIENCE_MILLIS, 0)) {
                    for (boolean stay = true; stay && !stopped; number++) {
                        stay = ask(wire, new NewUserRequest(round, client, number));
                    }
                } catch (IOException e) {
                    RetryDelay.millis(REST_MILLIS); // no connection: nothing was asked
                }
            }
        } catch (InterruptedIOException e) {
            // the test ended
        }
    }

    /** Whether the connection is good for another. */
    private boolean ask(RawHttpConnection wire, NewUserRequest user) throws InterruptedIOException {
        try {
            wire.send(user.request());
            var reply = wire.read(false);
            ledger.answered(user, reply);
            if (reply.status() == 503) {
                RetryDelay.millis(REST_MILLIS);
            }
            return !reply.closes();
        } catch (IOException e) {
            ledger.unanswered(user);
            RetryDelay.millis(REST_MILLIS);
            return false;
        }
    }

    /** Returns when the last answer has come that was under way, or the connection has ended. */
    void stop() throws InterruptedException {
        stopped = true;
        for (var client : clients) {
            client.join();
        }
    }
}
