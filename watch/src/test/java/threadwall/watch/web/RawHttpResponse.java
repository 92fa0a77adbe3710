package threadwall.watch.web;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sends a request byte for byte, because HTTP clients do not allow a false Host header, and reads the head of the
 * response.
 */
final class RawHttpResponse implements AutoCloseable {

    final Socket socket;
    final int status;
    final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final InputStream in;

    private RawHttpResponse(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
        this.status = Integer.parseInt(line().split(" ")[1]);
        for (var line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
    }

    static RawHttpResponse get(URI server, String path) throws IOException {
        return request(server, "GET " + path + " HTTP/1.1", "Host: " + server.getAuthority());
    }

    static RawHttpResponse request(URI server, String... head) throws IOException {
        var socket = new Socket(server.getHost(), server.getPort());
        socket.setSoTimeout(20_000);
        var text = String.join("\r\n", head) + "\r\n\r\n";
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        return new RawHttpResponse(socket);
    }

    /** The body, of known length. */
    String body() throws IOException {
        var length = Integer.parseInt(headers.get("Content-Length"));
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    /** The rest of the next line of a stream that begins with this text; chunk lengths are skipped. */
    String next(String beginning) throws IOException {
        while (true) {
            var line = line();
            if (line.startsWith(beginning)) {
                return line.substring(beginning.length());
            }
        }
    }

    /** Reads until the server has closed the stream. */
    void awaitEnd() throws IOException {
        in.transferTo(OutputStream.nullOutputStream());
    }

    private String line() throws IOException {
        var bytes = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the answer ends after: " + bytes.toString(StandardCharsets.UTF_8));
            }
            bytes.write(next);
        }
        return bytes.toString(StandardCharsets.UTF_8).stripTrailing();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    @Override
    public String toString() {
        return "%d %s".formatted(status, headers.toString().toLowerCase(Locale.ROOT));
    }
}
