package threadwall.kilim.http;

import threadwall.kilim.http.ParseResult.Incomplete;
import threadwall.kilim.http.ParseResult.Refused;
import threadwall.kilim.io.Buffer;

/**
 * A chunked body: chunks, each after its size, up to one of size 0; then trailer fields, which are checked and dropped
 * (RFC 9112, section 7.1).
 */
final class ChunkedBody {
    private enum State {
        LINE,
        DATA,
        CR,
        LF,
        TRAILERS
    }

    private final HttpLimits limits;
    private final ChunkLine line = new ChunkLine();
    private final FieldSection trailers;
    private State state;

    /** Bytes of the current chunk that have not arrived. */
    private int missing;

    ChunkedBody(HttpLimits limits) {
        this.limits = limits;
        trailers = new FieldSection(limits.headerFields());
    }

    void begin() {
        state = State.LINE;
        line.begin();
    }

    /** Consumes what it can; returns null when the body is complete. */
    ParseResult scan(Buffer buffer, RequestBody body) {
        while (!buffer.isEmpty()) {
            switch (state) {
                case LINE:
                    var parsed = line.scan(buffer, limits.bodyBytes(), body.length());
                    if (parsed != null) {
                        return parsed;
                    }
                    missing = line.size();
                    state = missing > 0 ? State.DATA : State.TRAILERS;
                    trailers.begin(0, null);
                    break;
                case DATA:
                    missing -= body.take(buffer, missing, limits.bodyBytes());
                    state = missing > 0 ? State.DATA : State.CR;
                    break;
                case CR:
                    if (buffer.at(0) != '\r') {
                        return longer();
                    }
                    buffer.use(1);
                    state = State.LF;
                    break;
                case LF:
                    if (buffer.at(0) != '\n') {
                        return longer();
                    }
                    buffer.use(1);
                    begin();
                    break;
                default: // TRAILERS
                    return trailers(buffer);
            }
        }
        return Incomplete.INCOMPLETE;
    }

    /** Like a head, trailers stay in the buffer until they are complete. */
    private ParseResult trailers(Buffer buffer) {
        int start = buffer.start();
        int end = start + Math.min(buffer.length(), limits.headBytes());
        var parsed = trailers.scan(buffer.array(), start, end);
        if (parsed == null) {
            buffer.use(trailers.scanned());
        } else if (parsed == Incomplete.INCOMPLETE && end < buffer.end()) {
            return FieldSection.tooLarge("trailer section", limits.headBytes());
        }
        return parsed;
    }

    private static Refused longer() {
        return Refused.bad("a chunk that is longer than its size");
    }
}
