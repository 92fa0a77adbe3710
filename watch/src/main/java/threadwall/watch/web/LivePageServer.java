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

/** The live page's server. It answers GET and HEAD, changes nothing, and looks at the machine while somebody reads. */
public final class LivePageServer implements AutoCloseable {

    /** Readers at once, of {@code /events} and {@code /now} together. */
    static final int ROOM = 16;

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    /** Socket buffers are full by then, and the page has not read for a while: it is asleep, or worse. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final int STOP_SECONDS = 1;

    static {
        // of the JDK's server, which reads them when its first class is loaded; those that the user has set stay
        property("jdk.httpserver.maxConnections", "64");
        property("sun.net.httpserver.maxReqTime", "10"); // s for a request to come in
        property("sun.net.httpserver.nodelay", "true"); // else a look may lie in the kernel for 40 ms
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
     * @throws PreconditionException when the address or the port can not be had
     */
    public static LivePageServer start(String host, int port, WatchSampler.Opener looks)
            throws PreconditionException, IOException {
        var http = bind(host, port);
        return new LivePageServer(http, host, new EventFeed(looks, BETWEEN_LOOKS, PATIENCE, ROOM));
    }

    /** At any port of 127.0.0.1, with a feed of the caller's making. */
    static LivePageServer start(EventFeed feed) throws PreconditionException, IOException {
        var host = "127.0.0.1";
        return new LivePageServer(bind(host, 0), host, feed);
    }

    private static HttpServer bind(String host, int port) throws PreconditionException, IOException {
        InetAddress address;
        try {
            address = InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw PreconditionException.environment(
                    "--host %s: there is no such name; give an address of this machine", host);
        }
        try {
            return HttpServer.create(new InetSocketAddress(address, port), 0);
        } catch (SocketException e) { // in use, none of ours, or below 1024
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
            return ""; // somebody else's: its descriptors are not ours to read
        }
    }

    /** Where a browser on this machine finds the page. */
    public URI url() {
        var bound = http.getAddress();
        var address = bound.getAddress().isAnyLocalAddress() ? InetAddress.ofLiteral("127.0.0.1") : bound.getAddress();
        return URI.create("http://%s:%d/".formatted(HostLiteral.inUrl(address), bound.getPort()));
    }

    private static void property(String name, String value) {
        if (System.getProperty(name) == null) {
            System.setProperty(name, value);
        }
    }

    /** Ends all streams and gives the port back; after a second in any case. */
    @Override
    public void close() {
        feed.close();
        http.stop(STOP_SECONDS);
        threads.shutdownNow();
    }
}
