package threadwall.loadgen.http;

import java.util.Optional;
import java.util.regex.Pattern;
import threadwall.process.PreconditionException;

/**
 * Path and query that a load requests, and what they tell about the answer.
 *
 * @param text as typed: {@code /json2?time=100}
 */
public record RequestRoute(String text) {

    private static final Pattern SLEEP = Pattern.compile("(/json2\\?(?:[^#]*&)?time=)(\\d{1,9})((?:[&#].*)?)");

    private static final Pattern ROW = Pattern.compile("/db2(?:\\?max=(\\d{1,10}))?");

    /**
     * @throws PreconditionException (usage) when it is not an absolute path, has characters that end a request line, or an id
     *     that no table has
     */
    public static RequestRoute of(String text) throws PreconditionException {
        if (!isPath(text)) {
            throw PreconditionException.usage("--route '%s' is not a path such as '/json2?time=100'", text);
        }
        var route = new RequestRoute(text);
        var highest = route.highestId();
        if (highest != null && (highest < 1 || highest > Integer.MAX_VALUE)) {
            throw PreconditionException.usage("--route %s: max must be from 1 to %d", text, Integer.MAX_VALUE);
        }
        return route;
    }

    /** Whether it is an absolute path and query that can be part of a request line. */
    public static boolean isPath(String text) {
        return text.startsWith("/") && text.chars().allMatch(c -> c > ' ' && c < 127);
    }

    /** How long {@code /json2} sleeps; {@code null} for other routes. */
    public Integer sleepMillis() {
        var match = SLEEP.matcher(text);
        return match.matches() ? Integer.valueOf(match.group(2)) : null;
    }

    /** This route with another sleep; only where {@link #sleepMillis()} is not {@code null}. */
    public RequestRoute sleeping(int millis) {
        return new RequestRoute(SLEEP.matcher(text).replaceFirst("$1" + millis + "$3"));
    }

    /** Whether this is {@code /json}, which neither sleeps nor reads data. */
    public boolean isJson() {
        return text.matches("/json([?#].*)?");
    }

    /** Whether the answer needs a store, which not every server has. */
    public boolean needsStore() {
        return text.matches("/(fortunes|db2|users)([/?#].*)?");
    }

    /** The PostgreSQL table that a correct answer is read from, by one query; empty for other routes. */
    public Optional<String> table() {
        return text.matches("/fortunes(\\?.*)?")
                ? Optional.of("fortune")
                : highestId() != null ? Optional.of("world") : Optional.empty();
    }

    /** The highest id in an answer of {@code /db2}, by default 10,000; {@code null} for other routes. */
    public Long highestId() {
        var match = ROW.matcher(text);
        return !match.matches() ? null : Long.valueOf(match.group(1) == null ? "10000" : match.group(1));
    }

    /** Whether the correct answers are known before the first one came: their bytes, or the form of a row. */
    public boolean hasKnownAnswers() {
        return constantLength() || highestId() != null;
    }

    /** Whether all correct answers have the same length, so that {@code ab} can check it. */
    public boolean constantLength() {
        return text.equals("/json") || text.equals("/fortunes") || sleepMillis() != null;
    }
}
