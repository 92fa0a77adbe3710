package threadwall.kilim.io;

import java.io.IOException;
import java.util.Locale;

/** The transports that a user can choose. */
public enum TransportKind {
    /** epoll where it works; otherwise NIO, with a message that says why. */
    AUTO,
    EPOLL,
    NIO;

    /** @throws IllegalArgumentException if there is none of that name */
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

    /** Why a transport does not work here, for the user. */
    public static final class Unavailable extends IOException {
        Unavailable(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * Opens a transport for one loop.
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
                    System.err.println("kilim: " + e.getMessage() + "; using --transport nio instead");
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
