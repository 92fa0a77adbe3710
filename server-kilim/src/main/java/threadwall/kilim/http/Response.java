package threadwall.kilim.http;

/**
 * A response, not serialised yet.
 *
 * @param content of its JSON body; null = no body
 * @param field one more header field, as a line of ASCII; null = none
 */
public record Response(HttpStatus status, Object content, String field) {

    public static Response of(HttpStatus status, Object content) {
        return new Response(status, content, null);
    }

    public static Response ok(Object content) {
        return of(HttpStatus.OK, content);
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
