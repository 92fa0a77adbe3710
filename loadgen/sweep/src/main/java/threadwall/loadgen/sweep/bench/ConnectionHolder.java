package threadwall.loadgen.sweep.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import threadwall.loadgen.http.ExpectedResponse;
import threadwall.loadgen.http.HttpConnection;

/**
 * A client process of {@code bench idle} and {@code bench threads}: it opens kept connections to one server, makes requests
 * on them and closes them, as it is told. It is a process of its own because descriptors are limited per process.
 *
 * <p>Arguments: HOST PORT SOURCE..., where connections use the source addresses in turn. It prints
 * {@code READY {"control":PORT}}, accepts one connection on that port of 127.0.0.1, and ends with it. Each line that it
 * receives there is a command:
 *
 * <pre>
 * open N     opens connections until N are held, and makes one request on each
 * ask N      makes one request on each of N connections that are chosen at random, or on all if no more are held
 * close half closes every other connection by reset, which leaves no TIME_WAIT
 * close all  closes all so
 * sleep MS   sends a request on each held connection that sleeps so many milliseconds
 * read       reads the answers to these
 * </pre>
 *
 * It answers with {@code progress N} from time to time, where N is what {@code done} counts. A connection that could
 * not be opened, or whose answer was wrong or missing, is closed and gets a line {@code lost CONNECTION: REASON}. The
 * last line of a command is {@code done N}: so many correct answers, requests that were sent, or closed connections.
 *
 * <p>One thread sends many requests and then reads their answers. It does not wait for events, because each connection
 * in an epoll instance would take 128 bytes of the kernel, which would be measured with those of the server.
 */
final class ConnectionHolder {

    /** Requests under way at once: few beside the accept queue of any server here. */
    private static final int BATCH = 100;

    /**
     * After so many resets, for the kernel to take them from the CPU's queue of received packets. It drops those beyond
     * {@code net.core.netdev_max_backlog} (1,000), and nobody sends a reset again: the server's end would stay open.
     */
    private static final long PAUSE_NANOS = 1_000_000;

    private static final int TIMEOUT_MILLIS = 30_000;

    /**
     * An answer may be late by a tenth of its request's sleep, and so may the server's stop, as all sleeps end at once.
     * {@link HandlerThreads} makes the sleep longer on slower machines.
     */
    static final int SLEEP_PER_EXTRA_TIME = 10;

    /** After so many connections without an answer in time, the others get no more time than it takes to read. */
    private static final int MAX_TIMEOUTS = 3;

    private final InetSocketAddress server;
    private final List<InetAddress> sources;
    private final PrintWriter out;
    private List<HttpConnection> held = new ArrayList<>();
    private int opened;
    private int timeouts;

    /** Milliseconds that the requests of the last {@code sleep} sleep. */
    private int sleeping;

    /** When the last of them was sent, by {@link System#nanoTime()}. */
    private long sentNanos;

    private ConnectionHolder(InetSocketAddress server, List<InetAddress> sources, PrintWriter out) {
        this.server = server;
        this.sources = sources;
        this.out = out;
    }

    public static void main(String[] arguments) throws IOException {
        var server = new InetSocketAddress(InetAddress.getByName(arguments[0]), Integer.parseInt(arguments[1]));
        var sources = new ArrayList<InetAddress>();
        for (var source : List.of(arguments).subList(2, arguments.length)) {
            sources.add(InetAddress.getByName(source));
        }
        try (var listener = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            System.out.println("READY {\"control\":" + listener.getLocalPort() + "}");
            try (var control = listener.accept();
                    var in = new BufferedReader(
                            new InputStreamReader(control.getInputStream(), StandardCharsets.US_ASCII));
                    var out = new PrintWriter(control.getOutputStream(), true, StandardCharsets.US_ASCII)) {
                var holder = new ConnectionHolder(server, sources, out);
                for (var command = in.readLine(); command != null; command = in.readLine()) {
                    holder.run(command.split(" "));
                }
            }
        }
    }

    private void run(String[] command) {
        timeouts = 0;
        int done =
                switch (command[0]) {
                    case "open" -> open(Integer.parseInt(command[1]) - held.size());
                    case "ask" -> ask(chosen(Integer.parseInt(command[1])));
                    case "close" -> close(command[1].equals("half"));
                    case "sleep" -> sleep(Integer.parseInt(command[1]));
                    case "read" -> read();
                    default -> throw new IllegalArgumentException(command[0]);
                };
        out.println("done " + done);
    }

