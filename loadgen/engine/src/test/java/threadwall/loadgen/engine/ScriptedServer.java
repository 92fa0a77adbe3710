package threadwall.loadgen.engine;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers each request with the same bytes. */
final class ScriptedServer implements Closeable {

    private static final String LENGTH = "Content-Length: ";

    private final ServerSocket listener = new ServerSocket(0, 1_000, InetAddress.getByName("127.0.0.1"));
    private final AtomicInteger accepted = new AtomicInteger();
    private final Set<String> sources = ConcurrentHashMap.newKeySet();
    private final AtomicInteger requests = new AtomicInteger();
    private final Set<Integer> bodies = ConcurrentHashMap.newKeySet();
    private final CountDownLatch requested = new CountDownLatch(1);
    private volatile String response;
    private volatile String tenth;
    private volatile boolean closing;
    private volatile boolean inPieces;
    private volatile long answerMillis;
    private volatile int stallFrom;
    private volatile long stallMillis;
    private volatile long stalledUntil;

    ScriptedServer() throws IOException {
        Thread.ofVirtual().start(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort() + "/json";
    }

    /** @param close whether it closes the connection after each response */
    void answer(String with, boolean close) {
        response = with;
        closing = close;
    }

    void everyTenth(String with) {
        tenth = with;
    }

    /** Whether each byte is a segment of its own. */
    void inPieces(boolean pieces) {
        inPieces = pieces;
    }

    /** So long each request waits for its answer. */
    void answerAfter(long millis) {
        answerMillis = millis;
    }

    /** From this request on, all wait until so much time is over. */
    void stallFrom(int request, long millis) {
        stallFrom = request;
        stallMillis = millis;
    }

    /** Addresses that connections came from. */
    Set<String> sources() {
        return Set.copyOf(sources);
    }

    int accepted() {
        return accepted.get();
    }

    int requests() {
        return requests.get();
    }

    /** Lengths of the bodies of all requests. */
    Set<Integer> bodies() {
        return Set.copyOf(bodies);
    }

    void awaitRequest() throws InterruptedException {
        requested.await();
    }

    private void accept() {
        try {
            while (true) {
                var socket = listener.accept();
                accepted.incrementAndGet();
                sources.add(socket.getInetAddress().getHostAddress());
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException e) {
            // closed: the end
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            do {
                int body = 0;
                for (var line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
                    body = line.startsWith(LENGTH) ? Integer.parseInt(line.substring(LENGTH.length())) : body;
                }
                for (int left = body; left > 0; ) {
                    left -= in.read(new char[left]); // at the end of the stream it would never end; the client stays
                }
                bodies.add(body);
                requested.countDown();
                write(socket, next());
            } while (!closing);
        } catch (IOException | InterruptedException | NullPointerException e) {
            // the client has closed
        }
    }

    private String next() throws InterruptedException {
        int number = requests.incrementAndGet();
        Thread.sleep(answerMillis);
        if (number == stallFrom) {
            stalledUntil = System.nanoTime() + stallMillis * 1_000_000;
        }
        if (stallFrom > 0 && number >= stallFrom) {
            Thread.sleep(Math.max(0, (stalledUntil - System.nanoTime() + 999_999) / 1_000_000));
        }
        return tenth != null && number % 10 == 0 ? tenth : response;
    }

    private void write(Socket socket, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.US_ASCII);
        var out = socket.getOutputStream();
        if (!inPieces) {
            out.write(bytes);
            return;
        }
        for (byte each : bytes) {
            out.write(each);
            Thread.yield();
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
