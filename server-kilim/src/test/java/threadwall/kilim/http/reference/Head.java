package threadwall.kilim.http.reference;

import static threadwall.kilim.http.reference.Input.refused;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import threadwall.kilim.http.HttpLimits;

/** The header fields that determine framing, routing and persistence. */
final class Head {
    private final boolean http11;
    private final HttpLimits limits;
    private final List<String> codings = new ArrayList<>();
    private final List<String> options = new ArrayList<>();
    private boolean hasCodings;
    private String host;
    private String length;

    Head(boolean http11, HttpLimits limits) {
        this.http11 = http11;
        this.limits = limits;
    }

    @FunctionalInterface
    interface FieldTaker {
        void take(String name, String value);
    }

    /** Refuses a field that is wrong by itself or as a repetition. */
    void take(String name, String value) {
        switch (name.toLowerCase(Locale.ROOT)) {
            case "host" -> { // RFC 9112, 3.2
                if (host != null || !Abnf.HOST.matcher(value).matches()) {
                    throw refused(400);
                }
                host = value;
            }
            case "content-length" -> { // RFC 9112, 6.3; RFC 9110, 8.6: repeats may be refused
                if (length != null || !Abnf.CONTENT_LENGTH.matcher(value).matches()) {
                    throw refused(400);
                }
                length = value;
            }
            case "expect" -> { // RFC 9110, 10.1.1
                if (http11 && !value.equalsIgnoreCase("100-continue")) {
                    throw refused(417);
                }
            }
            case "transfer-encoding" -> {
                hasCodings = true;
                codings.addAll(elements(value));
            }
            case "connection" -> options.addAll(elements(value));
            default -> {}
        }
    }

    /** Refuses combinations of fields that are wrong. */
    void check() {
        if (http11 && host == null) {
            throw refused(400); // RFC 9112, 3.2
        }
        if (hasCodings) {
            checkCodings();
            if (length != null) {
                throw refused(400); // RFC 9112, 6.1
            }
        }
        if (length != null && new BigInteger(length).compareTo(BigInteger.valueOf(limits.bodyBytes())) > 0) {
            throw refused(413);
        }
    }

    /** RFC 9112, 6.1 and 6.3. */
    private void checkCodings() {
        if (!http11 || codings.isEmpty() || !codings.getLast().equals("chunked")) {
            throw refused(400);
        }
        var others = codings.subList(0, codings.size() - 1);
        if (others.stream()
                .anyMatch(coding -> coding.replaceAll("[ \t]*;.*", "").equals("chunked"))) {
            throw refused(400); // applied twice, or with a parameter, which chunked does not have (7.1)
        }
        if (!others.isEmpty()) {
            throw refused(501);
        }
    }

    boolean isChunked() {
        return hasCodings;
    }

    /** Bytes of body; 0 without the field. */
    int contentLength() {
        return length == null ? 0 : Integer.parseInt(length);
    }

    /** RFC 9112, 9.3. */
    boolean keepAlive() {
        return !options.contains("close") && (http11 || options.contains("keep-alive"));
    }

    /** RFC 9110, 5.6.1.2: empty elements do not count. Lower-cased: RFC 9112, 7, and RFC 9110, 7.6.1. */
    private static List<String> elements(String list) {
        return Arrays.stream(list.toLowerCase(Locale.ROOT).split("[ \t]*,[ \t]*"))
                .filter(element -> !element.isEmpty())
                .toList();
    }
}
