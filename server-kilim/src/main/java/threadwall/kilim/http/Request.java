package threadwall.kilim.http;

/**
 * A request, as far as anybody here asks for it.
 *
 * @param method as sent; one that is often seen is the same object as its literal
 * @param rawPath as the client sent it
 * @param path with its percent signs decoded, as UTF-8; the same object when there are none
 * @param query what stands behind the question mark, as sent; null when there is none
 * @param http11 whether it came as HTTP/1.1, not 1.0
 * @param keepAlive whether the client wants the connection to go on
 * @param contentType as sent; null if it is missing, or there more than once
 * @param body never null; not to be changed
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

    Request with(byte[] body) {
        return new Request(method, rawPath, path, query, http11, keepAlive, contentType, body);
    }

    public boolean isHead() {
        return method.equals("HEAD");
    }

    public boolean posts() {
        return method.equals("POST");
    }

    /** Whether it is one of the methods that read. */
    public boolean reads() {
        return method.equals("GET") || isHead();
    }

    /**
     * A parameter's decoded value; several of that name are joined by commas, as Spring joins them.
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
