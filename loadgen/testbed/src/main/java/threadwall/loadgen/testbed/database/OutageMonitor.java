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
 * Probes the PostgreSQL of a step once a second: if it was down during the load, the result says nothing about the
 * server.
 *
 * <p>A probe is an SSLRequest (PostgreSQL's documentation, "Message Formats"), which PostgreSQL answers with one byte
 * before any login. So it needs no password and occupies none of the server's connections.
 */
public final class OutageMonitor implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /**
     * A database that is silent for this long is down and not merely busy; servers wait as long for it when they start.
     */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static final byte[] SSL_REQUEST =
            ByteBuffer.allocate(8).putInt(8).putInt(80_877_103).array();

    private static final Pattern HOSTS = Pattern.compile("jdbc:postgresql://([^/?]*)");

    /**
     * A name, or an address in brackets, and a port. Not parsed as a URI, which rejects host names such as {@code
     * my_db}.
     */
    private static final Pattern HOST = Pattern.compile("(\\[[^]]*]|[^:]*)(?::(\\d+))?");

    private static final String PORT = "5432";

    private final List<InetSocketAddress> hosts;
    private final Duration interval;
    private final int timeoutMillis;
    private final Thread thread;
    private final DatabaseOutage.Log log = new DatabaseOutage.Log();

    /** @param timeout for an answer */
    OutageMonitor(String url, Duration interval, Duration timeout) {
        hosts = hosts(url);
        this.interval = interval;
        timeoutMillis = Math.toIntExact(timeout.toMillis());
        thread = Thread.ofVirtual().name("database-watch").start(this::probeUntilClosed);
    }

    /** @param url jdbc:postgresql://…; with several hosts, one that answers is enough */
    public static OutageMonitor start(String url) {
        return new OutageMonitor(url, INTERVAL, TIMEOUT);
    }

    /** Host and port of each server in the URL, unresolved; the default is localhost, as in the JDBC driver. */
    static List<InetSocketAddress> hosts(String url) {
        var match = HOSTS.matcher(url);
        var named = match.lookingAt() ? match.group(1) : "";
        return Arrays.stream(named.split(",")).map(OutageMonitor::host).toList();
    }

    private static InetSocketAddress host(String text) {
        var match = HOST.matcher(text);
        if (!match.matches()) {
            throw new IllegalArgumentException("no database host in " + text);
        }
        var name = match.group(1).isEmpty() ? "localhost" : match.group(1);
        return InetSocketAddress.createUnresolved(
                name, Integer.parseInt(Objects.requireNonNullElse(match.group(2), PORT)));
    }

    private void probeUntilClosed() {
        try {
            while (true) {
                var probed = Instant.now();
                boolean answers = hosts.stream().anyMatch(this::answers);
                if (Thread.currentThread().isInterrupted()) {
                    return; // this probe was interrupted as well
                }
                log.add(probed, answers);
                Thread.sleep(interval);
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    private boolean answers(InetSocketAddress host) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(host.getHostString(), host.getPort()), timeoutMillis);
            socket.setSoTimeout(timeoutMillis);
            socket.getOutputStream().write(SSL_REQUEST);
            return socket.getInputStream().read() >= 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Stops probing and reports when the database was down. */
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
