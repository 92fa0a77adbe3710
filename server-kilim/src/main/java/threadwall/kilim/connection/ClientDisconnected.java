package threadwall.kilim.connection;

/**
 * Thrown in the fiber of a request whose client has disconnected. It is an Error so that a route's {@code catch
 * (Exception e)} does not swallow it, and a singleton because it carries no information.
 */
public final class ClientDisconnected extends Error {
    static final ClientDisconnected INSTANCE = new ClientDisconnected();

    private ClientDisconnected() {
        super("the client has gone", null, false, false);
    }
}
