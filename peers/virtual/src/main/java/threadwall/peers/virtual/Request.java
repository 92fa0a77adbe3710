package threadwall.peers.virtual;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A request's head. Strict where leniency would be a guess: a body, a second Host or a bare line feed is refused.
 *
 * @param keepAlive whether the connection goes on after the answer
 * @param http11 else HTTP/1.0, whose clients expect the end of the connection unless told otherwise
 */
record Request(String method, String path, String query, boolean keepAlive, boolean http11) {

    /** What was sent is no request that this server takes; the message is the reason that the client reads. */
    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        Malformed(String reason) {
            super(reason, null, false, false);
        }
    }

    /** @param head up to its empty line, that excluded; a char is a byte (ISO 8859-1) */
    static Request parse(String head) throws Malformed {
        int end = lineEnd(head, 0);
        int target = head.indexOf(' ') + 1;
        int version = head.lastIndexOf(" HTTP/1.", end);
        if (target < 2 || version <= target || version + " HTTP/1.1".length() != end || head.charAt(target) != '/') {
            throw new Malformed("not a request line");
        }
        char minor = head.charAt(end - 1);
        if (!isVisible(head, 0, target - 1) || !isVisible(head, target, version) || minor != '0' && minor != '1') {
            throw new Malformed("not a request line");
        }
        boolean http11 = minor == '1';
        boolean keepAlive = http11;
        int hosts = 0;
        for (int line = end + 2; line < head.length(); line = end + 2) {
            end = lineEnd(head, line);
            int colon = head.indexOf(':', line);
            if (colon <= line || colon > end || !isVisible(head, line, colon)) {
                throw new Malformed("not a header");
            }
            var value = head.substring(colon + 1, end).strip();
            switch (head.substring(line, colon).toLowerCase(Locale.ROOT)) {
                case "host" -> hosts++;
                case "connection" -> keepAlive = keepAlive(keepAlive, value);
                case "transfer-encoding" -> throw new Malformed("a request with a body");
                case "content-length" -> requireNone(value);
                default -> {}
            }
        }
        if (hosts > 1 || http11 && hosts == 0) {
            throw new Malformed(hosts == 0 ? "no Host" : "more than one Host");
        }
        int query = head.indexOf('?', target);
        boolean hasQuery = query >= 0 && query < version;
        return new Request(
                head.substring(0, target - 1),
                head.substring(target, hasQuery ? query : version),
                hasQuery ? head.substring(query + 1, version) : "",
                keepAlive,
                http11);
    }

    /** The first parameter of that name, as it was sent; null when there is none. */
    String parameter(String name) {
        for (var pair : query.split("&")) {
            if (pair.startsWith(name) && pair.startsWith("=", name.length())) {
                return pair.substring(name.length() + 1);
            }
        }
        return null;
    }

    boolean isHead() {
        return method.equals("HEAD");
    }

    private static boolean keepAlive(boolean before, String options) {
        List<String> words = Arrays.stream(options.toLowerCase(Locale.ROOT).split(","))
                .map(String::strip)
                .toList();
        return (before || words.contains("keep-alive")) && !words.contains("close");
    }

    private static void requireNone(String length) throws Malformed {
        if (!length.equals("0")) {
            throw new Malformed("a request with a body");
        }
    }

    private static int lineEnd(String head, int from) throws Malformed {
        int end = head.indexOf('\r', from);
        end = end < 0 ? head.length() : end;
        for (int i = from; i < end; i++) {
            char c = head.charAt(i);
            if (c < ' ' && c != '\t' || c == 127) {
                throw new Malformed("a control character in the head");
            }
        }
        if (end < head.length() && !head.startsWith("\r\n", end)) {
            throw new Malformed("a carriage return in the head");
        }
        return end;
    }

    private static boolean isVisible(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text.charAt(i) <= ' ' || text.charAt(i) >= 127) {
                return false;
            }
        }
        return true;
    }
}
