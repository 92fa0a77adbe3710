package threadwall.spring;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.tomcat.TomcatWebServer;
import picocli.CommandLine;
import threadwall.server.ChildServer;
import threadwall.server.CommandLines;
import threadwall.server.Postgres;
import threadwall.server.RequestCounter;
import threadwall.server.ServerOptions;
import threadwall.server.StoreKind;

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

    /** Tomcat writes a response after the servlet has returned; here this takes as long as it might on a busy machine. */
    @ParameterizedTest
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @EnumSource(ConcurrencyModel.class)
    void aResponseThatIsWrittenLateIsWritten(ConcurrencyModel model) throws Exception {
        var returned = new CountDownLatch(1);
        var options = CommandLine.populateCommand(
                new ServerOptions(), "--port", "0", "--postgres", Postgres.url(), "--db-connections", "2");
        var server = RunningSpring.start(
                model, StoreKind.POSTGRES, options, TomcatOptionsTest.options(), new RequestCounter());
        var tomcat = ((TomcatWebServer) server.context().getWebServer()).getTomcat();
        tomcat.getEngine().getPipeline().addValve(new ValveBase(true) {
            @Override
            public void invoke(Request request, Response response) throws IOException, ServletException {
                getNext().invoke(request, response);
                if (!request.isAsync()) {
                    returned.countDown();
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
                }
            }
        });
        try (var client = new RawConnection(server.identity().url())) {
            client.send("HTTP/1.1", "GET", "/json2?time=10");
            returned.await();
            server.stop();
            assertThat(client.receive(true).body()).isEqualTo("{\"message\":\"Hello, World! 10\"}");
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
