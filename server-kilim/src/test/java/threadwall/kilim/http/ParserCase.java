package threadwall.kilim.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import threadwall.kilim.http.ParseResult.Incomplete;
import threadwall.kilim.http.ParseResult.Refused;
import threadwall.kilim.io.Buffer;

/**
 * Input, one character per byte, and what a parser makes of it: requests, then a refusal's status or the progress.
 *
 * @param outcomes requests as {@link #shown} writes them, then 400 or the like, or HEAD or BODY if something is missing
 */
record ParserCase(HttpLimits limits, String bytes, List<String> outcomes) {
    static ParserCase of(String bytes, String... outcomes) {
        return within(HttpLimits.DEFAULT, bytes, outcomes);
    }

    static ParserCase within(HttpLimits limits, String bytes, String... outcomes) {
        return new ParserCase(limits, bytes, List.of(outcomes));
    }

    /** The outcome is the same however the input is split. */
    void check() {
        assertThat(parse(bytes)).as("in one piece").isEqualTo(outcomes);
        assertThat(parse(bytes.split(""))).as("byte by byte").isEqualTo(outcomes);
        for (int i = 1; i < bytes.length(); i++) {
            assertThat(parse(bytes.substring(0, i), bytes.substring(i)))
                    .as("in two pieces, %d bytes first", i)
                    .isEqualTo(outcomes);
        }
    }

    private List<String> parse(String... pieces) {
        var buffer = new Buffer();
        var parser = new RequestParser(buffer, limits, head -> true);
        var outcomes = new ArrayList<String>();
        for (var piece : pieces) {
            buffer.put(piece.getBytes(StandardCharsets.ISO_8859_1));
            var parsed = parser.next();
            while (parsed instanceof Request request) {
                outcomes.add(shown(request));
                parsed = parser.next();
            }
            if (parsed instanceof Refused refused) {
                outcomes.add(Integer.toString(refused.status().code));
                return outcomes;
            }
            assertThat(parsed).isEqualTo(Incomplete.INCOMPLETE);
        }
        if (parser.progress() != RequestProgress.NOTHING) {
            outcomes.add(parser.progress().toString());
        }
        return outcomes;
    }

    /** METHOD rawPath [as path] [?query] [1.0] [close] [: body] */
    private static String shown(Request request) {
        var parts = new ArrayList<>(Arrays.asList(request.method(), request.rawPath()));
        if (request.path() != request.rawPath()) { // the same object unless something was decoded
            parts.add("as " + request.path());
        }
        if (request.query() != null) {
            parts.add("?" + request.query());
        }
        if (!request.http11()) {
            parts.add("1.0");
        }
        if (!request.keepAlive()) {
            parts.add("close");
        }
        if (request.body().length > 0) {
            parts.add(": " + new String(request.body(), StandardCharsets.ISO_8859_1));
        }
        return String.join(" ", parts);
    }

    @Override
    public String toString() {
        var text = bytes.replace("\r", "\\r").replace("\n", "\\n").replaceAll("[^ -~]", "?");
        return outcomes + " " + (text.length() > 100 ? text.substring(0, 100) + "…" : text);
    }
}
