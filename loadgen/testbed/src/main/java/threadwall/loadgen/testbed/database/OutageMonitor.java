package threadwall.loadgen.testbed.database;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Asks the PostgreSQL of a step once a second whether it is there: a load during which it was not says nothing about the
 * server.
 *
 * <p>What it sends is an SSLRequest (PostgreSQL's documentation, "Message Formats"), which is answered by one byte before
 * anybody logs in. So it needs no password, and takes no connection away from the server.
 */
public final class OutageMonitor implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** A database that says nothing for so long is away, and not only busy: as long as a server waits for it at start. */
    private static final Duration SILENT = Duration.ofSeconds(5);

    private static final byte[] SSL_REQUEST =
            ByteBuffer.allocate(8).putInt(8).putInt(80_877_103).array();

    private static final Pattern HOSTS = Pattern.compile("jdbc:postgresql://([^/?]*)");

    /** A name, or an address in brackets, and a port. No URI: to that {@code my_db} is no host. */
    private static final Pattern HOST = Pattern.compile("(\\[[^]]*]|[^:]*)(?::(\\d+))?");

    private static final String PORT = "5432";

    private final List<InetSocketAddress> hosts;
    private final Duration interval;
    private final int patienceMillis;
    private final Thread thread;
    private final DatabaseOutage.Log log = new DatabaseOutage.Log();

    private OutageMonitor(String url, Duration interval, Duration patience) {
        hosts = hosts(url);
        this.interval = interval;
        patienceMillis = Math.toIntExact(patience.toMillis());
        thread = Thread.ofVirtual().name("database-watch").start(this::watch);
    }

    /** @param url jdbc:postgresql://…; one of several hosts that answers is enough */
    public static OutageMonitor start(String url) {
        return start(url, INTERVAL, SILENT);
    }

    /** @param patience for an answer */
    static OutageMonitor start(String url, Duration interval, Duration patience) {
        return new OutageMonitor(url, interval, patience);
    }

    /** Unresolved; without a name it is this machine, as for the driver. */
    static List<InetSocketAddress> hosts(String url) {
        var match = HOSTS.matcher(url);
        var named = match.lookingAt() ? match.group(1) : "";
        return Arrays.stream(named.split(",")).map(OutageMonitor::host).toList();
    }

    private static InetSocketAddress host(String text) {
        var match = HOST.matcher(text);
        if (!match.matches()) {
            throw new IllegalArgumentException("no host of a database: " + text);
        }
        var name = match.group(1).isEmpty() ? "localhost" : match.group(1);
        return InetSocketAddress.createUnresolved(
                name, Integer.parseInt(Objects.requireNonNullElse(match.group(2), PORT)));
    }

    private void watch() {
        try {
            while (true) {
                var asked = Instant.now();
                boolean answers = hosts.stream().anyMatch(this::answers);
                if (Thread.currentThread().isInterrupted()) {
                    return; // and the question with it
                }
                log.add(asked, answers);
                Thread.sleep(interval);
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    private boolean answers(InetSocketAddress host) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(host.getHostString(), host.getPort()), patienceMillis);
            socket.setSoTimeout(patienceMillis);
            socket.getOutputStream().write(SSL_REQUEST);
            return socket.getInputStream().read() >= 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Ends the watch; when the database was away. */
    public DatabaseOutage finish() throws InterruptedException {
        close();
        thread.join();
        return log.until(Instant.now());
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
