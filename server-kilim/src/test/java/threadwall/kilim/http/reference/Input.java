package threadwall.kilim.http.reference;

import java.nio.charset.StandardCharsets;

/** All bytes that a client sends, and the position reached. */
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

    /** Consumes CRLF if it is next. */
    boolean takesLineEnd() {
        boolean takes = text.startsWith("\r\n", at);
        at += takes ? 2 : 0;
        return takes;
    }

    /** Consumes CRLF, which must be next. */
    void takeLineEnd() {
        for (char expected : new char[] {'\r', '\n'}) {
            if (take(1).charAt(0) != expected) {
                throw refused(400);
            }
        }
    }

    /** Consumes that many bytes. */
    String take(int count) {
        if (text.length() - at < count) {
            throw new Stop(new Outcome.Incomplete());
        }
        at += count;
        return text.substring(at - count, at);
    }

    /** How much of a line has arrived. */
    enum Seen {
        PART,
        /** All of it and its CR, but no LF. */
        ALL_BUT_LF,
        WHOLE
    }

    /** Checks a line, without its CRLF, and refuses it if it is wrong. */
    @FunctionalInterface
    interface LineCheck {
        void check(String line, Seen seen);
    }

    /**
     * How long a line may be.
     *
     * @param end the last position where its CRLF may begin
     * @param counted bytes of that CRLF that the limit includes. A head includes both, so it is too long when more
     *     bytes than the limit arrive. A line includes none, so it is too long when more bytes arrive and the first of
     *     these is not its CR
     * @param status when the limit is exceeded
     */
    record Reach(int end, int counted, int status) {
        boolean isExceeded(String text) {
            return text.length() > end + counted && (counted > 0 || text.charAt(end) != '\r');
        }
    }

    /** Consumes the next line, without its CRLF. An error in its first bytes takes precedence over its length. */
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
                    throw refused(400); // a CR without LF comes before the byte that exceeds the limit
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
