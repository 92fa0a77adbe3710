package threadwall.kilim.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.kilim.io.Transport.PortSharing;
import threadwall.kilim.io.Transport.ReadinessHandler;

/** What all transports guarantee, on real sockets. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a blocked socket read ignores interrupts
@ParameterizedClass
@MethodSource("threadwall.kilim.io.Transports#all")
class TransportTest {
    private static final PeerLiveness LONG = PeerLiveness.of(Duration.ofMinutes(5), Duration.ofMinutes(5));

    @Parameter
    TransportKind kind;

    private Transport transport;
    private ListeningSocket listening;
    private int told;

    @BeforeEach
    void open() throws IOException {
        transport = kind.open();
        listening = transport.listen(local("127.0.0.1", 0), 10, PortSharing.ALONE, LONG);
    }

    @AfterEach
    void close() {
        listening.close();
        transport.close();
    }

    private static InetSocketAddress local(String host, int port) throws IOException {
        return new InetSocketAddress(InetAddress.getByName(host), port);
    }

    private Socket connect() throws IOException {
        return new Socket("127.0.0.1", listening.port());
    }

    private StreamSocket accepted() throws IOException {
        listening.await(what -> told |= what);
        while (true) {
            var socket = listening.accept();
            if (socket != null) {
                listening.await(null);
                socket.register(what -> told |= what);
                return socket;
            }
            transport.poll(Long.MAX_VALUE);
        }
    }

    /** What is written leaves with the next poll, and an end after it with the one after that. */
    private void letLeave() {
        transport.poll(0);
        transport.poll(0);
    }

    /** Polls until the handler was told of that. */
    private void awaitTold(int what) {
        told = 0;
        while ((told & what) == 0) {
            transport.poll(Long.MAX_VALUE);
        }
    }

    @Test
    void namesItself() {
        assertThat(transport.name()).isEqualTo(kind.toString());
    }

    @Test
    void bytesGoBothWays() throws IOException {
        try (var client = connect()) {
            var socket = accepted();
            var buffer = new Buffer();
            assertThat(socket.read(buffer)).as("nothing is there yet").isZero();
            client.getOutputStream().write("hello".getBytes());
            awaitTold(ReadinessHandler.READ);
            assertThat(socket.read(buffer)).isEqualTo(5);
            assertThat(buffer).hasToString("hello");
            buffer.use(1);
            assertThat(socket.write(buffer, false)).isEqualTo(4);
            assertThat(buffer.isEmpty()).isTrue();
            letLeave();
            assertThat(client.getInputStream().readNBytes(4)).asString().isEqualTo("ello");
            socket.endOutput();
            letLeave();
            assertThat(client.getInputStream().read()).isEqualTo(-1);
            socket.close();
        }
    }

    /** Of several connections one at least: while this thread does not run, the kernel's timer may send the bytes. */
    @Test
    void theLastBytesLeaveWithTheEnd() throws IOException {
        int kept = 0;
        for (int i = 0; i < 20; i++) {
            try (var client = connect()) {
                var socket = accepted();
                var buffer = new Buffer();
                buffer.put("last".getBytes());
                assertThat(socket.write(buffer, true)).isEqualTo(4);
                kept += client.getInputStream().available() == 0 ? 1 : 0;
                if (i % 2 == 0) {
                    socket.endOutput();
                }
                socket.close();
                letLeave();
                assertThat(client.getInputStream().readAllBytes()).asString().isEqualTo("last");
            }
        }
        if (kind == TransportKind.EPOLL) {
            assertThat(kept).as("kept until the end, of 20").isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void thePeersEndIsACodeAndNoException(boolean reset) throws IOException {
        var client = connect();
        var socket = accepted();
        if (reset) {
            client.setSoLinger(true, 0);
        }
        client.close();
        awaitTold(ReadinessHandler.READ);
        var buffer = new Buffer();
        assertThat(socket.read(buffer)).isEqualTo(reset ? StreamSocket.GONE : StreamSocket.ENDED);
        int sent = 0;
        while (sent >= 0) { // the first may still fit into a buffer
            buffer.put("x".getBytes());
            sent = socket.write(buffer, false);
            letLeave();
        }
        assertThat(sent).isEqualTo(StreamSocket.GONE);
        socket.close();
    }

    @Test
    void aPeerThatDoesNotReadGetsWhatTheKernelTakes() throws IOException {
        try (var client = connect()) {
            var socket = accepted();
            var buffer = new Buffer();
            buffer.put(new byte[64 * 1024 * 1024]);
            int all = buffer.length();
            while (socket.write(buffer, false) > 0) {}
            assertThat(buffer.length()).isBetween(1, all - 1);
            socket.await(ReadinessHandler.WRITE);
            var reader = Thread.ofPlatform().start(() -> drain(client, all));
            while (!buffer.isEmpty()) {
                awaitTold(ReadinessHandler.WRITE);
                assertThat(socket.write(buffer, false)).isNotEqualTo(StreamSocket.ENDED);
            }
            while (reader.isAlive()) { // what was written last leaves with a poll
                transport.poll(1_000_000);
            }
            join(reader);
            socket.close();
        }
    }

    @Test
    void aSilentPeerIsAskedWhetherItIsThere() throws IOException {
        try (var client = connect()) {
            var socket = accepted();
            var timer = timer(client);
            int jiffiesASecond = 100; // proc_net_tcp.txt: in USER_HZ
            assertThat(timer.kind()).as("2 = keepalive").isEqualTo(2);
            assertThat(timer.jiffies() / jiffiesASecond)
                    .isBetween(
                            PeerLiveness.LEAST_SILENCE.toSeconds() + 1,
                            LONG.silence().toSeconds());
            socket.close();
        }
    }

    /** A timer of the kernel, as in the column "tr tm->when" of /proc/net/tcp. */
    private record KernelTimer(int kind, long jiffies) {}

    /** The timer of the accepted socket. A selector's sockets are of IPv6. */
    private KernelTimer timer(Socket client) throws IOException {
        var ports =
                String.format(":%04X %s", listening.port(), ".*" + String.format(":%04X 01", client.getLocalPort()));
        for (var file : new String[] {"tcp", "tcp6"}) {
            for (var line : Files.readAllLines(Path.of("/proc/net", file))) {
                var columns = line.strip().split("\\s+");
                if (String.join(" ", columns[1], columns[2], columns[3]).matches(".*" + ports)) {
                    var timer = columns[5].split(":");
                    return new KernelTimer(Integer.parseInt(timer[0], 16), Long.parseLong(timer[1], 16));
                }
            }
        }
        throw new AssertionError("no connection " + ports);
    }

    /** Its window is shut: it acknowledges the kernel's probes, and none of the bytes. */
    @Test
    void aPeerThatAcknowledgesNothingIsGivenUp() throws IOException {
        assumeTrue(kind != TransportKind.NIO, "the JDK has no such option");
        listening.close();
        listening = transport.listen(
                local("127.0.0.1", 0),
                10,
                PortSharing.ALONE,
                new PeerLiveness(Duration.ofMinutes(5), Duration.ofMillis(300)));
        try (var client = connect()) {
            var socket = accepted();
            var buffer = new Buffer();
            buffer.put(new byte[64 * 1024 * 1024]);
            while (socket.write(buffer, false) > 0) {}
            socket.await(0);
            awaitTold(ReadinessHandler.GONE);
            assertThat(socket.write(buffer, false)).isEqualTo(StreamSocket.GONE);
            assertThat(client.isConnected()).isTrue();
            socket.close();
        }
    }

    private static void drain(Socket client, int bytes) {
        try {
            client.getInputStream().skipNBytes(bytes);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whoIsAskedForNothingIsToldOfAResetAlone() throws IOException {
        var client = connect();
        var socket = accepted();
        socket.await(0);
        client.getOutputStream().write('x');
        client.shutdownOutput();
        transport.wake(); // the byte has arrived: loopback delivers before write returns
        told = 0;
        transport.poll(Long.MAX_VALUE);
        assertThat(told).isZero();
        client.setSoLinger(true, 0);
        client.close();
        if (kind != TransportKind.NIO) {
            awaitTold(ReadinessHandler.GONE);
        }
        socket.close();
    }

    @Test
    void whoDoesNotReadIsToldAgain() throws IOException {
        try (var client = connect()) {
            var socket = accepted();
            client.getOutputStream().write('x');
            awaitTold(ReadinessHandler.READ);
            awaitTold(ReadinessHandler.READ);
            socket.close();
        }
    }

    /** Bytes and the end arrive together while the handler reads one buffer at a time. */
    @Test
    void whoReadsAPartIsToldUntilTheEnd() throws IOException {
        var piece = new byte[5 * Buffer.SMALL + 1];
        try (var client = connect()) {
            client.getOutputStream().write(piece);
        }
        var all = new AtomicInteger();
        var last = new AtomicInteger();
        listening.await(what -> {});
        transport.poll(Long.MAX_VALUE);
        var socket = listening.accept();
        var buffer = new Buffer();
        socket.register(what -> {
            buffer.clear();
            last.set(socket.read(buffer));
            all.addAndGet(buffer.length());
        });
        while (last.get() != StreamSocket.ENDED) {
            transport.poll(Long.MAX_VALUE);
        }
        assertThat(all).hasValue(piece.length);
        socket.close();
    }

    /** The loop itself reads, for example at a stop, without an event. */
    @Test
    void whoReadsAPartUnaskedIsToldOfTheRest() throws IOException {
        try (var client = connect()) {
            var socket = accepted();
            client.getOutputStream().write(new byte[Buffer.SMALL + 1]);
            awaitTold(ReadinessHandler.READ);
            var buffer = new Buffer();
            assertThat(socket.read(buffer)).isEqualTo(Buffer.SMALL);
            awaitTold(ReadinessHandler.READ);
            buffer.clear();
            assertThat(socket.read(buffer)).isEqualTo(1);
            socket.close();
        }
    }

    /** recv stops before an urgent byte and then skips it. */
    @ParameterizedTest
    @ValueSource(strings = {"abc!xyz", "!xyz", "abc!xyz!uvw", "abc!!xyz"})
    void whatLiesBehindUrgentDataIsToldOf(String sent) throws IOException {
        try (var client = connect()) {
            for (var part : sent.splitWithDelimiters("!", 0)) {
                if (part.equals("!")) {
                    client.sendUrgentData('!');
                } else {
                    client.getOutputStream().write(part.getBytes());
                }
            }
            listening.await(what -> {});
            transport.poll(Long.MAX_VALUE);
            var socket = listening.accept();
            listening.await(null);
            var all = new Buffer();
            socket.register(what -> socket.read(all));
            while (!all.toString().endsWith(sent.substring(sent.length() - 3))) {
                transport.poll(Long.MAX_VALUE);
            }
            socket.close();
        }
    }

    @Test
    void aHandlerThatFailsCostsOthersNothing() throws IOException {
        try (var first = connect();
                var second = connect()) {
            listening.await(what -> {});
            var sockets = new ArrayList<StreamSocket>();
            while (sockets.size() < 2) {
                var socket = listening.accept();
                if (socket != null) {
                    sockets.add(socket);
                } else {
                    transport.poll(Long.MAX_VALUE);
                }
            }
            listening.await(null);
            first.getOutputStream().write('a'); // both have arrived before the next poll
            second.getOutputStream().write('b');
            var calls = new AtomicInteger();
            for (var socket : sockets) {
                socket.register(what -> {
                    socket.read(new Buffer());
                    if (calls.getAndIncrement() == 0) {
                        throw new IllegalStateException("once");
                    }
                });
            }
            var failures = new AtomicInteger();
            while (calls.get() < 2) {
                try {
                    transport.poll(Long.MAX_VALUE);
                } catch (IllegalStateException e) {
                    failures.incrementAndGet();
                }
            }
            assertThat(failures).hasValue(1);
            sockets.forEach(StreamSocket::close);
        }
    }

    @Test
    void aPortHasOneOwner() throws IOException {
        int port = listening.port();
        for (var sharing : new PortSharing[] {PortSharing.ALONE, PortSharing.FIRST}) {
            assertThatThrownBy(() -> transport.listen(local("127.0.0.1", port), 10, sharing, LONG))
                    .isInstanceOf(BindException.class)
                    .hasMessageContaining("already in use");
        }
        assertThatThrownBy(() -> transport.listen(local("192.0.2.1", 0), 10, PortSharing.ALONE, LONG))
                .isInstanceOf(BindException.class);
    }

    @Test
    void thoseWhoShareAPortGetTheirShare() throws IOException {
        var first = transport.listen(local("127.0.0.1", 0), 100, PortSharing.FIRST, LONG);
        var next = transport.listen(local("127.0.0.1", first.port()), 100, PortSharing.NEXT, LONG);
        assertThatThrownBy(() -> transport.listen(local("127.0.0.1", first.port()), 10, PortSharing.FIRST, LONG))
                .isInstanceOf(BindException.class);
        int[] taken = new int[2];
        for (int i = 0; i < 64; i++) {
            try (var client = new Socket("127.0.0.1", first.port())) {
                while (taken[0] + taken[1] == i) { // the kernel may queue it after the client has connected
                    taken[0] += take(first);
                    taken[1] += take(next);
                }
            }
        }
        assertThat(taken[0] + taken[1]).isEqualTo(64);
        assertThat(taken[0])
                .as("by a hash of the client's port: all on one side, once in 2^63")
                .isBetween(1, 63);
        first.close();
        next.close();
    }

    private static int take(ListeningSocket from) throws IOException {
        var socket = from.accept();
        if (socket == null) {
            return 0;
        }
        socket.close();
        return 1;
    }

    @Test
    void listensOnIpv6() throws IOException {
        var six = transport.listen(local("::1", 0), 10, PortSharing.ALONE, LONG);
        try (var client = new Socket("::1", six.port())) {
            while (take(six) == 0) {
                Thread.onSpinWait(); // the kernel may queue it after the client has connected
            }
        }
        six.close();
    }

    @Test
    void wakingEndsAPollOfAnotherThread() {
        transport.wake();
        var woken = new CompletableFuture<Void>();
        var poller = CompletableFuture.runAsync(() -> {
            transport.poll(Long.MAX_VALUE); // already woken
            woken.complete(null);
            transport.poll(Long.MAX_VALUE);
        });
        woken.join();
        transport.wake();
        poller.join();
    }

    @Test
    void wakingBesideAConnectionThatIsClosedEndsAPoll() throws IOException {
        try (var client = connect()) {
            var socket = accepted();
            transport.wake();
            transport.poll(Long.MAX_VALUE);
            var buffer = new Buffer();
            buffer.put("last".getBytes());
            socket.write(buffer, true);
            socket.close();
            transport.wake();
            transport.poll(Long.MAX_VALUE);
            assertThat(client.getInputStream().readAllBytes()).asString().isEqualTo("last");
        }
    }

    @Test
    void clientsThatAreLeftWaitingAreToldOfAgain() throws IOException {
        var clients = new ArrayList<Socket>();
        for (int i = 0; i < 3; i++) {
            clients.add(connect());
        }
        var taken = new ArrayList<StreamSocket>();
        listening.await(what -> {
            try {
                taken.add(listening.accept());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        while (taken.size() < 3) {
            transport.poll(Long.MAX_VALUE);
        }
        assertThat(taken).doesNotContainNull();
        listening.await(null);
        for (var socket : taken) {
            socket.register(what -> {});
            socket.close();
        }
        for (var client : clients) {
            client.close();
        }
    }

    /** A transport may write such later than it says, and the kernel may not take all of them then. */
    @Test
    void shortWritesArriveInOrder() throws IOException {
        try (var client = connect()) {
            var socket = accepted();
            int most = 32 * 1024 * 1024;
            int written = 0;
            int refused = 0;
            var buffer = new Buffer();
            while (refused < 3) {
                if (buffer.isEmpty()) {
                    written += putNumbers(buffer, written);
                }
                refused = socket.write(buffer, false) == 0 ? refused + 1 : 0;
                letLeave();
                assertThat(written).as("what the kernel takes").isLessThan(most);
            }
            int all = written + 32_000_000;
            var reader = CompletableFuture.supplyAsync(() -> firstOutOfOrder(client, all));
            socket.await(ReadinessHandler.WRITE);
            int waits = 0;
            while (!buffer.isEmpty() || written < all) {
                if (buffer.isEmpty()) {
                    written += putNumbers(buffer, written);
                }
                if (socket.write(buffer, false) == 0) {
                    awaitTold(ReadinessHandler.WRITE);
                    waits++;
                }
            }
            assertThat(waits).as("how often the kernel was full").isGreaterThan(1);
            socket.endOutput();
            while (!reader.isDone()) {
                transport.poll(TimeUnit.MILLISECONDS.toNanos(10));
            }
            assertThat(reader.join()).isEqualTo(-1);
            socket.close();
        }
    }

    /** Appends up to 1,000 bytes, each by its position; returns how many. */
    private static int putNumbers(Buffer buffer, int position) {
        var bytes = new byte[1 + position % 1_000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) ((position + i) % 251);
        }
        buffer.put(bytes);
        return bytes.length;
    }

    /** Reads to the end; the position of the first byte that is another than was written there, or missing; -1 = none. */
    private static int firstOutOfOrder(Socket client, int least) {
        try (var in = new BufferedInputStream(client.getInputStream())) {
            int position = 0;
            for (int read = in.read(); read >= 0; read = in.read()) {
                if (read != position % 251) {
                    return position;
                }
                position++;
            }
            return position < least ? position : -1;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theLastWriteArrivesThoughTheSocketIsClosed() throws IOException {
        try (var client = connect()) {
            var socket = accepted();
            long written = fill(socket, true);
            socket.close();
            var reader = CompletableFuture.supplyAsync(() -> {
                try {
                    return client.getInputStream().transferTo(OutputStream.nullOutputStream());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            while (!reader.isDone()) {
                transport.poll(TimeUnit.MILLISECONDS.toNanos(10));
            }
            assertThat(reader.join()).isEqualTo(written);
        }
    }

    /** Writes until nothing is accepted any more. */
    private long fill(StreamSocket socket, boolean last) {
        long all = 0;
        int refused = 0;
        var buffer = new Buffer();
        while (refused < 3) {
            if (buffer.isEmpty()) {
                buffer.put(new byte[10_000]);
            }
            int written = socket.write(buffer, last);
            refused = written == 0 ? refused + 1 : 0;
            all += written;
            letLeave();
        }
        return all;
    }

    /** Its socket is always ready in a way, and never for what it is watched for. */
    @Test
    void aHalfClosedPeerThatDoesNotReadCostsNothing() throws IOException {
        try (var client = connect()) {
            var socket = accepted();
            client.shutdownOutput();
            awaitTold(ReadinessHandler.READ);
            assertThat(socket.read(new Buffer())).isEqualTo(StreamSocket.ENDED);
            fill(socket, false);
            socket.await(ReadinessHandler.WRITE);
            letLeave();
            long wait = TimeUnit.MILLISECONDS.toNanos(100);
            int polls = 0;
            for (long begin = System.nanoTime(); System.nanoTime() - begin < 3 * wait; polls++) {
                transport.poll(wait);
            }
            assertThat(polls).isLessThan(20);
            socket.close();
        }
    }

    @Test
    void wakingAClosedOneDoesNothing() throws IOException {
        var other = kind.open();
        other.close();
        other.wake();
    }

    @Test
    void itIsNeverEarly() {
        long begin = System.nanoTime();
        transport.poll(TimeUnit.MICROSECONDS.toNanos(1_500));
        assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(1_500_000);
    }

    @Test
    void coalescingWaitsWhenNothingIsReady() {
        letLeave();
        long begin = System.nanoTime();
        transport.poll(Long.MAX_VALUE, 1_500_000);
        assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(1_500_000);
    }

    @Test
    void coalescingTellsOfWhatComesMeanwhile() throws IOException {
        try (var client = connect()) {
            var socket = accepted();
            letLeave();
            told = 0;
            var writer = CompletableFuture.runAsync(() -> {
                try {
                    client.getOutputStream().write('x');
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            while (told == 0) {
                transport.poll(Long.MAX_VALUE, 1_000_000);
            }
            writer.join();
            assertThat(told).isEqualTo(ReadinessHandler.READ);
            assertThat(socket.read(new Buffer())).isEqualTo(1);
            socket.close();
            letLeave();
        }
    }

    @Test
    void wakingIsNotLostByCoalescing() {
        transport.wake();
        transport.poll(Long.MAX_VALUE, 1_000_000);
    }

    @Test
    void coalescingDoesNotWaitIfItMustNot() {
        letLeave();
        transport.poll(0, TimeUnit.DAYS.toNanos(1));
    }
}
