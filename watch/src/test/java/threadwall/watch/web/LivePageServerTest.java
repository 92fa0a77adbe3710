package threadwall.watch.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import threadwall.process.PreconditionException;

/** The live page's server with fake samplers, many samples a second. */
@Tag("slow")
@Timeout(60)
class LivePageServerTest {

    private static final Duration SAMPLE_INTERVAL = Duration.ofMillis(20);

    private final FakeSamplers samplers = new FakeSamplers();
    private final List<LivePageServer> started = new ArrayList<>();

    /** With a longer read time-out than a reader waits for a CPU on a busy machine. */
    private LivePageServer start(FakeSamplers fakeSamplers, int maxReaders) throws Exception {
        return start(fakeSamplers, maxReaders, Duration.ofMinutes(1));
    }

    private LivePageServer start(FakeSamplers fakeSamplers, int maxReaders, Duration readTimeout) throws Exception {
        var feed = new EventFeed(fakeSamplers, SAMPLE_INTERVAL, readTimeout, maxReaders);
        var server = LivePageServer.start(feed);
        started.add(server);
        return server;
    }

    @AfterEach
    void stop() {
        started.forEach(LivePageServer::close);
    }

    @Test
    void thePageAndAllFilesItReferencesAreServed() throws Exception {
        var server = start(samplers, 1);
        var named = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
        try (var page = RawHttpResponse.get(server.url(), "/")) {
            assertThat(page.status).isEqualTo(200);
            assertThat(page.headers).containsEntry("Content-Type", "text/html; charset=utf-8");
            var html = page.body();
            assertThat(html).contains("threadwall").doesNotContain("style=", "<style", "onload=");
            var files =
                    named.matcher(html).results().map(match -> match.group(1)).toList();
            assertThat(files).contains("live.js", "charts.js", "uPlot.iife.min.js", "threadwall.css");
            for (var file : files) {
                try (var answer = RawHttpResponse.get(server.url(), "/" + file)) {
                    assertThat(answer.status).as(file).isEqualTo(200);
                    assertThat(answer.body()).as(file).isNotBlank();
                    assertThat(answer.headers)
                            .as(file)
                            .containsEntry("X-Content-Type-Options", "nosniff")
                            .containsEntry("Referrer-Policy", "no-referrer")
                            .hasEntrySatisfying(
                                    "Content-Security-Policy",
                                    policy -> assertThat(policy).startsWith("default-src 'self';"));
                }
            }
        }
        assertThat(samplers.taken).as("reading files takes no sample").hasValue(0);
    }

    @Test
    void nothingElseIsServed() throws Exception {
        var server = start(samplers, 1);
        for (var path : List.of("/nothing", "/live.html", "/../live.html", "/%2e%2e/report/", "/LICENSE.uPlot")) {
            try (var answer = RawHttpResponse.get(server.url(), path)) {
                assertThat(answer.status).as(path).isEqualTo(404);
            }
        }
    }

    @Test
    void onlyGetAndHeadAreAllowed() throws Exception {
        var server = start(samplers, 1);
        var host = "Host: " + server.url().getAuthority();
        for (var method : List.of("POST", "PUT", "DELETE", "OPTIONS", "TRACE")) {
            try (var answer =
                    RawHttpResponse.request(server.url(), method + " / HTTP/1.1", host, "Content-Length: 0")) {
                assertThat(answer.status).as(method).isEqualTo(405);
                assertThat(answer.headers).containsEntry("Allow", "GET, HEAD");
            }
        }
        try (var head = RawHttpResponse.request(server.url(), "HEAD / HTTP/1.1", host, "Connection: close");
                var page = RawHttpResponse.get(server.url(), "/")) {
            assertThat(head.headers).containsEntry("Content-Length", page.headers.get("Content-Length"));
            head.awaitEnd();
        }
    }

    @Test
    void aForeignHostIsRejected() throws Exception {
        var server = start(samplers, 1);
        var port = server.url().getPort();
        for (var path : List.of("/", "/now", "/events")) {
            var line = "GET " + path + " HTTP/1.1";
            try (var foreign = RawHttpResponse.request(server.url(), line, "Host: evil.example:" + port);
                    var two = RawHttpResponse.request(server.url(), line, "Host: localhost", "Host: evil.example");
                    var none = RawHttpResponse.request(server.url(), line)) {
                assertThat(List.of(foreign.status, two.status, none.status))
                        .as(path)
                        .containsOnly(403);
                assertThat(foreign.body()).contains("http://127.0.0.1:" + port + "/");
            }
        }
        assertThat(samplers.taken).hasValue(0);
    }

    @Test
    void nowIsOneRecord() throws Exception {
        var server = start(samplers, 1);
        try (var now = RawHttpResponse.get(server.url(), "/now")) {
            assertThat(now.status).isEqualTo(200);
            assertThat(now.headers).containsEntry("Content-Type", "application/json");
            assertThat(now.body())
                    .startsWith("{\"kind\":\"watch\"")
                    .contains("\"ESTABLISHED\":3")
                    .endsWith("}\n");
        }
    }

