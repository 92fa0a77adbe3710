package threadwall.kilim.http;

import threadwall.server.Answer;

/**
 * An answer, not yet in bytes.
 *
 * @param content what its JSON body says; null = no body
 * @param listsMethods whether it names the methods that are allowed
 */
public record Response(Status status, Object content, boolean listsMethods) {

    public static Response ok(Object content) {
        return new Response(Status.OK, content, false);
    }

    public static Response refusal(Status status, Answer.Refusal reason) {
        return new Response(status, reason, status == Status.METHOD_NOT_ALLOWED);
    }

    /** To {@code OPTIONS *}: what this server can do at all (RFC 9110, section 9.3.7). */
    public static Response options() {
        return new Response(Status.OK, null, true);
    }
}
