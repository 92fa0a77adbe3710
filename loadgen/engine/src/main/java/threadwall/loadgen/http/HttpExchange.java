package threadwall.loadgen.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One connection that speaks the HTTP/1.0 that {@code ab} speaks, or the 1.1 of other engines, and keeps every byte, so
 * that a Content-Length that does not fit its body shows. A library client would mend or refuse what has to be seen here.
 */
final class HttpExchange implements Closeable {

    private static final int LONGEST_HEAD = 64 * 1024;
    private static final int LONGEST_BODY = 16 * 1024 * 1024;

    private final Socket socket;
    private final InputStream in;
    private final String host;
    private final HttpVersion version;

    private HttpExchange(Socket socket, String host, HttpVersion version) throws IOException {
        this.socket = socket;
        this.host = host;
        this.version = version;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    /**
     * One answer as it came.
     *
     * @param waitMillis from just before the request was written to the first byte
     * @param headers names in lower case; a name that came twice has its values joined by {@code ", "}
     * @param body up to the Content-Length on a kept connection and in HTTP/1.1, else up to the server's close
     */
    record Answer(int status, Map<String, String> headers, byte[] body, double waitMillis) {}

    /** There was no connection: the server may be full, or our ports or descriptors used up, which is no wrong answer. */
    static final class Unreachable extends IOException {
        private static final long serialVersionUID = 1L;

        Unreachable(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }

    /** @throws Unreachable when there is no connection, for whatever reason */
    static HttpExchange open(URI server, InetAddress source, HttpVersion version, int timeoutMillis)
            throws IOException {
        var socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(timeoutMillis);
            socket.bind(new InetSocketAddress(source, 0));
            socket.connect(new InetSocketAddress(server.getHost(), server.getPort()), timeoutMillis);
            return new HttpExchange(socket, server.getAuthority(), version);
        } catch (IOException e) {
            socket.close();
            throw new Unreachable(e);
        }
    }

    /** @throws IOException in words fit for a record when there is no whole answer */
    Answer get(String route, boolean keepAlive) throws IOException {
        var request = "GET %s %s\r\nHost: %s\r\nAccept: */*\r\n%s\r\n"
                .formatted(route, version.text, host, keepAlive ? version.keep : version.close);
        // before the write: a thread that loses its core after it would make the answer seem early
        long sent = System.nanoTime();
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        in.mark(1);
        if (in.read() < 0) {
            throw new IOException("the connection was closed without an answer");
        }
        double waitMillis = (System.nanoTime() - sent) / 1e6;
        in.reset();
        int status = status(line());
        var headers = headers();
        return new Answer(status, headers, body(headers, keepAlive), waitMillis);
    }

    private int status(String line) throws IOException {
        var parts = line.split(" ", 3);
        if (parts.length < 2 || !parts[0].startsWith("HTTP/1.") || !parts[1].matches("\\d{3}")) {
            throw new IOException("not a status line: " + shown(line));
        }
        return Integer.parseInt(parts[1]);
    }

    private Map<String, String> headers() throws IOException {
        var headers = new LinkedHashMap<String, String>();
        for (var line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new IOException("not a header: " + shown(line));
            }
            headers.merge(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip(),
                    (a, b) -> a + ", " + b);
        }
        return headers;
    }

    private byte[] body(Map<String, String> headers, boolean keepAlive) throws IOException {
        // a server of HTTP/1.1 may leave it to the client to close
        boolean stays = keepAlive || version == HttpVersion.HTTP_1_1;
        if (stays && headers.getOrDefault("content-length", "").matches("\\d{1,8}")) {
            int length = Integer.parseInt(headers.get("content-length"));
            var body = read(length);
            if (body.length < length) {
                throw new IOException("Content-Length is %d, but only %d bytes came".formatted(length, body.length));
            }
            if (in.available() > 0) {
                throw new IOException("bytes came after the %d of Content-Length".formatted(length));
            }
            return body;
        }
        return in.readNBytes(LONGEST_BODY);
    }

    private byte[] read(int length) throws IOException {
        try {
            return in.readNBytes(Math.min(length, LONGEST_BODY));
        } catch (SocketTimeoutException e) {
            throw new IOException("Content-Length is %d, but so many bytes did not come in time".formatted(length), e);
        }
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream(64);
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new IOException("the connection was closed in the middle of an answer");
            }
            if (line.size() > LONGEST_HEAD) {
                throw new IOException("a header line of more than %d bytes".formatted(LONGEST_HEAD));
            }
            line.write(b);
        }
        var text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    private static String shown(String text) {
        return text.length() > 80 ? printable(text.substring(0, 80)) + "…" : printable(text);
    }

    /** A server's bytes end in records, tables and terminals: control characters become spaces. */
    static String printable(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", " ");
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
