package threadwall.kilim.http;

/**
 * The head of a request, as far as anybody here asks for it.
 *
 * @param rawPath as the client sent it
 * @param path with its percent signs decoded
 * @param query what stands behind the question mark, as sent; null when there is none
 * @param http11 whether it came as HTTP/1.1, not 1.0
 * @param keepAlive whether the client wants the connection to go on
 * @param contentLength bytes of body that follow the head
 * @param expectsContinue whether the client waits for a word before it sends that body
 */
public record Request(
        String method,
        String rawPath,
        String path,
        String query,
        boolean http11,
        boolean keepAlive,
        long contentLength,
        boolean expectsContinue)
        implements Parsed {

    public boolean isHead() {
        return method.equals("HEAD");
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
            if (name.equals(PercentCoding.decodeQuery(query.substring(from, nameEnd)))) {
                var one = nameEnd == to ? "" : PercentCoding.decodeQuery(query.substring(nameEnd + 1, to));
                value = value == null ? one : value + "," + one;
            }
            from = to + 1;
        }
        return value;
    }
}
