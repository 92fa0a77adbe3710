package threadwall.kilim.http.reference;

import java.nio.charset.StandardCharsets;

/** All bytes that a client sends, and how far they are taken. */
final class Input {
    private final String text;
    private int at;

    Input(byte[] bytes) {
        text = new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Ends the parsing of the whole input. */
    static final class Stop extends RuntimeException {
        final transient Outcome outcome;

        Stop(Outcome outcome) {
            super(null, null, false, false);
            this.outcome = outcome;
        }
    }

    static Stop refused(int status) {
        return new Stop(new Outcome.Refused(status, false));
    }

    int at() {
        return at;
    }

    /** Takes CRLF if it stands here. */
    boolean takesLineEnd() {
        boolean takes = text.startsWith("\r\n", at);
        at += takes ? 2 : 0;
        return takes;
    }

    /** Takes CRLF, which must stand here. */
    void takeLineEnd() {
        for (char expected : new char[] {'\r', '\n'}) {
            if (take(1).charAt(0) != expected) {
                throw refused(400);
            }
        }
    }

    /** Takes so many bytes. */
    String take(int count) {
        if (text.length() - at < count) {
            throw new Stop(new Outcome.Incomplete());
        }
        at += count;
        return text.substring(at - count, at);
    }

    /** Looks at a line, whole or as far as it has come, and refuses it. */
    @FunctionalInterface
    interface LineCheck {
        void check(String line, boolean whole);
    }

    /**
     * How far a line may reach.
     *
     * @param end where its CRLF may begin at the latest
     * @param counted bytes of that CRLF that the bound counts: with 2, a head is too long when more bytes than it may
     *     have came without its end; with 0, a line is when more came than it may have and they are not its CRLF
     * @param status when it is exceeded
     */
    record Reach(int end, int counted, int status) {
        boolean isExceeded(String text) {
            return text.length() > end + Math.max(1, counted)
                    || counted == 0 && text.length() > end && text.charAt(end) != '\r';
        }
    }

    /** Takes a line that begins here, without its CRLF. What is wrong with its first bytes comes before its length. */
    String line(Reach reach, LineCheck check) {
        int end = text.indexOf("\r\n", at);
        if (end >= 0 && end <= reach.end) {
            var line = text.substring(at, end);
            check.check(line, true);
            at = end + 2;
            return line;
        }
        boolean exceeded = reach.isExceeded(text);
        int seen = exceeded ? Math.max(at, reach.end + reach.counted) : text.length();
        try {
            check.check(withoutCr(text.substring(at, seen)), false);
        } catch (Stop stop) {
            throw exceeded || !(stop.outcome instanceof Outcome.Refused refusal)
                    ? stop
                    : new Stop(new Outcome.Refused(refusal.status(), true));
        }
        throw exceeded ? refused(reach.status) : new Stop(new Outcome.Incomplete());
    }

    /** Without the CR that may be half of its end. */
    private static String withoutCr(String line) {
        return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    }
}
