package threadwall.kilim.http;

/**
 * The value of a Host field: {@code uri-host [ ":" port ]} or empty (RFC 9110, section 7.2; RFC 3986, section 3.2.2).
 * Of a literal in brackets only the characters are checked, not the whole address grammar, because the server never
 * connects to it.
 */
final class HostHeader {
    private static final boolean[] ADDRESS = Octets.of("0123456789abcdefABCDEF:.");
    private static final boolean[] FUTURE_ADDRESS = Octets.REG_NAME.clone();

    static {
        FUTURE_ADDRESS[':'] = true;
    }

    /** "::" */
    private static final int SHORTEST_ADDRESS = 2;

    private static final int NOT_A_HOST = -1;

    private HostHeader() {}

    static boolean isValid(byte[] bytes, int from, int to) {
        int end = from < to && bytes[from] == '[' ? endOfLiteral(bytes, from, to) : endOfName(bytes, from, to);
        return end == to
                || end != NOT_A_HOST && bytes[end] == ':' && Octets.skip(Octets.DIGIT, bytes, end + 1, to) == to;
    }

    private static int endOfName(byte[] bytes, int from, int to) {
        int end = Octets.skip(Octets.REG_NAME, bytes, from, to);
        while (end < to && bytes[end] == '%') {
            boolean encoded =
                    end + 2 < to && Octets.has(Octets.HEX, bytes[end + 1]) && Octets.has(Octets.HEX, bytes[end + 2]);
            if (!encoded) {
                return NOT_A_HOST;
            }
            end = Octets.skip(Octets.REG_NAME, bytes, end + 3, to);
        }
        return end;
    }

    private static int endOfLiteral(byte[] bytes, int from, int to) {
        int first = from + 1;
        int bracket = Octets.find(']', bytes, first, to);
        if (bracket == to) {
            return NOT_A_HOST;
        }
        boolean valid = Octets.lower(bytes[first]) == 'v'
                ? isFutureAddress(bytes, first, bracket)
                : bracket - first >= SHORTEST_ADDRESS && Octets.skip(ADDRESS, bytes, first, bracket) == bracket;
        return valid ? bracket + 1 : NOT_A_HOST;
    }

    /** {@code "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )} */
    private static boolean isFutureAddress(byte[] bytes, int from, int to) {
        int dot = Octets.skip(Octets.HEX, bytes, from + 1, to);
        return dot > from + 1
                && dot + 1 < to
                && bytes[dot] == '.'
                && Octets.skip(FUTURE_ADDRESS, bytes, dot + 1, to) == to;
    }
}
