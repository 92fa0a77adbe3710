package threadwall.process.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class PortOwnerTest {

    private static final long SELF = ProcessHandle.current().pid();

    private static InetAddress ip(String address) throws Exception {
        return InetAddress.getByName(address);
    }

    private static int port(ServerSocketChannel listener) throws Exception {
        return ((InetSocketAddress) listener.getLocalAddress()).getPort();
    }

    private static Process child(String address, int port) throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ListeningChild.class.getName(),
                        address,
                        Integer.toString(port))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(child.inputReader().readLine()).endsWith(":" + port);
        return child;
    }

    @Test
    void findsEveryProcessThatSharesAPort() throws Exception {
        try (ServerSocketChannel listener = ListeningChild.share("127.0.0.1", 0)) {
            assertThat(PortOwner.listening(ip("127.0.0.1"), port(listener))).containsExactly(SELF);
            Process child = child("127.0.0.1", port(listener));
            try {
                assertThat(PortOwner.listening(ip("127.0.0.1"), port(listener)))
                        .containsExactlyInAnyOrder(SELF, child.pid());
            } finally {
                child.destroyForcibly().waitFor();
            }
        }
    }

    @Test
    void anAddressHasPrecedenceOverTheWildcard() throws Exception {
        try (ServerSocketChannel wildcard = ListeningChild.share("0.0.0.0", 0)) {
            Process child = child("127.0.0.5", port(wildcard));
            try {
                assertThat(PortOwner.listening(ip("127.0.0.5"), port(wildcard))).containsExactly(child.pid());
                assertThat(PortOwner.listening(ip("127.0.0.6"), port(wildcard))).containsExactly(SELF);
            } finally {
                child.destroyForcibly().waitFor();
            }
        }
    }

    @Test
    void nothingListensOnAClosedPort() throws Exception {
        int free;
        try (ServerSocketChannel listener = ListeningChild.share("127.0.0.1", 0)) {
            free = port(listener);
        }
        assertThat(PortOwner.listening(ip("127.0.0.1"), free)).isEmpty();
    }

    @Test
    void aListenerThatClosesDuringTheSearchIsNotAnotherUsers() throws Exception {
        var stop = new AtomicBoolean();
        try (ServerSocketChannel kept = ListeningChild.share("127.0.0.1", 0);
                var executor = Executors.newSingleThreadExecutor()) {
            var others = executor.submit(() -> {
                while (!stop.get()) {
                    ListeningChild.share("127.0.0.1", port(kept)).close();
                }
                return null;
            });
            try {
                for (int search = 0; search < 100; search++) {
                    assertThat(PortOwner.listening(ip("127.0.0.1"), port(kept))).containsExactly(SELF);
                }
            } finally {
                stop.set(true);
            }
            others.get();
        }
    }

    @Test
    void saysWhatToDoWhenTheProcessMayNotBeInspected(@TempDir Path emptyProc) throws Exception {
        try (ServerSocketChannel listener = ListeningChild.share("127.0.0.1", 0)) {
            assertThatThrownBy(() -> PortOwner.listening(emptyProc, ip("127.0.0.1"), port(listener)))
                    .isInstanceOf(AccessDeniedException.class)
                    .hasMessageContaining("127.0.0.1:" + port(listener))
                    .hasMessageContaining("name its pid");
        }
    }
}
