package threadwall.kilim.http;

import threadwall.kilim.http.ParseResult.Incomplete;
import threadwall.kilim.http.ParseResult.Refused;

/**
 * Field lines up to the empty line that ends them (RFC 9112, section 5): of a head, or the trailers of a chunked body.
 * Characters are checked as they arrive, meaning when the line is complete.
 *
 * <p>Positions are relative to the start of the section, because the buffer may move between two calls.
 */
final class FieldSection extends HeadScanner {
    private static final String NOT_A_FIELD = "a header line that is not Name: value";

    private enum State {
        LINE,
        NAME,
        VALUE,
        LF,
        LAST_LF,
        COMPLETE
    }

    private final int maxLines;
    private HeaderFields fields;
    private State state;
    private int lines;
    private int scanned;
    private int name;
    private int colon;

    FieldSection(int maxLines) {
        this.maxLines = maxLines;
    }

    /**
     * Starts a new section.
     *
     * @param from where it starts
     * @param fields receives the lines; null to ignore them
     */
    void begin(int from, HeaderFields fields) {
        this.fields = fields;
        state = State.LINE;
        lines = 0;
        scanned = from;
    }

    /** Bytes consumed so far; the whole section once it is complete. */
    int scanned() {
        return scanned;
    }

    static Refused tooLarge(String what, int limit) {
        return new Refused(HttpStatus.HEADERS_TOO_LARGE, "the " + what + " is longer than " + limit + " bytes");
    }

    /** Consumes the bytes before {@code end}; returns null when the section is complete. */
    ParseResult scan(byte[] bytes, int start, int end) {
        int i = start + scanned;
        while (i < end) {
            i = switch (state) {
                case LINE -> line(bytes[i], start, i);
                case NAME -> name(bytes, start, i, end);
                case VALUE -> value(bytes, i, end);
                case LF -> endOfLine(bytes, start, i);
                case LAST_LF, COMPLETE -> endOfSection(bytes[i], i);
            };
            if (i == REFUSED) {
                return refused();
            }
            if (state == State.COMPLETE) {
                break;
            }
        }
        scanned = i - start;
        return state == State.COMPLETE ? null : Incomplete.INCOMPLETE;
    }

    private int line(byte b, int start, int i) {
        if (b == '\r') {
            state = State.LAST_LF;
            return i + 1;
        }
        if (++lines > maxLines) {
            return refuse(new Refused(HttpStatus.HEADERS_TOO_LARGE, "more than " + maxLines + " header lines"));
        }
        name = i - start;
        state = State.NAME;
        return i;
    }

    private int name(byte[] bytes, int start, int from, int end) {
        int i = Octets.skip(Octets.TOKEN, bytes, from, end);
        if (i == end) {
            return i;
        }
        // this also rejects blanks before the colon, which parsers treat differently (RFC 9112, section 5.1), and
        // before the name, as in obsolete line folding (section 5.2)
        if (bytes[i] != ':' || i - start == name) {
            return refuse(bytes[i], NOT_A_FIELD);
        }
        colon = i - start;
        state = State.VALUE;
        return i + 1;
    }

    private int value(byte[] bytes, int from, int end) {
        int i = Octets.skip(Octets.FIELD_VALUE, bytes, from, end);
        if (i == end) {
            return i;
        }
        if (bytes[i] != '\r') {
            return refuse(bytes[i], NOT_A_FIELD);
        }
        state = State.LF;
        return i + 1;
    }

    private int endOfLine(byte[] bytes, int start, int i) {
        if (bytes[i] != '\n') {
            return refuse(NO_LF);
        }
        state = State.LINE;
        var problem = fields == null ? null : fields.add(bytes, start + name, start + colon, i - 1);
        return problem == null ? i + 1 : refuse(problem);
    }

    private int endOfSection(byte b, int i) {
        if (b != '\n') {
            return refuse(NO_LF);
        }
        state = State.COMPLETE;
        return i + 1;
    }
}
