package threadwall.watch.web;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import threadwall.process.PreconditionException;
import threadwall.process.socket.PortOwner;
import threadwall.watch.WatchSampler;

/**
 * The live page's HTTP server. It supports GET and HEAD, changes nothing, and samples the machine only while a page is
 * open.
 */
public final class LivePageServer implements AutoCloseable {

    /** Maximum of simultaneous readers of {@code /events} and {@code /now} together. */
    static final int MAX_PAGES = 16;

    private static final Duration SAMPLE_INTERVAL = Duration.ofSeconds(1);

    /** A page that has not read for this long, with full socket buffers, is asleep or gone. */
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);

    private static final int STOP_SECONDS = 1;

    static {
        // system properties of the JDK's server, which reads them when its first class is loaded; the user's own values
        // stay
        setDefault("jdk.httpserver.maxConnections", "64");
        setDefault("sun.net.httpserver.maxReqTime", "10"); // seconds to receive a request
        setDefault("sun.net.httpserver.nodelay", "true"); // without it the kernel may hold an event back for 40 ms
    }

    private final HttpServer http;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final EventFeed feed;

    private LivePageServer(HttpServer http, String host, EventFeed feed) throws IOException {
        this.http = http;
        this.feed = feed;
        http.setExecutor(threads);
        http.createContext("/", new PageRoutes(feed)).getFilters().add(new RequestGuard(host));
        http.start();
    }

    /**
     * @param host address or name to bind
     * @param port 0 for any
     * @throws PreconditionException when the address or the port is not available
     */
    public static LivePageServer start(String host, int port, WatchSampler.Opener samplers)
            throws PreconditionException, IOException {
        var http = bind(host, port);
        return new LivePageServer(http, host, new EventFeed(samplers, SAMPLE_INTERVAL, READ_TIMEOUT, MAX_PAGES));
    }

    /** Starts at any port of 127.0.0.1, with the caller's feed. */
    static LivePageServer start(EventFeed feed) throws PreconditionException, IOException {
        var host = "127.0.0.1";
        return new LivePageServer(bind(host, 0), host, feed);
    }

    private static HttpServer bind(String host, int port) throws PreconditionException, IOException {
        InetAddress address;
        try {
            address = InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw PreconditionException.environment("--host %s: unknown name; give an address of this machine", host);
        }
        try {
            return HttpServer.create(new InetSocketAddress(address, port), 0);
        } catch (SocketException e) { // in use, not an address of this machine, or a privileged port
            throw PreconditionException.environment(
                    "cannot listen at port %d on %s: %s%s; choose others with --web-port (0 for any) and --host",
                    port, host, e.getMessage(), holder(address, port));
        }
    }

    private static String holder(InetAddress address, int port) {
        try {
            return PortOwner.listening(address, port).stream()
                    .findFirst()
                    .map(" by pid %d"::formatted)
                    .orElse("");
        } catch (IOException e) {
            return ""; // another user's process, whose descriptors may not be read
        }
    }

    /** The page's address for a browser on this machine. */
    public URI url() {
        var bound = http.getAddress();
        var address = bound.getAddress().isAnyLocalAddress() ? InetAddress.ofLiteral("127.0.0.1") : bound.getAddress();
        return URI.create("http://%s:%d/".formatted(HostLiteral.format(address), bound.getPort()));
    }

    private static void setDefault(String name, String value) {
        if (System.getProperty(name) == null) {
            System.setProperty(name, value);
        }
    }

    /** Ends all streams and releases the port, after at most a second. */
    @Override
    public void close() {
        feed.close();
        http.stop(STOP_SECONDS);
        threads.shutdownNow();
    }
}
