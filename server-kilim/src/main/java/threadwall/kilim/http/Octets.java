package threadwall.kilim.http;

import java.nio.charset.StandardCharsets;

/**
 * The classes of bytes that HTTP's grammar is made of, as tables of 256: one look-up a byte is what a fast parser
 * consists of. Whatever is in none of a rule's classes is refused there; no class has NUL, CR, LF or DEL.
 */
final class Octets {
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final String DIGITS = "0123456789";

    static final boolean[] DIGIT = of(DIGITS);

    static final boolean[] HEX = of(DIGITS + "abcdefABCDEF");

    /** OWS and BWS are any number of these (RFC 9110, section 5.6.3). */
    static final boolean[] BLANK = of(" \t");

    /** RFC 9110, section 5.6.2: methods, names of fields, names and values of parameters. */
    static final boolean[] TOKEN = of("!#$%&'*+-.^_`|~" + DIGITS + LETTERS);

    /** RFC 9110, section 5.5; from 0x80 on they have no meaning, but are taken. */
    static final boolean[] FIELD_VALUE = of("\t");

    /** RFC 3986, section 3.2.2, without the percent sign, which begins three bytes. */
    static final boolean[] REG_NAME = of("-._~!$&'()*+,;=" + DIGITS + LETTERS);

    /**
     * Of a query, but for the percent sign. Wider than RFC 3986, section 3.4: browsers send [ ] | ^ and others as they
     * are, and no two readers can take them differently.
     */
    static final boolean[] QUERY = new boolean[256];

    /** Of a path, but for the percent sign. */
    static final boolean[] PATH = new boolean[256];

    /** Between {@code http://} and the path, but for the percent sign; {@link HostHeader} knows in which order. */
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

    /** The first position from there on that holds no member; {@code to} if all are. */
    static int skip(boolean[] members, byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && members[bytes[i] & 0xff]) {
            i++;
        }
        return i;
    }

    /** The end of what stands between these positions, without the blanks behind it. */
    static int trimEnd(byte[] bytes, int from, int to) {
        int end = to;
        while (end > from && BLANK[bytes[end - 1] & 0xff]) {
            end--;
        }
        return end;
    }

    /** The first position that holds that byte; {@code to} if none does. */
    static int find(char b, byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && bytes[i] != b) {
            i++;
        }
        return i;
    }

    /** Whether these bytes are that text, which is in lower case, whatever the case of theirs. */
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

    /** One character a byte. */
    static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** Of letters only: setting the bit for lower case in all bytes would make a hyphen of a CR. */
    static int lower(byte b) {
        return b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b;
    }
}
