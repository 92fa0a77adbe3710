package threadwall.process.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import threadwall.process.Await;
import threadwall.process.proc.ProcStat;

class SockDiagTest {

    /**
     * No client uses this address. At a common one, any client that was given the listener's port number as its own
     * would be counted too.
     */
    private static final String SERVER = "127.3.99.1";

    private SockDiag sockets;

    @BeforeEach
    void open() throws IOException {
        sockets = SockDiag.open();
    }

    @AfterEach
    void close() {
        sockets.close();
    }

    private static InetAddress ip(String address) throws IOException {
        return InetAddress.getByName(address);
    }

    @Test
    void countsTheServersEndsByState() throws Exception {
        SocketFilter here = SocketFilter.CONNECTIONS.at(ip(SERVER));
        try (Connections open = Connections.v4(SERVER, 50)) {
            for (int i = 0; i < 3; i++) {
                open.open("127.0.0.1", SERVER);
            }
            assertThat(sockets.count(open.port, here).byState()).isEqualTo(Map.of(TcpState.ESTABLISHED, 3));

            open.clients.getFirst().close();
            SocketCounts counts = Await.until(() -> sockets.count(open.port, here), c -> c.established() == 2);
            assertThat(counts.byState()).isEqualTo(Map.of(TcpState.ESTABLISHED, 2, TcpState.CLOSE_WAIT, 1));
            assertThat(counts.total()).isEqualTo(3);
            assertThat(sockets.count(open.port, SocketFilter.ESTABLISHED.at(ip(SERVER)))
                            .byState())
                    .isEqualTo(Map.of(TcpState.ESTABLISHED, 2));
        }
    }

    @Test
    void countsConnectionsWithUnreadBytes() throws Exception {
        try (Connections open = Connections.v4(SERVER, 50)) {
            open.open("127.0.0.1", SERVER);
            open.open("127.0.0.1", SERVER);
            open.clients.getFirst().write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
            Await.until(() -> sockets.unread(ip(SERVER), open.port), unread -> unread == 1);
            assertThat(sockets.unread(ip("127.3.9.9"), open.port)).isZero();
            open.served.getFirst().read(ByteBuffer.allocate(3));
            assertThat(sockets.unread(ip(SERVER), open.port)).isZero();
        }
    }

    @Test
    void aDumpOfManyDatagramsIsWhole() throws Exception {
        try (Connections open = Connections.v4(SERVER, 50)) {
            for (int i = 0; i < 1_000; i++) {
                open.open("127.3.0." + (1 + i % 4), SERVER);
            }
            SocketFilter server = SocketFilter.CONNECTIONS.at(ip(SERVER));
            assertThat(sockets.count(open.port, server).established()).isEqualTo(1_000);
            assertThat(sockets.count(open.port, server.from(Set.of(ip("127.3.0.1"), ip("127.3.0.2"))))
                            .established())
                    .isEqualTo(500);
        }
    }

    @Test
    void distinguishesSourcesAndShards() throws Exception {
        try (Connections open = Connections.v4("0.0.0.0", 50)) {
            open.open("127.3.1.1", "127.0.0.1");
            open.open("127.3.1.1", SERVER);
            open.open("127.3.1.2", SERVER);
            SocketFilter all = SocketFilter.CONNECTIONS;
            Set<InetAddress> verifier = Set.of(ip("127.3.1.2"));
            assertThat(sockets.count(open.port, all.from(verifier)).total()).isEqualTo(1);
            assertThat(sockets.count(open.port, all.at(ip(SERVER))).total()).isEqualTo(2);
            assertThat(sockets.count(open.port, all.at(ip("127.0.0.1"))).total())
                    .isEqualTo(1);
            Map<InetAddress, SocketCounts> shards = sockets.countByAddress(open.port, all);
            assertThat(shards.get(ip("127.0.0.1")).established()).isEqualTo(1);
            assertThat(shards.get(ip(SERVER)).established()).isEqualTo(2);
        }
    }

    @Test
    void countsTimeWaitOnlyWhenAsked() throws Exception {
        try (Connections open = Connections.v4(SERVER, 50)) {
            // A source address of its own: connections of other tests to the same port may still be in TIME_WAIT.
            open.open("127.3.3.1", SERVER);
            open.served.getFirst().close();
            open.clients.getFirst().close();
            SocketFilter timeWait =
                    new SocketFilter(null, null, Set.of(TcpState.TIME_WAIT), true).from(Set.of(ip("127.3.3.1")));
            Map<TcpState, Integer> one = Map.of(TcpState.TIME_WAIT, 1);
            assertThat(Await.until(() -> sockets.count(open.port, timeWait).byState(), one::equals))
                    .isEqualTo(one);
            assertThat(sockets.count(open.port, SocketFilter.CONNECTIONS.at(ip(SERVER)))
                            .total())
                    .isZero();
        }
    }

