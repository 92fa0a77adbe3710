package threadwall.probes;

import java.util.Comparator;
import java.util.Map;

/** The errno of a socket exception in Java, whose message has strerror's text (C locale) and not the number. */
final class SocketErrno {

    private static final Map<String, String> NAMES = Map.of(
            "Too many open files in system", "ENFILE",
            "Too many open files", "EMFILE",
            "Cannot assign requested address", "EADDRNOTAVAIL",
            "Address already in use", "EADDRINUSE",
            "No buffer space available", "ENOBUFS",
            "Cannot allocate memory", "ENOMEM",
            "Connection refused", "ECONNREFUSED",
            "Connection reset", "ECONNRESET",
            "Operation not permitted", "EPERM");

    private SocketErrno() {}

    /** @return null when the message names none, as for a time-out */
    static String of(String message) {
        return NAMES.entrySet().stream()
                .filter(entry -> message.contains(entry.getKey()))
                .max(Comparator.comparingInt(entry -> entry.getKey().length()))
                .map(Map.Entry::getValue)
                .orElse(null);
    }
}
