package threadwall.server;

import threadwall.server.Answer.Refusal;
import threadwall.store.NewUser;
import tools.jackson.core.JacksonException;

/** What a client sends to /users: a user, or something that is none, and why. */
public sealed interface PostedUser {
    /** The longest body that is read, in bytes. */
    int MOST_BYTES = 64 * 1024;

    /** One that can be stored. */
    record Good(NewUser user) implements PostedUser {}

    /** To be refused with a 400. */
    record Bad(Refusal reason) implements PostedUser {}

    /** Reads a body. What is wrong with it is a value, for an exception in a fiber is dear. */
    static PostedUser read(byte[] body) {
        try (var json = Json.MAPPER.createParser(body)) {
            return new UserReader(json).read();
        } catch (JacksonException e) {
            return new Bad(UserReader.NO_USER);
        }
    }
}
