package threadwall.loadgen.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import threadwall.record.ClientHost.Loss;

class LinkTest {

    @Test
    void countsPacketsWithoutAnswer() {
        var said = """
                PING 198.18.1.1 (198.18.1.1) 56(84) bytes of data.

                --- 198.18.1.1 ping statistics ---
                500 packets transmitted, 497 received, 0.6% packet loss, time 1022ms
                rtt min/avg/max/mdev = 10.031/10.044/10.902/0.040 ms, pipe 6
                """;
        assertThat(Link.counted(said)).isEqualTo(new Loss(500, 3));
    }

    @Test
    void knowsNoLossIfPingIsRefused() {
        assertThat(Link.counted("ping: socktype: SOCK_RAW\nping: socket: Operation not permitted\n"))
                .isNull();
    }

    @Test
    void aHostThatAnswersNoPingMayStillLoseNothing() {
        assertThat(Link.counted("500 packets transmitted, 0 received, 100% packet loss, time 1021ms\n"))
                .isNull();
    }

    @Test
    void measuresHandshakes() throws Exception {
        try (var listener = new ServerSocket(0)) {
            var link = Link.measured(new InetSocketAddress("127.0.0.1", listener.getLocalPort()));
            assertThat(link.roundTripMillis()).isPositive();
        }
    }
}
