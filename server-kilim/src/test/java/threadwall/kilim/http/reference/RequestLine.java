package threadwall.kilim.http.reference;

import static threadwall.kilim.http.reference.Input.refused;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import threadwall.kilim.http.reference.Input.Seen;

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

    /** Checks an incomplete line from its start, and refuses the first error. */
    void check(String line, Seen seen) {
        var start = begins(line, seen, Abnf.METHOD);
        if (start == null) {
            return;
        }
        method = start.group(1);
        if (method.equals("CONNECT")) {
            throw refused(501); // RFC 9110, 9.3.6: most origin servers do not implement it
        }
        var rest = line.substring(start.end());
        int targetEnd = target(rest, seen);
        if (targetEnd < 0) {
            return;
        }
        version(rest.substring(targetEnd), seen);
    }

    /** RFC 9112, 3.2. Returns where the version begins; negative if the target is incomplete. */
    private int target(String rest, Seen seen) {
        if (rest.startsWith("*")) { // 3.2.4
            target = new Target("*", null);
            var asterisk = begins(rest, seen, Abnf.ASTERISK_FORM);
            return asterisk == null ? -1 : asterisk.end();
        }
        int authorityEnd = rest.startsWith("/") ? 0 : authority(rest, seen);
        if (authorityEnd < 0) {
            return -1;
        }
        var form = begins(rest.substring(authorityEnd), seen, Abnf.PATH_AND_QUERY);
        if (form == null) {
            return -1;
        }
        // RFC 9110, 4.2.3: an empty path is "/"
        target = new Target(form.group(1) == null ? "/" : form.group(1), form.group(2));
        return authorityEnd + form.end();
    }

    /** RFC 9112, 3.2.2. Returns where it ends; negative if it is incomplete. */
    private static int authority(String rest, Seen seen) {
        if (rest.toLowerCase(Locale.ROOT).startsWith("https://")) {
            throw refused(421); // RFC 9110, 7.4: https must arrive over a secured connection
        }
        var start = begins(rest, seen, Abnf.SCHEME_AND_AUTHORITY);
        if (start != null && !Abnf.AUTHORITY.matcher(start.group(1)).matches()) {
            throw refused(400);
        }
        return start == null ? -1 : start.end();
    }

    private void version(String rest, Seen seen) {
        var version = Abnf.VERSION.matcher(rest);
        if (seen == Seen.PART ? !Abnf.isStartOf(Abnf.VERSION, rest) : !version.matches()) {
            throw refused(400);
        }
        if (seen == Seen.WHOLE) {
            if (!version.group(1).equals("1")) {
                throw refused(505); // RFC 9110, 15.6.6
            }
            if (target.path().equals("*") && !method.equals("OPTIONS")) { // 3.2.4
                throw refused(400);
            }
            http11 = !version.group(2).equals("0"); // RFC 9110, 6.2: as if in the highest minor version
        }
    }

    /** The prefix of a text; null if it may still arrive. */
    private static Matcher begins(String text, Seen seen, Pattern pattern) {
        var matcher = pattern.matcher(text);
        if (matcher.lookingAt()) {
            return matcher;
        }
        if (seen != Seen.PART || !matcher.hitEnd()) {
            throw refused(400);
        }
        return null;
    }
}
