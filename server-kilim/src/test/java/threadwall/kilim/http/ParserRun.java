package threadwall.kilim.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import threadwall.kilim.http.reference.Outcome;
import threadwall.kilim.io.Buffer;

/**
 * What {@link RequestParser} makes of input that arrives in pieces, as from a connection.
 *
 * @param outcomes requests, then a refusal or "incomplete"
 * @param progress after the last byte; null after a refusal
 * @param awaitsContinue after the last byte; false after a refusal
 */
record ParserRun(List<Outcome> outcomes, RequestProgress progress, boolean awaitsContinue) {

    /**
     * Feeds the bytes.
     *
     * @param lengths of the pieces, from 1, used in rotation; empty for one piece
     */
    static ParserRun of(byte[] bytes, HttpLimits limits, int... lengths) {
        var buffer = new Buffer();
        var parser = new RequestParser(buffer, limits, head -> true);
        var outcomes = new ArrayList<Outcome>();
        int fed = 0;
        for (int piece = 0; ; ) {
            switch (parser.next()) {
                case Request request -> {
                    outcomes.add(asked(request));
                    if (outcomes.size() > bytes.length) {
                        throw new AssertionError("more requests than bytes");
                    }
                }
                case ParseResult.Refused(HttpStatus status, String reason) -> {
                    if (reason.isBlank()) {
                        throw new AssertionError(status + " without a reason");
                    }
                    outcomes.add(new Outcome.Refused(status.code, false));
                    return new ParserRun(outcomes, null, false);
                }
                case ParseResult.Incomplete incomplete -> {
                    if (fed == bytes.length) {
                        outcomes.add(new Outcome.Incomplete());
                        return new ParserRun(outcomes, parser.progress(), parser.awaitsContinue());
                    }
                    int length = lengths.length == 0 ? bytes.length : lengths[piece++ % lengths.length];
                    length = Math.min(length, bytes.length - fed);
                    if (piece % 2 == 1) {
                        buffer.compact(); // as when there is no room; the parser must not depend on absolute positions
                    }
                    buffer.makeRoom(length);
                    System.arraycopy(bytes, fed, buffer.array(), buffer.end(), length);
                    buffer.put(length);
                    fed += length;
                }
            }
        }
    }

    private static Outcome.Asked asked(Request request) {
        return new Outcome.Asked(
                request.method(),
                request.rawPath(),
                request.path(),
                request.query(),
                request.http11(),
                request.keepAlive(),
                new String(request.body(), StandardCharsets.ISO_8859_1));
    }
}