    private int open(int count) {
        int answered = 0;
        for (int left = count; left > 0; left -= BATCH) {
            var batch = new ArrayList<HttpConnection>(BATCH);
            for (int i = Math.min(left, BATCH); i > 0; i--) {
                // one further in each round, so that no source has all those that "close half" keeps
                var source = sources.get((opened + opened / sources.size()) % sources.size());
                opened++;
                try {
                    var connection = HttpConnection.open(server, source, patience());
                    connection.resetOnClose();
                    batch.add(connection);
                } catch (IOException e) {
                    lost(source.getHostAddress(), e);
                }
            }
            held.addAll(batch);
            answered += ask(batch, answered);
        }
        return answered;
    }

    private List<HttpConnection> chosen(int count) {
        if (count >= held.size()) {
            return held;
        }
        var any = new ArrayList<>(held);
        Collections.shuffle(any);
        return any.subList(0, count);
    }

    private int ask(List<HttpConnection> asked) {
        int answered = 0;
        var all = List.copyOf(asked); // those that are lost leave the list
        for (int from = 0; from < all.size(); from += BATCH) {
            answered += ask(all.subList(from, Math.min(from + BATCH, all.size())), answered);
        }
        return answered;
    }

    /** @param before correct answers to this command so far */
    private int ask(List<HttpConnection> batch, int before) {
        var broken = send("/json", batch);
        broken.addAll(read(ExpectedResponse.hello(), without(broken, batch)));
        drop(broken);
        int answered = batch.size() - broken.size();
        out.println("progress " + (before + answered));
        return answered;
    }

    private int sleep(int millis) {
        sleeping = millis;
        drop(send("/json2?time=" + millis, held));
        sentNanos = System.nanoTime();
        return held.size();
    }

    private int read() {
        var broken = read(ExpectedResponse.helloAfter(sleeping), held);
        sleeping = 0;
        drop(broken);
        return held.size();
    }

    /** @return the connections that are lost */
    private Set<HttpConnection> send(String path, List<HttpConnection> connections) {
        var request =
                "GET %s HTTP/1.1\r\nHost: %s:%d\r\n\r\n".formatted(path, server.getHostString(), server.getPort());
        Set<HttpConnection> broken = new HashSet<>();
        for (var connection : connections) {
            try {
                connection.send(request);
            } catch (IOException e) {
                lost(connection.local(), e);
                broken.add(connection);
            }
        }
        return broken;
    }

    /** @return the connections that are lost */
    private Set<HttpConnection> read(ExpectedResponse expected, List<HttpConnection> connections) {
        Set<HttpConnection> broken = new HashSet<>();
        for (var connection : connections) {
            try {
                connection.timeout(asleep() + patience());
                check(expected, connection);
            } catch (IOException e) {
                lost(connection.local(), e);
                broken.add(connection);
            }
        }
        return broken;
    }

    private static List<HttpConnection> without(Set<HttpConnection> broken, List<HttpConnection> all) {
        return all.stream().filter(connection -> !broken.contains(connection)).toList();
    }

    private void drop(Set<HttpConnection> broken) {
        if (!broken.isEmpty()) {
            held.removeAll(broken);
            broken.forEach(ConnectionHolder::close);
        }
    }

    private static void check(ExpectedResponse expected, HttpConnection connection) throws IOException {
        var response = connection.read(false);
        var fault = expected.faultIn(response);
        if (fault.isPresent() || response.closes()) {
            throw new IOException(
                    "wrong answer on a kept connection: " + fault.orElse("the server closes the connection"));
        }
    }

    /** @param half keep every other connection */
    private int close(boolean half) {
        var kept = new ArrayList<HttpConnection>();
        int closed = 0;
        for (int i = 0; i < held.size(); i++) {
            if (half && i % 2 == 0) {
                kept.add(held.get(i));
                continue;
            }
            close(held.get(i));
            closed++;
            if (closed % BATCH == 0) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
        held = kept;
        return closed;
    }

    private static void close(HttpConnection connection) {
        try {
            connection.close();
        } catch (IOException e) {
            // it is gone all the same
        }
    }

    /** Milliseconds that the requests still sleep. */
    private int asleep() {
        return sleeping == 0 ? 0 : (int) Math.max(0, sleeping - (System.nanoTime() - sentNanos) / 1_000_000);
    }

    private int patience() {
        return timeouts < MAX_TIMEOUTS ? TIMEOUT_MILLIS + sleeping / SLEEP_PER_EXTRA_TIME : 1;
    }

    private void lost(String from, IOException reason) {
        if (reason instanceof SocketTimeoutException || reason.getCause() instanceof SocketTimeoutException) {
            timeouts++;
        }
        out.println(
                "lost %s to %s:%d: %s".formatted(from, server.getHostString(), server.getPort(), reason.getMessage()));
    }
}
