package threadwall.kilim;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import threadwall.kilim.connection.ConnectionLimits;
import threadwall.kilim.io.TransportKind;
import threadwall.server.Await;
import threadwall.server.RequestCounter;
import threadwall.server.StoreKind;
import threadwall.store.embedded.EmbeddedData;

/** What /health costs the other clients of its loop. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a blocked socket read ignores interrupts
@ParameterizedClass
@MethodSource("threadwall.kilim.io.Transports#all")
@Tag("slow")
class HealthReaderTest {
    @Parameter
    TransportKind transport;

    private static final String GET_JSON = "GET /json HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final String GET_HEALTH = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";

    private FiberServer server;

    private FiberServer bind() throws IOException {
        return FiberServer.bind("127.0.0.1", 0, 1, transport, ConnectionLimits.DEFAULT);
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    @Test
    void makesNoGarbageOnTheLoop() throws IOException {
        server = bind().start(StoreKind.EMBEDDED, EmbeddedData.temporary(), new RequestCounter(), null);
        try (var client = new RawClient(server.url())) {
            long json = bytesARequest(client, GET_JSON);
            long health = bytesARequest(client, GET_HEALTH);
            assertThat(health).as("beside %,d of /json", json).isLessThan(json + 16 * 1024);
        }
    }

    /** Allocated by the loop's thread. */
    private static long bytesARequest(RawClient client, String request) throws IOException {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long loop = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("loop-0"))
                .findFirst()
                .orElseThrow()
                .threadId();
        client.send(request).reply();
        int requests = 200;
        long before = threads.getThreadAllocatedBytes(loop);
        for (int i = 0; i < requests; i++) {
            client.send(request).reply();
        }
        return (threads.getThreadAllocatedBytes(loop) - before) / requests;
    }

    @Test
    void aSlowReadingHoldsUpNobody() throws Exception {
        var reads = new AtomicInteger();
        var goOn = new CountDownLatch(1);
        var data = EmbeddedData.temporary();
        var health = new HealthReader(() -> {
            reads.incrementAndGet();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return new HealthReader.Health(null, "slow");
        });
        server = bind().start(
                        new RouteTable(data, new RequestCounter(), new OperatorRoutes(health, () -> true, () -> "")),
                        () -> {
                            data.close();
                            health.close();
                        });
        var waiting = new ArrayList<RawClient>();
        for (int i = 0; i < 3; i++) {
            waiting.add(new RawClient(server.url()).send(GET_HEALTH));
        }
        try (var other = new RawClient(server.url())) {
            Await.until("it is being read", () -> reads.get() == 1);
            assertThat(other.send(GET_JSON).reply().status()).isEqualTo(200);
            goOn.countDown();
            for (var client : waiting) {
                assertThat(client.reply().body()).contains("slow");
                client.close();
            }
        }
        assertThat(reads).as("for all who asked").hasValue(1);
    }
}
