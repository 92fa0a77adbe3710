package threadwall.kilim.http;

import threadwall.kilim.http.ParseResult.Incomplete;
import threadwall.kilim.http.ParseResult.Refused;
import threadwall.kilim.io.Buffer;

/**
 * The line before a chunk: {@code chunk-size [ chunk-ext ] CRLF} (RFC 9112, section 7.1). Extensions are dropped, but
 * their grammar is checked: parsers that skip them differently enable request smuggling.
 */
final class ChunkLine {
    /** Without its CRLF. */
    static final int LONGEST = 1024;

    private static final int SIZE_DIGITS = 16;

    /** Above every body limit: sizes are cut to it, so they cannot overflow. */
    private static final long LARGEST = 1L << 32;

    private enum State {
        START,
        SIZE,
        BLANK,
        NAME_START,
        NAME,
        NAME_BLANK,
        VALUE_START,
        TOKEN,
        QUOTED,
        ESCAPED,
        QUOTED_END,
        LF,
        COMPLETE,
        BAD
    }

    private State state;
    private int length;
    private int digits;
    private long size;

    void begin() {
        state = State.START;
        length = 0;
        digits = 0;
        size = 0;
    }

    /** Bytes in the chunk, once the line is complete. */
    int size() {
        return (int) size;
    }

    /**
     * Consumes what it can; returns null when the line is complete.
     *
     * @param bodyBytes the largest body allowed
     * @param before bytes of the body in earlier chunks
     */
    ParseResult scan(Buffer buffer, int bodyBytes, int before) {
        byte[] bytes = buffer.array();
        int i = buffer.start();
        int end = buffer.end();
        while (i < end && state != State.COMPLETE) {
            byte b = bytes[i++];
            boolean sizeIsOpen = state == State.SIZE;
            state = next(b);
            if (state == State.SIZE) {
                size = Math.min(size << 4 | Character.digit(b, 16), LARGEST);
                digits++;
            } else if (sizeIsOpen && state != State.BAD && size > bodyBytes - before) {
                return RequestBody.tooLarge(bodyBytes);
            }
            if (state != State.LF && state != State.COMPLETE && ++length > LONGEST) {
                return Refused.bad("a chunk's size line of more than " + LONGEST + " bytes");
            }
            if (state == State.BAD || digits > SIZE_DIGITS) {
                return Refused.bad("a chunk that does not begin with its size and extensions such as ;name=value");
            }
        }
        buffer.use(i - buffer.start());
        return state == State.COMPLETE ? null : Incomplete.INCOMPLETE;
    }

    /** {@code 1*HEXDIG *( BWS ";" BWS token [ BWS "=" BWS ( token / quoted-string ) ] ) CRLF} */
    private State next(byte b) {
        boolean blank = Octets.has(Octets.BLANK, b);
        boolean token = Octets.has(Octets.TOKEN, b);
        return switch (state) {
            case START -> Octets.has(Octets.HEX, b) ? State.SIZE : State.BAD;
            case SIZE -> Octets.has(Octets.HEX, b) ? State.SIZE : behindPart(b);
            case BLANK -> blank ? State.BLANK : b == ';' ? State.NAME_START : State.BAD;
            case NAME_START -> blank ? State.NAME_START : token ? State.NAME : State.BAD;
            case NAME -> token ? State.NAME : blank ? State.NAME_BLANK : b == '=' ? State.VALUE_START : behindPart(b);
            case NAME_BLANK ->
                blank ? State.NAME_BLANK : b == '=' ? State.VALUE_START : b == ';' ? State.NAME_START : State.BAD;
            case VALUE_START -> blank ? State.VALUE_START : token ? State.TOKEN : b == '"' ? State.QUOTED : State.BAD;
            case TOKEN -> token ? State.TOKEN : behindPart(b);
            case QUOTED ->
                switch (b) {
                    case '"' -> State.QUOTED_END;
                    case '\\' -> State.ESCAPED;
                    default -> Octets.has(Octets.FIELD_VALUE, b) ? State.QUOTED : State.BAD;
                };
            case ESCAPED -> Octets.has(Octets.FIELD_VALUE, b) ? State.QUOTED : State.BAD;
            case QUOTED_END -> behindPart(b);
            case LF -> b == '\n' ? State.COMPLETE : State.BAD;
            case COMPLETE, BAD -> State.BAD;
        };
    }

    /** Blanks may precede a semicolon, but not the end of the line. */
    private static State behindPart(byte b) {
        return switch (b) {
            case ';' -> State.NAME_START;
            case ' ', '\t' -> State.BLANK;
            case '\r' -> State.LF;
            default -> State.BAD;
        };
    }
}
