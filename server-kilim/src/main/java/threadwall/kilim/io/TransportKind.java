package threadwall.kilim.io;

import java.io.IOException;
import java.util.Locale;

/** Which transport a server uses. */
public enum TransportKind {
    /** Linux's epoll where it works; else NIO, and why is said. */
    AUTO,
    EPOLL,
    NIO;

    /** @throws IllegalArgumentException if none has that name */
    public static TransportKind named(String name) {
        for (var kind : values()) {
            if (kind.toString().equals(name)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("must be auto, epoll or nio, not '" + name + "'");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What is wrong with a transport here, for the user. */
    public static final class Unavailable extends IOException {
        Unavailable(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * Opens one for a loop.
     *
     * @throws Unavailable when it does not work here
     */
    public Transport open() throws IOException {
        return switch (this) {
            case NIO -> new NioTransport();
            case EPOLL -> epoll();
            case AUTO -> {
                try {
                    yield epoll();
                } catch (Unavailable e) {
                    System.err.println("kilim: " + e.getMessage() + "; --transport nio is used instead");
                    yield new NioTransport();
                }
            }
        };
    }

    private static Transport epoll() throws IOException {
        try {
            return new EpollTransport();
        } catch (LinkageError | UnsupportedOperationException | IllegalCallerException e) {
            var cause = e.getCause() == null ? e : e.getCause();
            throw new Unavailable("--transport epoll does not work here: " + cause.getMessage(), e);
        }
    }
}
