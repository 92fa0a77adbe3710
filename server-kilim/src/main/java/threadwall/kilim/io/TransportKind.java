package threadwall.kilim.io;

import java.io.IOException;
import java.util.Locale;

/** The transports that a user can choose. */
public enum TransportKind {
    /** epoll where it works; otherwise NIO, with a message that says why. */
    AUTO,
    EPOLL,
    /** io_uring where it works; otherwise epoll, with a message that says why. */
    URING,
    NIO;

    /** @throws IllegalArgumentException if there is none of that name */
    public static TransportKind named(String name) {
        for (var kind : values()) {
            if (kind.toString().equals(name)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("must be auto, epoll, uring or nio, not '" + name + "'");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Why a transport does not work here, for the user. */
    public static final class Unavailable extends IOException {
        Unavailable(TransportKind kind, String reason, Throwable cause) {
            super("--transport " + kind + " does not work here: " + reason, cause);
        }

        Unavailable(TransportKind kind, Throwable cause) {
            this(kind, (cause.getCause() == null ? cause : cause.getCause()).getMessage(), cause);
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
            case URING -> orElse(TransportKind::uring, EPOLL);
            case AUTO -> orElse(TransportKind::epoll, NIO);
        };
    }

    /** A way to open a transport. */
    @FunctionalInterface
    interface Opening {
        Transport open() throws IOException;
    }

    /** The preferred one if it works here; else the other, and a message that says why. */
    static Transport orElse(Opening preferred, TransportKind other) throws IOException {
        try {
            return preferred.open();
        } catch (Unavailable e) {
            System.err.println("kilim: " + e.getMessage() + "; using --transport " + other + " instead");
            return other.open();
        }
    }

    private static Transport uring() throws IOException {
        try {
            return new UringTransport();
        } catch (LinkageError | UnsupportedOperationException | IllegalCallerException e) {
            throw new Unavailable(URING, e);
        }
    }

    private static Transport epoll() throws IOException {
        try {
            return new EpollTransport();
        } catch (LinkageError | UnsupportedOperationException | IllegalCallerException e) {
            throw new Unavailable(EPOLL, e);
        }
    }
}
