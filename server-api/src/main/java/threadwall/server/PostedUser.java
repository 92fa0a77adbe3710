package threadwall.server;

import threadwall.server.Answer.Refusal;
import threadwall.store.NewUser;
import tools.jackson.core.JacksonException;

/** The body of POST /users: a valid user, or why it is refused. */
public sealed interface PostedUser {
    /** The longest body accepted, in bytes. */
    int MOST_BYTES = 64 * 1024;

    /** A user that can be stored. */
    record Good(NewUser user) implements PostedUser {}

    /** Refused with a 400. */
    record Bad(Refusal reason) implements PostedUser {}

    /** Parses a body. Errors are values, because exceptions in a fiber are expensive. */
    static PostedUser read(byte[] body) {
        try (var json = Json.MAPPER.createParser(body)) {
            return new UserReader(json).read();
        } catch (JacksonException e) {
            return new Bad(UserReader.NO_USER);
        }
    }
}
