package threadwall.kilim.http;

import threadwall.server.Answer;
import threadwall.server.Routes;

/**
 * An answer, not yet in bytes.
 *
 * @param content what its JSON body says; null = no body
 * @param field a header field that it has besides those of all answers, as a line of ASCII; null = none
 */
public record Response(Status status, Object content, String field) {

    public static Response ok(Object content) {
        return new Response(Status.OK, content, null);
    }

    /** @param path where it is */
    public static Response created(Object content, String path) {
        return new Response(Status.CREATED, content, "Location: " + path);
    }

    public static Response refusal(Status status, Answer.Refusal reason) {
        return new Response(status, reason, null);
    }

    /** @param methods that are */
    public static Response notAllowed(Answer.Refusal reason, String methods) {
        return new Response(Status.METHOD_NOT_ALLOWED, reason, allow(methods));
    }

    /** To {@code OPTIONS *}: what this server can do at all (RFC 9110, section 9.3.7). */
    public static Response options() {
        return new Response(Status.OK, null, allow(Routes.ALL_METHODS));
    }

    private static String allow(String methods) {
        return "Allow: " + methods;
    }
}
