package threadwall.report;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A server's connections by TCP state, as people look at them. */
final class ConnectionStates {

    static final String ESTABLISHED = "ESTABLISHED";

    private ConnectionStates() {}

    /** Those in some of the states; {@code null} when nobody counted. */
    static Long in(Map<String, Long> byState, Set<String> states) {
        return byState == null
                ? null
                : Long.valueOf(byState.entrySet().stream()
                        .filter(entry -> states.contains(entry.getKey()))
                        .mapToLong(Map.Entry::getValue)
                        .sum());
    }

    static Long established(Map<String, Long> byState) {
        return in(byState, Set.of(ESTABLISHED));
    }

    /** The states but the usual one: "12 close-wait, 3 fin-wait2"; empty when there is none. */
    static String others(Map<String, Long> byState) {
        return byState == null
                ? ""
                : byState.entrySet().stream()
                        .filter(entry -> !entry.getKey().equals(ESTABLISHED))
                        .sorted(Map.Entry.comparingByKey())
                        .map(entry -> "%,d %s"
                                .formatted(
                                        entry.getValue(),
                                        entry.getKey().toLowerCase(Locale.ROOT).replace('_', '-')))
                        .collect(Collectors.joining(", "));
    }
}