    /**
     * Two connections that the server has closed, one of them with its socket still open, while their clients keep
     * theirs.
     */
    @Test
    void distinguishesOrphansFromSocketsOfAProcess() throws Exception {
        try (Connections open = Connections.v4(SERVER, 50)) {
            open.open("127.3.4.1", SERVER);
            open.open("127.3.4.1", SERVER);
            open.served.getFirst().close();
            open.served.getLast().shutdownOutput();
            SocketFilter all = SocketFilter.CONNECTIONS.at(ip(SERVER));
            Map<TcpState, Integer> both = Map.of(TcpState.FIN_WAIT2, 2);
            assertThat(Await.until(() -> sockets.count(open.port, all).byState(), both::equals))
                    .isEqualTo(both);
            assertThat(sockets.count(open.port, all.withoutOrphans()).byState())
                    .isEqualTo(Map.of(TcpState.FIN_WAIT2, 1));
        }
    }

    @Test
    void seesIpv4ConnectionsOfADualStackServer() throws Exception {
        try (Connections open = Connections.dualStack()) {
            open.open("127.3.2.1", SERVER);
            open.open("127.3.2.2", SERVER);
            SocketFilter one = SocketFilter.CONNECTIONS.at(ip(SERVER)).from(Set.of(ip("127.3.2.1")));
            assertThat(sockets.count(open.port, SocketFilter.CONNECTIONS.at(ip(SERVER)))
                            .established())
                    .isEqualTo(2);
            assertThat(sockets.count(open.port, one).established()).isEqualTo(1);
        }
    }

    @Test
    void listsListenersWithTheirQueue() throws Exception {
        try (Connections open = Connections.v4("127.0.0.1", 7)) {
            open.connect("127.0.0.1", "127.0.0.1");
            open.connect("127.0.0.1", "127.0.0.1");
            List<ListeningSocket> listeners = Await.until(
                    () -> sockets.listeners(open.port), l -> l.getFirst().queued() == 2);
            assertThat(listeners).hasSize(1);
            ListeningSocket listener = listeners.getFirst();
            assertThat(sockets.listeners(SockDiag.EVERY_PORT))
                    .extracting(ListeningSocket::inode)
                    .contains(listener.inode());
            assertThat(listener.address()).isEqualTo(ip("127.0.0.1"));
            assertThat(listener.port()).isEqualTo(open.port);
            assertThat(listener.queued()).isEqualTo(2);
            assertThat(listener.backlog()).isEqualTo(7);
            assertThat(listener.uid()).isEqualTo(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
            assertThat(listener.accepts(ip("127.0.0.1"))).isTrue();
            assertThat(listener.accepts(ip("127.0.0.2"))).isFalse();
        }
        try (Connections open = Connections.dualStack()) {
            ListeningSocket wildcard = sockets.listeners(open.port).getFirst();
            assertThat(wildcard.accepts(ip("127.0.0.2"))).isTrue();
            assertThat(wildcard.accepts(ip("::1"))).isTrue();
        }
    }

    @Test
    void aPortWithoutSocketsCountsNone() throws Exception {
        int free;
        try (Connections closed = Connections.v4(SERVER, 1)) {
            free = closed.port;
        }
        assertThat(sockets.count(free, SocketFilter.CONNECTIONS.at(ip(SERVER))).byState())
                .isEmpty();
        assertThat(sockets.listeners(free)).isEmpty();
    }

    @Test
    void leaksNoDescriptorAndCannotBeUsedAfterClose() throws Exception {
        long before = descriptors();
        for (int i = 0; i < 20; i++) {
            SockDiag.open().close();
        }
        assertThat(descriptors()).isLessThan(before + 20);
        SockDiag closed = SockDiag.open();
        closed.close();
        closed.close();
        assertThatThrownBy(() -> closed.count(80)).isInstanceOf(IllegalStateException.class);
    }

    private static long descriptors() {
        return ProcStat.openDescriptors(ProcessHandle.current().pid()).orElseThrow();
    }
}
