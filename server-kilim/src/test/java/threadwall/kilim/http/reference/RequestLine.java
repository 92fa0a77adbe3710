package threadwall.kilim.http.reference;

import static threadwall.kilim.http.reference.Input.refused;

/** RFC 9112, 3: method SP request-target SP HTTP-version. */
final class RequestLine {
    private String method;
    private Target target;
    private boolean http11;

    /** @param query null without a question mark */
    record Target(String path, String query) {}

    String method() {
        return method;
    }

    Target target() {
        return target;
    }

    boolean http11() {
        return http11;
    }

    /** Refuses what stands first, as far as the line has come. */
    void check(String line, boolean whole) {
        var start = Abnf.METHOD_AND_TARGET.matcher(line);
        if (!start.lookingAt()) {
            if (whole || !start.hitEnd()) {
                throw refused(400);
            }
            return;
        }
        method = start.group(1);
        target = target(start.group(2));
        var rest = line.substring(start.end());
        var version = Abnf.VERSION.matcher(rest);
        if (whole ? !version.matches() : !Abnf.isStartOf(Abnf.VERSION, rest)) {
            throw refused(400);
        }
        if (whole) {
            if (!version.group(1).equals("1")) {
                throw refused(505); // RFC 9110, 15.6.6
            }
            http11 = !version.group(2).equals("0"); // RFC 9110, 6.2: as if in the highest minor version
        }
    }

    /** RFC 9112, 3.2. */
    private Target target(String text) {
        if (method.equals("CONNECT")) { // RFC 9110, 9.3.6: a port is needed; and it is not implemented
            throw refused(Abnf.AUTHORITY_FORM.matcher(text).matches() ? 501 : 400);
        }
        if (text.equals("*") && method.equals("OPTIONS")) { // 3.2.4
            return new Target("*", null);
        }
        var origin = Abnf.ORIGIN_FORM.matcher(text);
        if (origin.matches()) {
            return new Target(origin.group(1), origin.group(2));
        }
        var absolute = Abnf.ABSOLUTE_FORM.matcher(text);
        if (absolute.matches() && Abnf.AUTHORITY.matcher(absolute.group(1)).matches()) {
            // RFC 9110, 4.2.3: an empty path is "/"
            return new Target(absolute.group(2) == null ? "/" : absolute.group(2), absolute.group(3));
        }
        throw refused(400);
    }
}
