package threadwall.kilim.http;

/**
 * A response, not serialised yet.
 *
 * @param content of its JSON body, or a {@link Text}; null = no body
 * @param field one more header field, as a line of ASCII; null = none
 */
public record Response(HttpStatus status, Object content, String field) {
    /** Content that is not JSON, in UTF-8. */
    public record Text(String type, String text) {}

    /** A store that is lost is opened again within this time, if it can be. */
    private static final String RETRY_AFTER = "Retry-After: 5";

    public static Response of(HttpStatus status, Object content) {
        return new Response(status, content, null);
    }

    public static Response ok(Object content) {
        return of(HttpStatus.OK, content);
    }

    /** For now: a client may try again after a few seconds (RFC 9110, section 10.2.3). */
    public static Response unavailable(Object content) {
        return new Response(HttpStatus.UNAVAILABLE, content, RETRY_AFTER);
    }

    /** @param path where the new resource is */
    public static Response created(Object content, String path) {
        return new Response(HttpStatus.CREATED, content, "Location: " + path);
    }

    /** @param methods that are allowed */
    public static Response notAllowed(Object content, String methods) {
        return new Response(HttpStatus.METHOD_NOT_ALLOWED, content, allow(methods));
    }

    /**
     * The answer to {@code OPTIONS *} (RFC 9110, section 9.3.7).
     *
     * @param methods that some route of this server takes
     */
    public static Response options(String methods) {
        return new Response(HttpStatus.OK, null, allow(methods));
    }

    private static String allow(String methods) {
        return "Allow: " + methods;
    }
}
