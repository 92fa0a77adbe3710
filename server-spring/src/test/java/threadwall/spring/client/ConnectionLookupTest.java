package threadwall.spring.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionLookupTest {
    private static final boolean IPV6 = Files.exists(Path.of("/proc/net/if_inet6"));

    private final ConnectionLookup lookup = new ConnectionLookup();

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.1.2.3", "::1"})
    void aConnectionIsOpenUntilItIsReset(String address) throws IOException {
        assumeThat(IPV6 || !address.contains(":")).isTrue();
        try (var listener = new ServerSocket(0, 1, InetAddress.getByName(address))) {
            var client = new Socket(listener.getInetAddress(), listener.getLocalPort());
            var server = listener.accept();
            var connection = connection(server);
            assertThat(lookup.isOpen(connection)).isTrue();
            client.shutdownOutput();
            assertThat(server.getInputStream().read()).isNegative();
            assertThat(lookup.isOpen(connection)).as("half-closed").isTrue();
            reset(client);
            assertThat(lookup.isOpen(connection)).as("reset").isFalse();
            server.close();
        }
    }

    @Test
    void aDualStackListenerHasConnectionsOfBothFamilies() throws IOException {
        assumeThat(IPV6).isTrue();
        try (var listener = new ServerSocket(0);
                var four = new Socket("127.0.0.1", listener.getLocalPort());
                var acceptedFour = listener.accept();
                var six = new Socket("::1", listener.getLocalPort());
                var acceptedSix = listener.accept()) {
            assertThat(lookup.isOpen(connection(acceptedFour))).isTrue();
            assertThat(lookup.isOpen(connection(acceptedSix))).isTrue();
            assertThat(four.isConnected() && six.isConnected()).isTrue();
        }
    }

    @Test
    void afterItsListenerItIsNotFoundEither() throws IOException {
        ClientConnection connection;
        try (var listener = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            var client = new Socket(listener.getInetAddress(), listener.getLocalPort());
            try (var server = listener.accept()) {
                connection = connection(server);
                assertThat(lookup.isOpen(connection)).isTrue();
                reset(client);
            }
        }
        assertThat(lookup.isOpen(connection)).isFalse();
    }

    @Test
    void aKernelThatHasFoundNothingYetMayNotKnowTcp() {
        var loopback = InetAddress.getLoopbackAddress();
        assertThatThrownBy(() -> lookup.isOpen(new ClientConnection(loopback, 1, loopback, 1)))
                .isInstanceOf(IOException.class)
                .hasMessage("sock_diag finds no TCP sockets: errno 2; load the modules inet_diag and tcp_diag");
    }

    private static void reset(Socket client) throws IOException {
        client.setSoLinger(true, 0);
        client.close();
    }

    private static ClientConnection connection(Socket accepted) {
        return new ClientConnection(
                accepted.getLocalAddress(), accepted.getLocalPort(), accepted.getInetAddress(), accepted.getPort());
    }
}
