package threadwall.loadgen.sweep.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import threadwall.process.NoProgress;
import threadwall.process.socket.SockDiag;
import threadwall.process.socket.SocketCounts;
import threadwall.process.socket.SocketFilter;
import threadwall.process.socket.TcpState;
import threadwall.record.StepWarning;

class ScarcePortsTest {

    private static final int PORTS = 14_116;

    private static InetAddress address(String text) {
        return InetAddress.ofLiteral(text);
    }

    private static SocketCounts timeWait(int count) {
        return new SocketCounts(Map.of(TcpState.TIME_WAIT, count), false);
    }

    @Test
    void portsInTimeWaitAndConnectionsAreAddedForEachSource() {
        var connections = Map.of(address("127.1.1.1"), 10_000, address("127.1.1.2"), 10_000);
        assertThat(ScarcePorts.of(connections, Map.of(address("127.1.1.1"), timeWait(4_116)), PORTS))
                .isEmpty();
        assertThat(ScarcePorts.of(
                        connections,
                        Map.of(address("127.1.1.1"), timeWait(4_117), address("127.1.1.2"), timeWait(9_000)),
                        PORTS))
                .contains(new StepWarning.ScarcePorts(9_000, 10_000, PORTS));
    }

    @Test
    void socketsOfOtherAddressesDoNotMatter() {
        assertThat(ScarcePorts.of(
                        Map.of(address("127.1.1.1"), 10_000), Map.of(address("127.0.0.1"), timeWait(20_000)), PORTS))
                .isEmpty();
    }

    @Test
    void aLoadWaitsUntilItsClientsHavePorts() throws InterruptedException {
        Queue<Optional<StepWarning.ScarcePorts>> looks = new ArrayDeque<>(
                List.of(Optional.of(new StepWarning.ScarcePorts(9_500, 9_500, PORTS)), Optional.empty()));
        assertThat(ScarcePorts.await(looks::poll, new NoProgress())).isPositive();
        assertThat(looks).isEmpty();
    }

    /** The end that closes first keeps the socket in TIME_WAIT. */
    @Test
    void theKernelCountsTimeWaitAtTheClientsAddress() throws IOException {
        var source = address("127.1.209.77");
        try (var listener = new ServerSocket(0, 10, address("127.0.0.1"));
                var sockets = SockDiag.open()) {
            for (int i = 0; i < 3; i++) {
                var client = new Socket();
                client.bind(new InetSocketAddress(source, 0));
                client.connect(listener.getLocalSocketAddress());
                try (var accepted = listener.accept()) {
                    client.close();
                    assertThat(accepted.getInputStream().read()).isEqualTo(-1);
                }
            }
            assertThat(sockets.countByAddress(SockDiag.EVERY_PORT, SocketFilter.TIME_WAIT)
                            .get(source)
                            .total())
                    .isGreaterThanOrEqualTo(3);
        }
    }
}
