package threadwall.kilim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import threadwall.server.Await;
import threadwall.server.ChildServer;

/** /ready and /metrics of the server as a process. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a blocked socket read ignores interrupts
@Tag("slow")
class OperatorRoutesTest {
    private ChildServer server;
    private URI url;

    @BeforeEach
    void start() throws Exception {
        server = ChildServer.start(
                KilimServer.class, "--port", "0", "--workers", "2", "--unready-time", "2s", "--max-connections", "50");
        url = URI.create(server.awaitLine("READY").get("url").asString());
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n";
    }

    private String metrics() throws IOException {
        try (var client = new RawClient(url)) {
            var reply = client.send(get("/metrics")).reply();
            assertThat(reply.headers())
                    .containsEntry("content-type", "application/openmetrics-text; version=1.0.0; charset=utf-8");
            return reply.body();
        }
    }

    @Test
    void metricsFollowTheGrammar() throws IOException {
        var lines = new ArrayList<>(metrics().lines().toList());
        assertThat(lines.removeLast()).isEqualTo("# EOF");
        var family = "";
        for (var line : lines) {
            if (line.startsWith("# TYPE ")) {
                family = line.split(" ")[2];
                assertThat(line).matches("# TYPE [a-z_]+ (gauge|counter)");
            } else if (line.startsWith("# HELP ")) {
                assertThat(line).matches("# HELP " + family + " [A-Z].*\\.");
            } else {
                assertThat(line).matches(family + "(_total)?(\\{[a-z]+=\"[a-z0-9]+\"})? [0-9]+(\\.[0-9]+)?");
            }
        }
    }

    @Test
    void metricsTellWhatHappens() throws IOException {
        try (var waiting = new RawClient(url);
                var partial = new RawClient(url);
                var refused = new RawClient(url)) {
            waiting.send(get("/json2?time=600000"));
            partial.send("GET /js");
            refused.send("nonsense\r\n").reply();
            Await.until("the server has seen it all", () -> {
                try {
                    var metrics = metrics();
                    return metrics.contains("\nkilim_handler_requests 1\n")
                            && metrics.contains("\nkilim_held_bytes 4096\n");
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(metrics())
                    .contains("kilim_connections_limit 50\n")
                    .contains("kilim_handler_requests_peak 1\n")
                    .contains("kilim_requests_total 1\n")
                    .contains("kilim_refused_total{reason=\"400\"} 1\n")
                    .contains("kilim_refused_total{reason=\"idle\"} 0\n")
                    .contains("kilim_loop_lag_seconds{loop=\"0\"} ")
                    .contains("kilim_loop_lag_seconds{loop=\"1\"} ");
            waiting.reset();
        }
    }

    /** A load balancer looks with new connections. */
    @Test
    void notReadyIsToldBeforeTheServerStops() throws Exception {
        assertThat(ready()).isEqualTo(200);
        server.terminate();
        Await.until("it says that it stops", () -> {
            try {
                return ready() == 503;
            } catch (IOException e) {
                throw new AssertionError("it has stopped already", e);
            }
        });
        try (var client = new RawClient(url)) {
            var reply = client.send(get("/ready")).reply();
            assertThat(reply.headers()).containsEntry("retry-after", "5").doesNotContainKey("connection");
            assertThat(client.send(get("/json")).reply().status()).isEqualTo(200);
        }
        server.awaitLine("STOPPED");
    }

    private int ready() throws IOException {
        try (var client = new RawClient(url)) {
            return client.send(get("/ready")).reply().status();
        }
    }
}
