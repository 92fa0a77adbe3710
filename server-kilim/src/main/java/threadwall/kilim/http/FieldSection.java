package threadwall.kilim.http;

import threadwall.kilim.http.Parsed.Incomplete;
import threadwall.kilim.http.Parsed.Refused;

/**
 * Field lines up to the empty line that ends them (RFC 9112, section 5): those of a head, or the trailers of a chunked
 * body. A line's characters are checked as they come, its meaning when its CRLF has come.
 *
 * <p>Positions count from the start of head or trailers, as the buffer may move between two calls.
 */
final class FieldSection {
    private static final String NOT_A_FIELD = "a header line that is not Name: value";

    private enum State {
        LINE,
        NAME,
        VALUE,
        LF,
        LAST_LF
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
     * Goes to a new section.
     *
     * @param from where it starts
     * @param fields that learn what the lines mean; null when nobody wants to know
     */
    void begin(int from, HeaderFields fields) {
        this.fields = fields;
        state = State.LINE;
        lines = 0;
        scanned = from;
    }

    /** Bytes behind start that it has taken; the whole head or trailers once it is complete. */
    int scanned() {
        return scanned;
    }

    static Refused tooLarge(String what, int limit) {
        return new Refused(Status.HEADERS_TOO_LARGE, "the " + what + " is longer than " + limit + " bytes");
    }

    /** Takes what there is before {@code end}; returns null when the section is complete. */
    Parsed scan(byte[] bytes, int start, int end) {
        int i = start + scanned;
        while (i < end) {
            switch (state) {
                case LINE:
                    if (bytes[i] == '\r') {
                        state = State.LAST_LF;
                        i++;
                    } else if (++lines > maxLines) {
                        return new Refused(Status.HEADERS_TOO_LARGE, "more than " + maxLines + " header lines");
                    } else {
                        name = i - start;
                        state = State.NAME;
                    }
                    break;
                case NAME:
                    i = Octets.skip(Octets.TOKEN, bytes, i, end);
                    if (i == end) {
                        break;
                    }
                    // among others this refuses blanks before the colon, by which one smuggles (RFC 9112, section
                    // 5.1), and before the name, the obsolete folding of lines (section 5.2)
                    if (bytes[i] != ':' || i - start == name) {
                        return Refused.unexpected(bytes[i], NOT_A_FIELD);
                    }
                    colon = i++ - start;
                    state = State.VALUE;
                    break;
                case VALUE:
                    i = Octets.skip(Octets.FIELD_VALUE, bytes, i, end);
                    if (i == end) {
                        break;
                    }
                    if (bytes[i] != '\r') {
                        return Refused.unexpected(bytes[i], NOT_A_FIELD);
                    }
                    i++;
                    state = State.LF;
                    break;
                default: // LF, LAST_LF
                    if (bytes[i++] != '\n') {
                        return Refused.bad("a CR without its LF");
                    }
                    if (state == State.LAST_LF) {
                        scanned = i - start;
                        return null;
                    }
                    state = State.LINE;
                    var problem = fields == null ? null : fields.add(bytes, start + name, start + colon, i - 2);
                    if (problem != null) {
                        return problem;
                    }
            }
        }
        scanned = i - start;
        return Incomplete.INCOMPLETE;
    }
}
