package threadwall.kilim.connection;

/**
 * Ends the fiber of a request whose client has gone: nobody waits for what it waits for. An Error, so that no
 * {@code catch (Exception e)} of a route holds it up, and one for all, as there is nothing to tell of each.
 */
public final class ClientDisconnected extends Error {
    static final ClientDisconnected INSTANCE = new ClientDisconnected();

    private ClientDisconnected() {
        super("the client has gone", null, false, false);
    }
}