    @Test
    void allPagesShareASampleAndNoPageMeansNoSamples() throws Exception {
        var server = start(samplers, 2);
        assertThat(samplers.open).hasValue(0);
        try (var one = RawHttpResponse.get(server.url(), "/events");
                var other = RawHttpResponse.get(server.url(), "/events")) {
            assertThat(one.headers).containsEntry("Content-Type", "text/event-stream");
            assertThat(one.next("retry: ")).isEqualTo("2000");
            // samples have numbers: if each page had its own, none would reach both
            var here = new HashSet<String>();
            var there = new HashSet<String>();
            await("a sample that both pages got", () -> {
                here.add(data(one));
                there.add(data(other));
                return here.stream().anyMatch(there::contains);
            });
            assertThat(samplers.open).hasValue(1);
        }
        await("the end of sampling", () -> samplers.open.get() == 0);
        try (var again = RawHttpResponse.get(server.url(), "/events")) {
            assertThat(again.next("data: ")).contains("\"kind\":\"watch\"");
        }
    }

    private static String data(RawHttpResponse stream) {
        try {
            return stream.next("data: ");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theNumberOfPagesIsLimited() throws Exception {
        var server = start(samplers, 2);
        var one = RawHttpResponse.get(server.url(), "/events");
        try (var other = RawHttpResponse.get(server.url(), "/events")) {
            assertThat(other.status).isEqualTo(200);
            for (var path : List.of("/events", "/now")) {
                try (var refused = RawHttpResponse.get(server.url(), path)) {
                    assertThat(refused.status).isEqualTo(503);
                    assertThat(refused.headers).containsKey("Retry-After");
                    assertThat(refused.body()).isEqualTo("2 pages are open, the maximum; close one\n");
                }
            }
            assertThat(headOfEvents(server)).isEqualTo(503);
            one.close();
            await("room for another page", () -> headOfEvents(server) == 200);
        }
    }

    private static int headOfEvents(LivePageServer server) {
        var host = "Host: " + server.url().getAuthority();
        try (var answer = RawHttpResponse.request(server.url(), "HEAD /events HTTP/1.1", host)) {
            return answer.status;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Records so large that a few of them fill the socket buffers. */
    @Test
    void aPageThatDoesNotReadIsDropped() throws Exception {
        var server = start(new FakeSamplers("n".repeat(1 << 20)), 1, Duration.ofMillis(300));
        try (var lazy = RawHttpResponse.get(server.url(), "/events")) {
            assertThat(lazy.status).isEqualTo(200);
            assertThat(headOfEvents(server)).isEqualTo(503);
            await("the lazy page's end", () -> headOfEvents(server) == 200);
        }
    }

    @Test
    void aFailedSampleIsReported() throws Exception {
        var server = start(samplers, 2);
        samplers.failure = "cannot read\nthe sockets";
        try (var stream = RawHttpResponse.get(server.url(), "/events");
                var now = RawHttpResponse.get(server.url(), "/now")) {
            assertThat(stream.next("event: ")).isEqualTo("trouble");
            assertThat(stream.next("data: ")).isEqualTo("cannot read the sockets");
            assertThat(now.status).isEqualTo(503);
            assertThat(now.body()).isEqualTo("cannot read the sockets\n");
            samplers.failure = null;
            assertThat(stream.next("data: {")).contains("watch");
        }
    }

    @Test
    void stoppingEndsTheStreamsAndReleasesThePort() throws Exception {
        var server = start(samplers, 1);
        try (var stream = RawHttpResponse.get(server.url(), "/events")) {
            var ended = CompletableFuture.runAsync(() -> {
                try {
                    stream.awaitEnd();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            server.close();
            ended.join();
        }
        try (var port = new ServerSocket()) {
            port.setReuseAddress(true);
            port.bind(new InetSocketAddress("127.0.0.1", server.url().getPort()));
        }
        await("the end of sampling", () -> samplers.open.get() == 0);
    }

    @Test
    void anUnavailablePortOrAddressIsAnEnvironmentError() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            var pid = ProcessHandle.current().pid();
            assertThatThrownBy(() -> LivePageServer.start("127.0.0.1", taken.getLocalPort(), samplers))
                    .isInstanceOfSatisfying(
                            PreconditionException.class,
                            refused -> assertThat(refused.exitCode()).isEqualTo(4))
                    .hasMessageContainingAll(
                            "port " + taken.getLocalPort() + " on 127.0.0.1", "by pid " + pid, "--web-port");
        }
        assertThatThrownBy(() -> LivePageServer.start("192.0.2.1", 0, samplers)) // TEST-NET-1, which no machine has
                .isInstanceOf(PreconditionException.class)
                .hasMessageContainingAll("192.0.2.1", "--host");
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited in vain for " + what).isLessThan(deadline);
            Thread.sleep(5);
        }
    }
}
