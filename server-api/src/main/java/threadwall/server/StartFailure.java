package threadwall.server;

import java.net.BindException;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.stream.Stream;
import threadwall.store.StoreUnavailableException;

/**
 * Why a server did not start, for the user.
 *
 * @param line what was asked, what is, the next step
 * @param exitCode 4 when the environment does not allow it, 1 for anything else
 */
record StartFailure(String line, int exitCode) {
    private static final int FAILED = 1;
    private static final int ENVIRONMENT = 4;

    static StartFailure of(Exception problem, String host, int port) {
        var causes = Stream.iterate((Throwable) problem, Objects::nonNull, Throwable::getCause)
                .toList();
        for (var cause : causes) {
            if (cause instanceof BindException) {
                return new StartFailure(bind(String.valueOf(cause.getMessage()), host, port), ENVIRONMENT);
            }
            if (cause instanceof UnknownHostException) {
                return new StartFailure(
                        "no address is known for the name '" + host + "'; give --host an address of this machine",
                        ENVIRONMENT);
            }
            if (cause instanceof StoreUnavailableException || cause instanceof EnvironmentException) {
                return new StartFailure(oneLine(cause.getMessage()), ENVIRONMENT);
            }
        }
        return new StartFailure("did not start: " + oneLine(causes.getLast().toString()), FAILED);
    }

    private static String bind(String reason, String host, int port) {
        if (reason.contains("already in use")) {
            return "port " + port + " on " + host + " is in use; choose another with --port,"
                    + " or end what listens there (ss -ltnp 'sport = :" + port + "')";
        }
        return "cannot listen on port " + port + " of " + host + ": " + oneLine(reason)
                + "; choose another with --host or --port";
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}
