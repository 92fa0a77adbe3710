package threadwall.loadgen.testbed.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether a database is up, by its answers at its port. */
@Timeout(60)
class OutageMonitorTest {

    private static final Duration SOON = Duration.ofMillis(10);

    @Test
    void aDatabaseThatAnswersIsUp() throws Exception {
        try (var database = listener();
                var monitor = new OutageMonitor(url(database), SOON, Duration.ofMinutes(1))) {
            for (int i = 0; i < 3; i++) {
                try (var probe = database.accept()) {
                    assertThat(probe.getInputStream().readNBytes(8)).containsExactly(0, 0, 0, 8, 4, 210, 22, 47);
                    probe.getOutputStream().write('N');
                }
            }
            assertThat(monitor.finish().happened()).isFalse();
        }
    }

    @Test
    void aDatabaseThatAcceptsAndStaysSilentIsDown() throws Exception {
        try (var database = listener();
                var monitor = new OutageMonitor(url(database), SOON, SOON);
                var first = database.accept();
                var second = database.accept()) { // so the probe of the first has timed out
            assertThat(monitor.finish().seconds()).isPositive();
        }
    }

    @Test
    void aDatabaseThatClosesTheConnectionIsDown() throws Exception {
        try (var database = listener();
                var monitor = new OutageMonitor(url(database), SOON, Duration.ofMinutes(1))) {
            database.accept().close();
            database.accept().close();
            assertThat(monitor.finish().happened()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            jdbc:postgresql://127.0.0.1:5433/postgres?user=postgres | 127.0.0.1 | 5433
            jdbc:postgresql://[::1]:5433/x                          | [::1]     | 5433
            jdbc:postgresql:///x                                    | localhost | 5432
            jdbc:postgresql://db?user=me                            | db        | 5432
            jdbc:postgresql://my_db:5433/x                          | my_db     | 5433
            """)
    void readsTheHostFromTheUrl(String url, String name, int port) {
        assertThat(OutageMonitor.hosts(url)).containsExactly(InetSocketAddress.createUnresolved(name, port));
    }

    @Test
    void oneOfSeveralHostsIsEnough() {
        assertThat(OutageMonitor.hosts("jdbc:postgresql://one:1,two/x"))
                .containsExactly(
                        InetSocketAddress.createUnresolved("one", 1), InetSocketAddress.createUnresolved("two", 5432));
    }

    private static ServerSocket listener() throws Exception {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    private static String url(ServerSocket database) {
        return "jdbc:postgresql://127.0.0.1:%d/x?user=u".formatted(database.getLocalPort());
    }
}
