package threadwall.loadgen.http;

import java.nio.charset.StandardCharsets;

/** A server's bytes as text for records, tables and terminals: control characters become spaces, and long text is cut. */
final class Printable {

    private static final int LONGEST_LINE = 80;
    private static final int LONGEST_BODY = 60;

    private Printable() {}

    static String start(String line) {
        return line.length() > LONGEST_LINE ? clean(line.substring(0, LONGEST_LINE)) + "…" : clean(line);
    }

    static String start(byte[] body) {
        return start(body, LONGEST_BODY);
    }

    /** @param most characters that are shown */
    static String start(byte[] body, int most) {
        var text = clean(new String(body, StandardCharsets.UTF_8));
        return text.length() > most ? text.substring(0, most) + "… (%d bytes)".formatted(body.length) : text;
    }

    private static String clean(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", " ");
    }
}
