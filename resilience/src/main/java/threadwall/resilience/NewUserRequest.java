package threadwall.resilience;

/**
 * A user that a client asks for; its name is no other's.
 *
 * @param number from 0, of this client in this round
 */
record NewUserRequest(int round, int client, int number) {

    private static final int AGES = 151;

    /** One of so many is refused. */
    private static final int REFUSED_EACH = 16;

    String name() {
        return "%d of client %d, round %d".formatted(number, client, round);
    }

    /** Whether a server has to take it: ages are 0 to 150. */
    boolean valid() {
        return number % REFUSED_EACH != REFUSED_EACH - 1;
    }

    private int age() {
        return valid() ? number % AGES : AGES;
    }

    /** The request that asks for it. */
    String request() {
        var body = "{\"name\":\"%s\",\"age\":%d}".formatted(name(), age());
        return ("POST /users HTTP/1.1\r\nHost: threadwall\r\nContent-Type: application/json\r\n"
                        + "Content-Length: %d\r\n\r\n%s")
                .formatted(body.length(), body);
    }

    /** What {@code GET /users/ID} has to say of it. */
    String stored(int id) {
        return "{\"id\":%d,\"name\":\"%s\",\"age\":%d}".formatted(id, name(), age());
    }
}
