package threadwall.kilim;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A client that sends given bytes and reads responses by their Content-Length. */
final class RawClient implements AutoCloseable {
    /** Longer than any expected wait; reaching it fails the test. */
    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;

    RawClient(URI server) throws IOException {
        socket = new Socket(server.getHost(), server.getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        in = socket.getInputStream();
    }

    /** A response; header names in lower case. */
    record Reply(String statusLine, Map<String, String> headers, String body) {
        int status() {
            return Integer.parseInt(statusLine.split(" ")[1]);
        }
    }

    RawClient send(String bytes) throws IOException {
        socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    /** Sends each byte in its own packet, as far as TCP allows. */
    RawClient sendBytewise(String bytes) throws IOException {
        for (byte b : bytes.getBytes(StandardCharsets.ISO_8859_1)) {
            socket.getOutputStream().write(b);
        }
        return this;
    }

    Reply reply() throws IOException {
        return reply(true);
    }

    /** The response to a HEAD has a length and no body. */
    Reply reply(boolean withBody) throws IOException {
        var statusLine = line();
        var headers = new LinkedHashMap<String, String>();
        for (var line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(": ");
            headers.put(line.substring(0, colon).toLowerCase(java.util.Locale.ROOT), line.substring(colon + 2));
        }
        int length = withBody ? Integer.parseInt(headers.getOrDefault("content-length", "0")) : 0;
        return new Reply(statusLine, headers, new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new IOException("connection ended after '" + line + "'");
            }
            if (b != '\r') {
                line.write(b);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    /** Everything until the server ends the connection. */
    byte[] allBytes() throws IOException {
        return in.readAllBytes();
    }

    /** Whether the server has ended the connection without sending more. */
    boolean isEnded() throws IOException {
        return in.read() < 0;
    }

    void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Resets the connection (RST). */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
