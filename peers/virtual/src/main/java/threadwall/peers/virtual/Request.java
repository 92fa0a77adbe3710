package threadwall.peers.virtual;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A request's head. Whatever is ambiguous or unsupported is refused: a body, a second Host, a bare line feed.
 *
 * @param keepAlive whether the connection stays open after the response
 * @param http11 false = HTTP/1.0, which closes the connection by default
 */
record Request(String method, String path, String query, boolean keepAlive, boolean http11) {

    /** Not a request that this server accepts. The message is the reason sent to the client. */
    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        Malformed(String reason) {
            super(reason, null, false, false);
        }
    }

    /** @param head without its final empty line, as ISO 8859-1 */
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

    /** The first parameter of that name, not decoded; null if there is none. */
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
