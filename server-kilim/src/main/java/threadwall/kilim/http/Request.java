package threadwall.kilim.http;

/**
 * A request, reduced to what this server uses.
 *
 * @param method as sent; common methods are interned literals
 * @param rawPath as sent
 * @param path percent-decoded as UTF-8; the same object as {@code rawPath} if nothing is encoded
 * @param query after the question mark, as sent; null without one
 * @param http11 whether it came as HTTP/1.1, not 1.0
 * @param keepAlive whether the client wants to keep the connection open
 * @param contentType as sent; null if the field is missing or repeated
 * @param body never null; empty if the route does not read it; must not be modified
 */
public record Request(
        String method,
        String rawPath,
        String path,
        String query,
        boolean http11,
        boolean keepAlive,
        String contentType,
        byte[] body)
        implements ParseResult {
    private static final int SHORT_QUERY = 256;

    Request with(byte[] body) {
        return new Request(method, rawPath, path, query, http11, keepAlive, contentType, body);
    }

    /** What a response depends on: the same, without a body or a long query. */
    public Request forResponse() {
        return body.length == 0 && (query == null || query.length() <= SHORT_QUERY)
                ? this
                : new Request(method, rawPath, path, null, http11, keepAlive, contentType, RequestBody.EMPTY);
    }

    public boolean isHead() {
        return method.equals("HEAD");
    }

    public boolean posts() {
        return method.equals("POST");
    }

    /** Whether the method is GET or HEAD. */
    public boolean reads() {
        return method.equals("GET") || isHead();
    }

    /**
     * The decoded value of a parameter. Repeated parameters are joined by commas, as in Spring.
     *
     * @return null if it is missing
     */
    public String parameter(String name) {
        if (query == null) {
            return null;
        }
        String value = null;
        for (int from = 0; from <= query.length(); ) {
            int ampersand = query.indexOf('&', from);
            int to = ampersand < 0 ? query.length() : ampersand;
            int equals = query.indexOf('=', from);
            int nameEnd = equals < 0 || equals > to ? to : equals;
            if (PercentCoding.isInQuery(name, query, from, nameEnd)) {
                var one = nameEnd == to ? "" : PercentCoding.decodeQuery(query.substring(nameEnd + 1, to));
                value = value == null ? one : value + "," + one;
            }
            from = to + 1;
        }
        return value;
    }
}
