package threadwall.cli.web;

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
import threadwall.loadgen.plan.Refused;
import threadwall.loadgen.proc.ProcessFinder;

/** The live page's server. It answers GET and HEAD, changes nothing, and looks at the machine while somebody reads. */
final class LiveServer implements AutoCloseable {

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
    private final Feed feed;

    private LiveServer(HttpServer http, String host, Feed feed) throws IOException {
        this.http = http;
        this.feed = feed;
        http.setExecutor(threads);
        http.createContext("/", new Pages(feed)).getFilters().add(new Guard(host));
        http.start();
    }

    /**
     * @param host address or name to bind
     * @param port 0 for any
     * @throws Refused when the address or the port can not be had
     */
    static LiveServer start(String host, int port, Looker.Opener looks) throws Refused, IOException {
        var http = bind(host, port);
        return new LiveServer(http, host, new Feed(looks, BETWEEN_LOOKS, PATIENCE, ROOM));
    }

    /** At any port of 127.0.0.1, with a feed of the caller's making. */
    static LiveServer start(Feed feed) throws Refused, IOException {
        var host = "127.0.0.1";
        return new LiveServer(bind(host, 0), host, feed);
    }

    private static HttpServer bind(String host, int port) throws Refused, IOException {
        InetAddress address;
        try {
            address = InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw Refused.environment("--host %s: there is no such name; give an address of this machine", host);
        }
        try {
            return HttpServer.create(new InetSocketAddress(address, port), 0);
        } catch (SocketException e) { // in use, none of ours, or below 1024
            throw Refused.environment(
                    "cannot listen at port %d on %s: %s%s; choose others with --web-port (0 for any) and --host",
                    port, host, e.getMessage(), holder(address, port));
        }
    }

    private static String holder(InetAddress address, int port) {
        try {
            return ProcessFinder.listening(address, port).stream()
                    .findFirst()
                    .map(" by pid %d"::formatted)
                    .orElse("");
        } catch (IOException e) {
            return ""; // somebody else's: its descriptors are not ours to read
        }
    }

    /** Where a browser on this machine finds the page. */
    URI url() {
        var bound = http.getAddress();
        var address = bound.getAddress().isAnyLocalAddress() ? InetAddress.ofLiteral("127.0.0.1") : bound.getAddress();
        return URI.create("http://%s:%d/".formatted(Hosts.inUrl(address), bound.getPort()));
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
