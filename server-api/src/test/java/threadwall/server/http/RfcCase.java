package threadwall.server.http;

import java.util.List;

/**
 * A sentence of an RFC, bytes that it speaks of, and what a server of ours sends back.
 *
 * @param section such as "RFC 9112, 5.1"
 * @param quote the RFC's own words
 * @param leaves which of the two, statuses and end, every server must give alike
 * @param parts what the client sends, ISO-8859-1, a byte a character; each part but the first when one more answer came
 * @param statuses of the answers in order, interim ones too
 * @param goesOn whether the connection takes another request after the last answer, or ends there
 */
public record RfcCase(
        String name,
        String section,
        String quote,
        Leaves leaves,
        List<String> parts,
        List<Integer> statuses,
        boolean goesOn) {

    /** How much the RFC leaves to the server. */
    public enum Leaves {
        /** One answer: statuses and the connection's fate. */
        ONE_ANSWER(true, true),
        /** One status; whether the connection goes on is the server's choice. */
        ONE_STATUS(true, false),
        /** One fate of the connection; the status is the server's choice. */
        ONE_FATE(false, true),
        /** Several answers; ours is the strict one. */
        OURS(false, false);

        final boolean oneStatus;
        final boolean oneFate;

        Leaves(boolean oneStatus, boolean oneFate) {
            this.oneStatus = oneStatus;
            this.oneFate = oneFate;
        }
    }

    /** What is to come back. */
    record Outcome(boolean goesOn, Integer... statuses) {}

    static Outcome goesOn(Integer... statuses) {
        return new Outcome(true, statuses);
    }

    static Outcome ends(Integer... statuses) {
        return new Outcome(false, statuses);
    }

    static RfcCase one(String section, String quote, String name, Outcome outcome, String... parts) {
        return of(Leaves.ONE_ANSWER, section, quote, name, outcome, parts);
    }

    static RfcCase oneStatus(String section, String quote, String name, Outcome outcome, String... parts) {
        return of(Leaves.ONE_STATUS, section, quote, name, outcome, parts);
    }

    static RfcCase oneFate(String section, String quote, String name, Outcome outcome, String... parts) {
        return of(Leaves.ONE_FATE, section, quote, name, outcome, parts);
    }

    static RfcCase ours(String section, String quote, String name, Outcome outcome, String... parts) {
        return of(Leaves.OURS, section, quote, name, outcome, parts);
    }

    private static RfcCase of(
            Leaves leaves, String section, String quote, String name, Outcome outcome, String... parts) {
        return new RfcCase(
                name, "RFC " + section, quote, leaves, List.of(parts), List.of(outcome.statuses()), outcome.goesOn());
    }

    /** The same with what another server sends back; for one that is known to deviate. */
    public RfcCase answered(List<Integer> otherStatuses, boolean otherGoesOn) {
        return new RfcCase(name, section, quote, leaves, parts, otherStatuses, otherGoesOn);
    }

    /** A GET with a good Host and more field lines. */
    static String get(String target, String... fields) {
        return lines("GET " + target + " HTTP/1.1", "Host: x") + lines(fields) + "\r\n";
    }

    /** A GET of /json with a good Host, more field lines, and a body. */
    static String getWithBody(String body, String... fields) {
        return get("/json", fields) + body;
    }

    /** Those lines and the empty one. */
    static String request(String... lines) {
        return lines(lines) + "\r\n";
    }

    private static String lines(String... lines) {
        var text = new StringBuilder();
        for (var line : lines) {
            text.append(line).append("\r\n");
        }
        return text.toString();
    }

    /** Whether its answer must come without content. */
    boolean asksHead() {
        return parts.getFirst().startsWith("HEAD ");
    }

    /** Whether its client is one that understands HTTP/1.0 only. */
    boolean isOld() {
        return parts.getFirst().lines().findFirst().orElse("").endsWith("HTTP/1.0");
    }

    @Override
    public String toString() {
        return section + ": " + name;
    }
}
