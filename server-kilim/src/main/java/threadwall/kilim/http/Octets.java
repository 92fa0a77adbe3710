package threadwall.kilim.http;

import java.nio.charset.StandardCharsets;

/**
 * The character classes of HTTP's grammar, as tables of 256 entries, so that checking a byte is one look-up. No class
 * contains NUL, CR, LF or DEL.
 */
final class Octets {
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final String DIGITS = "0123456789";

    static final boolean[] DIGIT = of(DIGITS);

    static final boolean[] HEX = of(DIGITS + "abcdefABCDEF");

    /** OWS and BWS are any number of these (RFC 9110, section 5.6.3). */
    static final boolean[] BLANK = of(" \t");

    /** RFC 9110, section 5.6.2: methods, field names, parameter names and values. */
    static final boolean[] TOKEN = of("!#$%&'*+-.^_`|~" + DIGITS + LETTERS);

    /** RFC 9110, section 5.5. Bytes from 0x80 on have no meaning but are allowed. */
    static final boolean[] FIELD_VALUE = of("\t");

    /** RFC 3986, section 3.2.2, without the percent sign, which starts an escape. */
    static final boolean[] REG_NAME = of("-._~!$&'()*+,;=" + DIGITS + LETTERS);

    /**
     * Characters of a query, without the percent sign. Wider than RFC 3986, section 3.4: browsers send [ ] | ^ and
     * others unescaped, and all parsers read them alike.
     */
    static final boolean[] QUERY = new boolean[256];

    /** Characters of a path, without the percent sign. */
    static final boolean[] PATH = new boolean[256];

    /**
     * Characters between {@code http://} and the path, without the percent sign; {@link HostHeader} checks their order.
     */
    static final boolean[] AUTHORITY = of("-._~!$&'()*+,;=:[]" + DIGITS + LETTERS);

    static {
        for (int b = ' '; b < 256; b++) {
            FIELD_VALUE[b] = b != 0x7f;
        }
        for (int b = '!'; b <= '~'; b++) {
            QUERY[b] = b != '#' && b != '%';
            PATH[b] = QUERY[b] && b != '?';
        }
    }

    private Octets() {}

    static boolean[] of(String members) {
        var table = new boolean[256];
        for (char c : members.toCharArray()) {
            table[c] = true;
        }
        return table;
    }

    static boolean has(boolean[] members, byte b) {
        return members[b & 0xff];
    }

    /** The first position that holds no member; {@code to} if there is none. */
    static int skip(boolean[] members, byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && members[bytes[i] & 0xff]) {
            i++;
        }
        return i;
    }

    /** The end of this range without trailing blanks. */
    static int trimEnd(byte[] bytes, int from, int to) {
        int end = to;
        while (end > from && BLANK[bytes[end - 1] & 0xff]) {
            end--;
        }
        return end;
    }

    /** The first position of that byte; {@code to} if there is none. */
    static int find(char b, byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && bytes[i] != b) {
            i++;
        }
        return i;
    }

    /** Whether these bytes equal that lower-case text, ignoring case. */
    static boolean are(String lowerCase, byte[] bytes, int from, int to) {
        if (to - from != lowerCase.length()) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (lower(bytes[i]) != lowerCase.charAt(i - from)) {
                return false;
            }
        }
        return true;
    }

    /** Decodes ISO 8859-1. */
    static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** Only letters change: setting the lower-case bit in every byte would turn CR into a hyphen. */
    static int lower(byte b) {
        return b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b;
    }
}
