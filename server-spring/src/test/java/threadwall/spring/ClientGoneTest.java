package threadwall.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import org.apache.coyote.AbstractProtocol;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.tomcat.TomcatWebServer;
import picocli.CommandLine;
import threadwall.server.Await;
import threadwall.server.RequestCounter;
import threadwall.server.ServerOptions;
import threadwall.server.StoreKind;

/** A fiber that sleeps for ten minutes ends when its client is gone, and only then. */
@Tag("slow")
class ClientGoneTest {
    private static final int CLIENTS = 500;
    private static final String TEN_MINUTES = "/json2?time=600000";

    /** Longer than the interval of threadwall.spring.client.ClientSleep, so the kernel is asked about these too. */
    private static final String TWELVE_SECONDS = "/json2?time=12000";

    private final RequestCounter counter = new RequestCounter();
    private RunningSpring server;
    private URI url;

    @BeforeEach
    void start() throws Exception {
        var options = CommandLine.populateCommand(new ServerOptions(), "--port", "0");
        server = RunningSpring.start(
                ConcurrencyModel.DEFERRED, StoreKind.EMBEDDED, options, TomcatOptionsTest.options(), counter);
        url = server.identity().url();
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    @Test
    void aResetEndsTheFiberAndOthersGetTheirAnswers() throws Exception {
        try (var staying = new RawConnection(url);
                var halfClosed = new RawConnection(url)) {
            var gone = new ArrayList<RawConnection>();
            for (int i = 0; i < CLIENTS; i++) {
                gone.add(asking(TEN_MINUTES));
            }
            var goneAfterItsEnd = asking(TEN_MINUTES);
            goneAfterItsEnd.endOutput();
            gone.add(goneAfterItsEnd);
            staying.send("HTTP/1.1", "GET", TWELVE_SECONDS);
            halfClosed.send("HTTP/1.1", "GET", TWELVE_SECONDS);
            halfClosed.endOutput();
            Await.until("all requests are in the handler", () -> counter.inHandler() == CLIENTS + 3);

            for (var client : gone) {
                client.reset();
            }
            assertThat(staying.receive(true).body()).isEqualTo("{\"message\":\"Hello, World! 12000\"}");
            assertThat(halfClosed.receive(true).body()).isEqualTo("{\"message\":\"Hello, World! 12000\"}");
            Await.until("no request is in the handler", () -> counter.inHandler() == 0);
            assertThat(staying.ask("HTTP/1.1", "GET", "/json").status()).isEqualTo(200);
        }
        Await.until("Tomcat has closed all connections", () -> connections() <= 1);
        assertThat(counter.requests()).isEqualTo(CLIENTS + 4);
    }

    /** A close without a reset looks like a client that still reads, until the kernel's probe finds nobody. */
    @Test
    void theKernelProbesASilentClient() throws Exception {
        try (var client = asking(TEN_MINUTES)) {
            Await.until("the request is in the handler", () -> counter.inHandler() == 1);
            var timer = KernelTimer.of(client.localPort());
            assertThat(timer.kind()).as("keepalive").isEqualTo(2);
            assertThat(timer.seconds()).isBetween(0.01, (double) TomcatProtocol.LEAST_SILENCE);
            client.reset();
        }
    }

    private RawConnection asking(String target) throws Exception {
        var client = new RawConnection(url);
        client.send("HTTP/1.1", "GET", target);
        return client;
    }

    /** Tomcat's acceptor counts the connection that it waits for. */
    private long connections() {
        var tomcat = ((TomcatWebServer) server.context().getWebServer()).getTomcat();
        return ((AbstractProtocol<?>) tomcat.getConnector().getProtocolHandler()).getConnectionCount();
    }
}
