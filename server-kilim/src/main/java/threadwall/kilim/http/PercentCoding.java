package threadwall.kilim.http;

import java.nio.charset.StandardCharsets;

/** Percent-encoded UTF-8 in paths and queries (RFC 3986, section 2.1). */
final class PercentCoding {
    private PercentCoding() {}

    /** Decodes well-formed text, as the parser guarantees. Invalid UTF-8 becomes U+FFFD. */
    static String decode(String text) {
        var bytes = new byte[text.length()];
        int length = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                bytes[length++] =
                        (byte) (Character.digit(text.charAt(i + 1), 16) << 4 | Character.digit(text.charAt(i + 2), 16));
                i += 2;
            } else {
                bytes[length++] = (byte) c;
            }
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    /** The same for a query, where a plus is a space. */
    static String decodeQuery(String text) {
        var spaced = text.indexOf('+') < 0 ? text : text.replace('+', ' ');
        return spaced.indexOf('%') < 0 ? spaced : decode(spaced);
    }

    /** Whether [from, to) of a query, decoded, equals that text. Allocates only if something is encoded. */
    static boolean isInQuery(String text, String query, int from, int to) {
        for (int i = from; i < to; i++) {
            if (query.charAt(i) == '%' || query.charAt(i) == '+') {
                return text.equals(decodeQuery(query.substring(from, to)));
            }
        }
        return to - from == text.length() && query.startsWith(text, from);
    }
}
