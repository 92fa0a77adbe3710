package threadwall.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import threadwall.server.ChildServer;
import threadwall.server.CommandLines;
import threadwall.server.RequestCounter;

@Tag("slow")
class StopTest {
    private static final int CLIENTS = 5;

    @ParameterizedTest
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @EnumSource(ConcurrencyModel.class)
    void sigtermLetsRequestsFinishAndCountsThem(ConcurrencyModel model) throws Exception {
        // deferred: one Tomcat thread has all of them in the handler at once
        var workers = model == ConcurrencyModel.DEFERRED ? "1" : "" + (CLIENTS + 1);
        try (var server =
                ChildServer.start(ServerSayingHandlerFull.class, Servers.arguments(model, "--workers", workers))) {
            var url = URI.create(server.awaitLine("READY").get("url").asString());
            var clients = new ArrayList<RawConnection>();
            try {
                for (int i = 0; i < CLIENTS; i++) {
                    clients.add(new RawConnection(url));
                }
                for (var client : clients) {
                    client.send("HTTP/1.1", "GET", "/json2?time=1000");
                }
                // Tomcat closes a connection whose request no worker has begun to read
                server.awaitLine("HANDLER");
                server.terminate();
                for (var client : clients) {
                    assertThat(client.receive(true).body()).isEqualTo("{\"message\":\"Hello, World! 1000\"}");
                }
            } finally {
                for (var client : clients) {
                    client.close();
                }
            }
            assertThat(server.awaitLine("STOPPED").toString())
                    .isEqualTo("{\"server\":\"spring-%s\",\"pid\":%d,\"requests\":5,\"handlerPeak\":5}"
                            .formatted(model, server.pid()));
            assertThat(server.awaitEnd().exitCode()).isZero();
        }
    }

    /** A blocked platform thread is interrupted and a fiber holds no Tomcat thread, but a virtual thread sleeps on. */
    @Test
    void aRequestThatOutlastsTheGraceHoldsUpNothing() throws Exception {
        try (var server = ChildServer.startQuietly(SpringServer.class, Servers.arguments(ConcurrencyModel.VIRTUAL));
                var client = new RawConnection(
                        URI.create(server.awaitLine("READY").get("url").asString()))) {
            check(client);
            client.send("HTTP/1.1", "GET", "/json2?time=60000");
            server.terminate();
            server.awaitLine("STOPPED");
            var ended = server.awaitEnd();
            assertThat(ended.exitCode()).isZero();
            assertThat(ended.stderr()).doesNotContain("has not stopped");
        }
    }

    /** The server as users start it, which also prints a line when {@value #CLIENTS} requests are in the handler. */
    static final class ServerSayingHandlerFull {
        public static void main(String[] arguments) {
            var stdout = System.out; // a server turns its logs away from it
            var counter = new RequestCounter();
            Thread.startVirtualThread(() -> {
                while (counter.inHandler() < CLIENTS) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
                }
                stdout.println("HANDLER {}");
            });
            System.exit(CommandLines.of(new SpringServer(counter)).execute(arguments));
        }
    }

    private static void check(RawConnection wire) throws IOException {
        assertThat(wire.ask("HTTP/1.1", "GET", "/health").status()).isEqualTo(200);
    }
}
