package threadwall.server.http;

import java.util.List;

/**
 * A sentence of an RFC, input that it applies to, and what our servers send back.
 *
 * @param section such as "RFC 9112, 5.1"
 * @param quote the RFC's own words
 * @param leaves which of statuses and end must be the same on every server
 * @param parts what the client sends, ISO-8859-1; each part after the first is sent after one more response
 * @param statuses of the responses in order, interim ones included
 * @param goesOn whether the connection accepts another request after the last response
 */
public record RfcCase(
        String name,
        String section,
        String quote,
        Leaves leaves,
        List<String> parts,
        List<Integer> statuses,
        boolean goesOn) {

    /** How much freedom the RFC leaves the server. */
    public enum Leaves {
        /** None: status and connection are prescribed. */
        ONE_ANSWER(true, true),
        /** The status is prescribed; the server chooses whether the connection stays open. */
        ONE_STATUS(true, false),
        /** The connection's end is prescribed; the server chooses the status. */
        ONE_FATE(false, true),
        /** Several responses are allowed; ours is the strict one. */
        OURS(false, false);

        final boolean oneStatus;
        final boolean oneFate;

        Leaves(boolean oneStatus, boolean oneFate) {
            this.oneStatus = oneStatus;
            this.oneFate = oneFate;
        }
    }

    /** Sets what is expected. */
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

    /** The same with another server's response, for a known deviation. */
    public RfcCase answered(List<Integer> otherStatuses, boolean otherGoesOn) {
        return new RfcCase(name, section, quote, leaves, parts, otherStatuses, otherGoesOn);
    }

    /** A GET with a valid Host and more field lines. */
    static String get(String target, String... fields) {
        return lines("GET " + target + " HTTP/1.1", "Host: x") + lines(fields) + "\r\n";
    }

    /** A GET of /json with a valid Host, more field lines, and a body. */
    static String getWithBody(String body, String... fields) {
        return get("/json", fields) + body;
    }

    /** These lines and the empty one. */
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

    /** Whether the response must have no content. */
    boolean asksHead() {
        return parts.getFirst().startsWith("HEAD ");
    }

    /** Whether the client understands HTTP/1.0 only. */
    boolean isOld() {
        return parts.getFirst().lines().findFirst().orElse("").endsWith("HTTP/1.0");
    }

    @Override
    public String toString() {
        return section + ": " + name;
    }
}
