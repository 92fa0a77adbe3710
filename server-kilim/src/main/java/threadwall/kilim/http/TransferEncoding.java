package threadwall.kilim.http;

import threadwall.kilim.http.ParseResult.Refused;

/**
 * The codings of a request's body, from all lines of that name (RFC 9112, sections 6.1 and 7). Only {@code chunked} by
 * itself is supported. Lists that end in chunked are 501; in all others the request's end is undefined: 400.
 */
final class TransferEncoding {
    private boolean present;
    private boolean chunked;
    private boolean chunkedIsLast;
    private boolean others;
    private boolean spoiled;

    void clear() {
        present = false;
        chunked = false;
        chunkedIsLast = false;
        others = false;
        spoiled = false;
    }

    boolean isPresent() {
        return present;
    }

    /** Adds a line's value. Empty elements do not count (RFC 9110, section 5.6.1.2). */
    void add(byte[] bytes, int from, int to) {
        present = true;
        for (int at = from; at < to; ) {
            // this also splits at a comma inside a quoted parameter, which is fine: such a list is refused in any case
            int comma = Octets.find(',', bytes, at, to);
            int first = Octets.skip(Octets.BLANK, bytes, at, comma);
            if (first < comma) {
                addCoding(bytes, first, Octets.trimEnd(bytes, first, comma));
            }
            at = comma + 1;
        }
    }

    private void addCoding(byte[] bytes, int from, int to) {
        int semicolon = Octets.find(';', bytes, from, to);
        chunkedIsLast = Octets.are("chunked", bytes, from, Octets.trimEnd(bytes, from, semicolon));
        if (chunkedIsLast) {
            spoiled |= chunked || semicolon < to; // chunked must come once and without parameters
            chunked = true;
        } else {
            others = true;
        }
    }

    /** What is wrong with the list, or null. */
    Refused problem() {
        if (spoiled || !chunkedIsLast) {
            return Refused.bad("a Transfer-Encoding whose last coding is not chunked, once and without parameters");
        }
        return others
                ? new Refused(HttpStatus.NOT_IMPLEMENTED, "the only supported Transfer-Encoding is chunked")
                : null;
    }
}
