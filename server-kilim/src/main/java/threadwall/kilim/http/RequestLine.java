package threadwall.kilim.http;

import threadwall.kilim.http.Parsed.Refused;

/**
 * The first line of a request (RFC 9112, section 3).
 *
 * @param query null when there is none
 */
record RequestLine(String method, String rawPath, String path, String query, boolean http11)
        implements Parsed.FirstLine {

    static Parsed.FirstLine parse(String line) {
        int methodEnd = line.indexOf(' ');
        int targetEnd = line.lastIndexOf(' ');
        if (methodEnd <= 0 || targetEnd <= methodEnd + 1 || !HeaderFields.isToken(line, methodEnd)) {
            return bad("the request line is not METHOD TARGET HTTP/1.1");
        }
        var version = line.substring(targetEnd + 1);
        if (!isVersion(version)) {
            return bad("the request line does not end with HTTP/1.1 or HTTP/1.0");
        }
        if (version.charAt(5) != '1') {
            var reason = version + " is not spoken here; use HTTP/1.1 or HTTP/1.0";
            return new Refused(Status.VERSION_NOT_SUPPORTED, reason);
        }
        var target = origin(line.substring(methodEnd + 1, targetEnd));
        if (target == null) {
            return bad("the request target is neither /path, http://host/path nor *");
        }
        int question = target.indexOf('?');
        var rawPath = question < 0 ? target : target.substring(0, question);
        var query = question < 0 ? null : target.substring(question + 1);
        if (!isClean(target) || !PercentCoding.isWellFormed(target)) {
            return bad("the request target has characters that belong percent-encoded");
        }
        var path = PercentCoding.decodePath(rawPath);
        return new RequestLine(line.substring(0, methodEnd), rawPath, path, query, version.charAt(7) != '0');
    }

    /** The target without scheme and host, which proxies' clients send; null if there is no path in it. */
    private static String origin(String target) {
        if (target.startsWith("/") || target.equals("*")) {
            return target;
        }
        if (!target.regionMatches(true, 0, "http://", 0, 7)) {
            return null;
        }
        for (int i = 7; i < target.length(); i++) {
            switch (target.charAt(i)) {
                case '/':
                    return target.substring(i);
                case '?':
                    return "/" + target.substring(i);
                default:
            }
        }
        return "/";
    }

    private static boolean isVersion(String text) {
        return text.length() == 8
                && text.startsWith("HTTP/")
                && isDigit(text.charAt(5))
                && text.charAt(6) == '.'
                && isDigit(text.charAt(7));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isClean(String target) {
        for (int i = 0; i < target.length(); i++) {
            char c = target.charAt(i);
            if (c <= ' ' || c >= 0x7f || c == '#') {
                return false;
            }
        }
        return true;
    }

    private static Refused bad(String reason) {
        return new Refused(Status.BAD_REQUEST, reason);
    }
}
