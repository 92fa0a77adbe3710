package threadwall.kilim.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import threadwall.kilim.http.reference.Outcome;
import threadwall.kilim.http.reference.ReferenceParser;

/**
 * Jazzer's target. An input is a control byte, piece lengths, and what a client sends. The lowest three bits of the
 * control byte say how many lengths follow, so {@code "1%GET …"} arrives in pieces of 37 bytes, {@code '%'}, and {@code
 * "0GET …"} in one piece. The fourth bit, as in {@code '8'} and {@code '9'}, chooses limits so tight that a short input
 * exceeds them.
 *
 * <p>RequestParser must give the same result in pieces, in one piece and byte by byte, and the same as the {@link
 * ReferenceParser}.
 */
public final class RequestParserFuzzer {
    static final HttpLimits TIGHT = new HttpLimits(40, 120, 3, 24);

    private static final int LENGTHS = 0b0111;
    private static final int BOUNDS = 0b1000;

    private RequestParserFuzzer() {}

    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length == 0) {
            return;
        }
        var limits = (input[0] & BOUNDS) == 0 ? HttpLimits.DEFAULT : TIGHT;
        int start = Math.min(1 + (input[0] & LENGTHS), input.length);
        var lengths = new int[start - 1];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = Math.max(1, input[1 + i] & 0xff);
        }
        check(Arrays.copyOfRange(input, start, input.length), limits, lengths);
    }

    /** Throws an AssertionError that shows the difference. */
    static void check(byte[] sent, HttpLimits limits, int... lengths) {
        var run = ParserRun.of(sent, limits);
        requireEqual(sent, "in pieces of " + Arrays.toString(lengths), ParserRun.of(sent, limits, lengths), run);
        requireEqual(sent, "a byte at a time", ParserRun.of(sent, limits, 1), run);
        compare(sent, limits, run.outcomes(), false);
    }

    /**
     * Compares the parser with the reference. Either may refuse a line before its end; the other must do so at its end.
     */
    private static void compare(byte[] sent, HttpLimits limits, List<Outcome> outcomes, boolean ended) {
        var expected = ReferenceParser.parse(sent, limits);
        int last = expected.size() - 1;
        var known = new Outcome[] {expected.get(last), outcomes.getLast()};
        boolean oneIsEarly = known[0] instanceof Outcome.Incomplete
                ? known[1] instanceof Outcome.Refused
                : known[0] instanceof Outcome.Refused(int status, boolean early) && early;
        if (oneIsEarly && !ended) {
            requireEqual(
                    sent, "before the refusal", outcomes.subList(0, outcomes.size() - 1), expected.subList(0, last));
            var whole = Arrays.copyOf(sent, sent.length + 2);
            whole[sent.length] = '\r';
            whole[sent.length + 1] = '\n';
            compare(whole, limits, ParserRun.of(whole, limits).outcomes(), true);
        } else {
            requireEqual(sent, "by the reference", outcomes, expected);
        }
    }

    private static void requireEqual(byte[] sent, String how, Object is, Object expected) {
        if (!is.equals(expected)) {
            throw new AssertionError("""
                    sent:     %s
                    parser:   %s
                    expected: %s (%s)""".formatted(readable(sent), is, expected, how));
        }
    }

    /** In a form that can be pasted into a test. */
    static String readable(byte[] bytes) {
        var text = new StringBuilder("\"");
        for (char c : new String(bytes, StandardCharsets.ISO_8859_1).toCharArray()) {
            switch (c) {
                case '\r' -> text.append("\\r");
                case '\n' -> text.append("\\n");
                case '"', '\\' -> text.append('\\').append(c);
                default -> text.append(c >= ' ' && c < 0x7f ? "" + c : "\\u%04x".formatted((int) c));
            }
        }
        return text.append('"').toString();
    }
}
