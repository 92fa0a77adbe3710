package threadwall.resilience;

/**
 * A user that a client stores, with a unique name.
 *
 * @param number from 0, for this client in this round
 */
record NewUserRequest(int round, int client, int number) {

    private static final int AGES = 151;

    /** One user of so many is invalid. */
    private static final int INVALID_EVERY = 16;

    String name() {
        return "%d of client %d, round %d".formatted(number, client, round);
    }

    /** Whether a server must accept it: ages are 0 to 150. */
    boolean isValid() {
        return number % INVALID_EVERY != INVALID_EVERY - 1;
    }

    private int age() {
        return isValid() ? number % AGES : AGES;
    }

    /** The request that stores it. */
    String request() {
        var body = "{\"name\":\"%s\",\"age\":%d}".formatted(name(), age());
        return ("POST /users HTTP/1.1\r\nHost: threadwall\r\nContent-Type: application/json\r\n"
                        + "Content-Length: %d\r\n\r\n%s")
                .formatted(body.length(), body);
    }

    /** The body that {@code GET /users/ID} must return. */
    String stored(int id) {
        return "{\"id\":%d,\"name\":\"%s\",\"age\":%d}".formatted(id, name(), age());
    }
}
