package threadwall.kilim.http.reference;

import static threadwall.kilim.http.reference.Input.refused;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import threadwall.kilim.http.HttpLimits;
import threadwall.kilim.http.reference.Input.Reach;
import threadwall.kilim.http.reference.Input.Seen;
import threadwall.kilim.http.reference.Outcome.Asked;

/**
 * Makes the same decisions as the server's parser, implemented a second time: straight from the RFCs' grammar, with all
 * of the input available. Slow; for tests only.
 */
public final class ReferenceParser {
    private static final int LONGEST_CHUNK_LINE = 1024; // RFC 9112, 7.1.1: ought to limit the length of extensions

    private final Input input;
    private final HttpLimits limits;

    private ReferenceParser(byte[] bytes, HttpLimits limits) {
        input = new Input(bytes);
        this.limits = limits;
    }

    /** The requests in these bytes, then a refusal or "incomplete". */
    public static List<Outcome> parse(byte[] bytes, HttpLimits limits) {
        var parser = new ReferenceParser(bytes, limits);
        var outcomes = new ArrayList<Outcome>();
        try {
            while (true) {
                outcomes.add(parser.request());
            }
        } catch (Input.Stop stop) {
            outcomes.add(stop.outcome);
        }
        return outcomes;
    }

    /** RFC 9112, 2.1. */
    private Asked request() {
        int start = input.at();
        while (input.takesLineEnd()) {} // RFC 9112, 2.2
        int headStart = input.at();
        int room = limits.requestLineBytes() - (headStart - start);
        if (room < 0 || room == 0 && input.hasMore()) {
            throw refused(414);
        }
        var line = new RequestLine();
        input.line(new Reach(headStart + room, 0, 414), line::check);
        var head = new Head(line.http11(), limits);
        fields(headStart, head::take);
        head.check();
        var body = head.isChunked() ? chunkedBody() : input.take(head.contentLength());
        var target = line.target();
        return new Asked(
                line.method(),
                target.path(),
                decoded(target.path()),
                target.query(),
                line.http11(),
                head.keepAlive(),
                body);
    }

    /** Consumes the field lines of a head or of trailers, and the empty line after them. */
    private void fields(int start, Head.FieldTaker taker) {
        for (int count = 0; !input.takesLineEnd(); count++) {
            boolean tooMany = count == limits.headerFields();
            input.line(new Reach(start + limits.headBytes() - 2, 2, 431), (line, seen) -> {
                if (tooMany && !line.isEmpty() && line.charAt(0) != '\r') {
                    throw refused(431);
                }
                var field = Abnf.FIELD_LINE.matcher(line);
                boolean isGood = seen == Seen.PART ? Abnf.isStartOf(Abnf.FIELD_LINE, line) : field.matches();
                if (!isGood && !(line.isEmpty() && seen == Seen.ALL_BUT_LF)) {
                    throw refused(400); // RFC 9112, 5.1: space before the colon; 5.2: obs-fold
                }
                if (seen == Seen.WHOLE) {
                    taker.take(field.group(1), field.group(2).replaceAll("^[ \t]+|[ \t]+$", ""));
                }
            });
        }
        if (input.at() - start > limits.headBytes()) {
            throw refused(431);
        }
    }

    /** RFC 9112, 7.1. */
    private String chunkedBody() {
        var body = new StringBuilder();
        for (int size = chunkSize(body.length()); size > 0; size = chunkSize(body.length())) {
            body.append(input.take(size));
            input.takeLineEnd();
        }
        fields(input.at(), (name, value) -> {}); // RFC 9110, 6.5.1: never merged; here, dropped
        return body.toString();
    }

    private int chunkSize(int before) {
        var line = input.line(new Reach(input.at() + LONGEST_CHUNK_LINE, 0, 400), (start, seen) -> {
            if (start.isEmpty() && seen == Seen.PART) {
                return;
            }
            var size = Abnf.CHUNK_SIZE.matcher(start);
            if (!size.lookingAt()) {
                throw refused(400);
            }
            var extensions = start.substring(size.end());
            boolean ended = extensions.isEmpty() ? seen != Seen.PART : "; \t\r".indexOf(extensions.charAt(0)) >= 0;
            if (ended && isAbove(size.group(1), limits.bodyBytes() - before)) {
                throw refused(413);
            }
            if (seen == Seen.PART
                    ? !Abnf.isStartOf(Abnf.CHUNK_EXT, extensions)
                    : !Abnf.CHUNK_EXT.matcher(extensions).matches()) {
                throw refused(400);
            }
        });
        var size = Abnf.CHUNK_SIZE.matcher(line);
        size.lookingAt();
        return Integer.parseInt(size.group(1), 16);
    }

    private static boolean isAbove(String hexadecimal, int most) {
        return Long.compareUnsigned(Long.parseUnsignedLong(hexadecimal, 16), most) > 0;
    }

    /** RFC 3986, 2.1; the octets are UTF-8. */
    private static String decoded(String path) {
        var octets = new StringBuilder();
        for (int i = 0; i < path.length(); i++) {
            if (path.charAt(i) == '%') {
                octets.append((char) Integer.parseInt(path.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                octets.append(path.charAt(i));
            }
        }
        return new String(octets.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
}
