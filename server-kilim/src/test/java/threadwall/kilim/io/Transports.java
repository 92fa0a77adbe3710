package threadwall.kilim.io;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.stream.Stream;

/** The transports that a test runs on. Many containers, and kernels before Linux 6.12, have no io_uring that it uses. */
public final class Transports {
    private Transports() {}

    /** A method source, by {@code threadwall.kilim.io.Transports#all}. */
    public static Stream<TransportKind> all() {
        return Stream.of(TransportKind.EPOLL, TransportKind.URING, TransportKind.NIO)
                .filter(kind -> kind != TransportKind.URING || hasUring());
    }

    static boolean hasUring() {
        try (var transport = TransportKind.URING.open()) {
            return transport.name().equals(UringTransport.NAME); // else it has said why not
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
