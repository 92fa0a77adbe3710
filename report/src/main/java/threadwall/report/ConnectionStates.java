package threadwall.report;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Counts of a server's connections by TCP state. */
final class ConnectionStates {

    static final String ESTABLISHED = "ESTABLISHED";

    private ConnectionStates() {}

    /** The number of connections in these states; {@code null} when they were not counted. */
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

    /** All states but {@code ESTABLISHED}: "12 close-wait, 3 fin-wait2"; empty when there is none. */
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
