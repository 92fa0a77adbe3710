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

    boolean hasMore() {
        return at < text.length();
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

    /** How much of a line there is. */
    enum Seen {
        PART,
        /** All, and the CR behind it, but no LF. */
        ALL_BUT_LF,
        WHOLE
    }

    /** Looks at a line, without its CRLF, and refuses it. */
    @FunctionalInterface
    interface LineCheck {
        void check(String line, Seen seen);
    }

    /**
     * How far a line may reach.
     *
     * @param end where its CRLF may begin at the latest
     * @param counted bytes of that CRLF that the bound counts. A head, which has both counted, is too long when more
     *     came than it may have; a line, which has none, when more came and what comes first is not its CR
     * @param status when it is exceeded
     */
    record Reach(int end, int counted, int status) {
        boolean isExceeded(String text) {
            return text.length() > end + counted && (counted > 0 || text.charAt(end) != '\r');
        }
    }

    /** Takes a line that begins here, without its CRLF. What is wrong with its first bytes comes before its length. */
    String line(Reach reach, LineCheck check) {
        int end = text.indexOf("\r\n", at);
        if (end >= 0 && end <= reach.end) {
            var line = text.substring(at, end);
            check.check(line, Seen.WHOLE);
            at = end + 2;
            return line;
        }
        boolean exceeded = reach.isExceeded(text);
        int seen = exceeded ? Math.max(at, reach.end + reach.counted) : text.length();
        try {
            if (seen > at && text.charAt(seen - 1) == '\r') {
                check.check(text.substring(at, seen - 1), Seen.ALL_BUT_LF);
                if (exceeded && reach.counted == 0) {
                    throw refused(400); // a CR without its LF stands before the byte that is too many
                }
            } else {
                check.check(text.substring(at, seen), Seen.PART);
            }
        } catch (Stop stop) {
            throw exceeded || !(stop.outcome instanceof Outcome.Refused refusal)
                    ? stop
                    : new Stop(new Outcome.Refused(refusal.status(), true));
        }
        throw exceeded ? refused(reach.status) : new Stop(new Outcome.Incomplete());
    }
}
