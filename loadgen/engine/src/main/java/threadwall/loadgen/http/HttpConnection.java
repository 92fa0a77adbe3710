package threadwall.loadgen.http;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A client's connection that sends exactly the bytes it is given, and keeps every byte it receives: a library client would
 * repair or reject what has to be seen here. It blocks, so each needs a (virtual) thread. {@code ConnectionHolder} runs
 * it with this module alone on its class path, so it and the classes that it uses need nothing but the JDK.
 */
public final class HttpConnection implements Closeable {

    private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] \\d{3}( .*)?");

    private final Socket socket;
    private final SocketInput in;
    private long sentNanos;

    private HttpConnection(Socket socket) throws IOException {
        this.socket = socket;
        in = new SocketInput(socket.getInputStream());
    }

    /** No connection could be made. The server may be full, or this machine out of ports or descriptors: no wrong answer. */
    public static final class Unreachable extends IOException {
        private static final long serialVersionUID = 1L;

        Unreachable(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }

    /** Connects with the kernel's default receive buffer. */
    public static HttpConnection open(InetSocketAddress server, InetAddress source, int timeoutMillis)
            throws IOException {
        return open(server, source, timeoutMillis, 0);
    }

    /**
     * Connects.
     *
     * @param source address of this machine to connect from
     * @param timeoutMillis longest wait for the connection, and later in each read
     * @param receiveBytes size of the kernel's receive buffer; 0 for its default
     * @throws Unreachable when there is no connection, for whatever reason
     */
    public static HttpConnection open(InetSocketAddress server, InetAddress source, int timeoutMillis, int receiveBytes)
            throws IOException {
        var socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            if (receiveBytes > 0) {
                socket.setReceiveBufferSize(receiveBytes); // before connecting, which announces the window
            }
            socket.setSoTimeout(timeoutMillis);
            socket.bind(new InetSocketAddress(source, 0));
            socket.connect(server, timeoutMillis);
            return new HttpConnection(socket);
        } catch (IOException e) {
            socket.close();
            throw new Unreachable(e);
        }
    }

    /** @param bytes characters of ISO 8859-1, one for each byte */
    public void send(String bytes) throws IOException {
        // before the write: a thread that loses its CPU after it would make the response seem early
        sentNanos = System.nanoTime();
        socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Makes reads take at most that many bytes, after a pause each, until that time of System.nanoTime(). */
    public void readSlowly(int bytes, long millis, long until) {
        in.readSlowly(bytes, millis, until);
    }

    /**
     * Reads the next of any number of responses: lines end in CR LF, a Content-Length or chunks frame the body, and
     * interim responses (100 Continue) are skipped.
     *
     * @param head whether the request was HEAD, whose response has no body
     * @throws EOFException when the server closed before the first byte
     * @throws IOException in words fit for a record when there is no complete response
     */
    public HttpResponse read(boolean head) throws IOException {
        var response = readHead(true);
        while (response.status() < 200) {
            response = readHead(true);
        }
        if (head || response.hasNoBody()) {
            return complete(response, SocketInput.EMPTY);
        }
        if (response.isChunked()) {
            return complete(response, in.chunks());
        }
        var length = response.headers().get("content-length");
        if (length == null) {
            throw new IOException("the response has no Content-Length, and its body is not in chunks");
        }
        if (!length.matches("\\d{1,8}")) {
            throw new IOException(
                    "the response's Content-Length is not a number of up to 8 digits: " + Printable.start(length));
        }
        return complete(response, in.body(Integer.parseInt(length)));
    }

    /**
     * Reads the only response under way, as {@code ab} would: its lines may end in a bare LF. Chunks, which HTTP/1.0 has not,
     * frame the body, too.
     *
     * @param framed whether a Content-Length ends the body, so that a byte after it is an error; otherwise the server's close
     *     ends it, so that a Content-Length that does not fit the body can be seen
     * @throws IOException in words fit for a record when there is no complete response
     */
    HttpResponse readSingle(boolean framed) throws IOException {
        var response = readHead(false);
        if (response.hasNoBody()) {
            return complete(response, SocketInput.EMPTY);
        }
        if (response.isChunked()) {
            return complete(response, in.chunks());
        }
        var length = response.headers().getOrDefault("content-length", "missing");
        if (!framed || !length.matches("\\d{1,8}")) {
            return complete(response, in.bodyUntilClose());
        }
        try {
            var body = in.body(Integer.parseInt(length));
            if (in.hasMore()) {
                throw new IOException("the body is longer than its Content-Length, %s".formatted(length));
            }
            return complete(response, body);
        } catch (SocketTimeoutException e) {
            throw new IOException("the body timed out before its Content-Length, %s".formatted(length), e);
        }
    }

    private HttpResponse readHead(boolean strict) throws IOException {
        if (!in.await()) {
            throw new EOFException("the connection was closed without an answer");
        }
        double waitMillis = (System.nanoTime() - sentNanos) / 1e6;
        var line = in.line(strict);
        if (!STATUS_LINE.matcher(line).matches()) {
            throw new IOException("not a status line: " + Printable.start(line));
        }
        int status = Integer.parseInt(line.substring(9, 12));
        return new HttpResponse(status, line.charAt(7) == '1', headers(strict), SocketInput.EMPTY, waitMillis);
    }

    private Map<String, String> headers(boolean strict) throws IOException {
        var headers = new HashMap<String, String>();
        for (var line = in.line(strict); !line.isEmpty(); line = in.line(strict)) {
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new IOException("not a header: " + Printable.start(line));
            }
            headers.merge(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip(),
                    (a, b) -> a + ", " + b);
        }
        return headers;
    }

    private HttpResponse complete(HttpResponse response, byte[] body) {
        in.release();
        return response.withBody(body);
    }

    /** Whether unread bytes have arrived; does not wait. */
    public boolean hasMore() throws IOException {
        return in.hasMore();
    }

    /** Waits until the server closes or resets the connection; false when it sends something instead. */
    public boolean awaitClose() throws IOException {
        try {
            return !in.await();
        } catch (SocketException reset) {
            return true;
        }
    }

    /** What the server sent when {@link #awaitClose} returned false, printable. */
    public String unread() {
        return in.unread();
    }

    /** Its own address and port, such as 127.0.0.1:40000. */
    public String local() {
        return socket.getLocalAddress().getHostAddress() + ":" + socket.getLocalPort();
    }

    /** Sets the longest wait in each read from now on. */
    public void timeout(int millis) throws IOException {
        socket.setSoTimeout(millis);
    }

    /** Makes the close, or the end of this process, send RST: data in flight is lost, and no TIME_WAIT remains. */
    public void resetOnClose() throws IOException {
        socket.setSoLinger(true, 0);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
