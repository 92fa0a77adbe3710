package threadwall.kilim.http;

import java.nio.charset.StandardCharsets;

/** Percent-encoded UTF-8 in paths and queries (RFC 3986, section 2.1). */
final class PercentCoding {
    private PercentCoding() {}

    /** Whether every percent sign has its two hex digits. */
    static boolean isWellFormed(String text) {
        for (int i = text.indexOf('%'); i >= 0; i = text.indexOf('%', i + 1)) {
            if (i + 2 >= text.length() || hex(text.charAt(i + 1)) < 0 || hex(text.charAt(i + 2)) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Of well-formed text. */
    static String decodePath(String text) {
        return text.indexOf('%') < 0 ? text : decode(text);
    }

    /** The same for a query, in which a plus is a space. */
    static String decodeQuery(String text) {
        return decodePath(text.indexOf('+') < 0 ? text : text.replace('+', ' '));
    }

    private static String decode(String text) {
        var bytes = new byte[text.length()];
        int length = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                bytes[length++] = (byte) (hex(text.charAt(i + 1)) << 4 | hex(text.charAt(i + 2)));
                i += 2;
            } else {
                bytes[length++] = (byte) c;
            }
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    /** ASCII digits only, or -1: {@link Character#digit} also takes those of other scripts. */
    private static int hex(char c) {
        return c < 0x80 ? Character.digit(c, 16) : -1;
    }
}
