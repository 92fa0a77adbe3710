package threadwall.spring;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** One connection, byte by byte: HTTP client libraries hide too much. */
final class RawConnection implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;

    RawConnection(URI server) throws IOException {
        socket = new Socket(server.getHost(), server.getPort());
        socket.setSoTimeout(20_000);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** A response; header names in lower case. */
    record Reply(String statusLine, Map<String, String> headers, String body) {
        int status() {
            return Integer.parseInt(statusLine.split(" ")[1]);
        }
    }

    /** Sends a request without a body. */
    void send(String version, String method, String target, String... headers) throws IOException {
        var text = method + " " + target + " " + version + "\r\nHost: test\r\n";
        for (var header : headers) {
            text += header + "\r\n";
        }
        socket.getOutputStream().write((text + "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Reads the next response, which must have a Content-Length. */
    Reply receive(boolean bodyExpected) throws IOException {
        var statusLine = line();
        var headers = new LinkedHashMap<String, String>();
        for (var line = line(); !line.isEmpty(); line = line()) {
            var colon = line.indexOf(": ");
            headers.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 2));
        }
        var length = headers.get("content-length");
        if (length == null) {
            throw new AssertionError("no Content-Length: " + statusLine + " " + headers);
        }
        var body = bodyExpected ? in.readNBytes(Integer.parseInt(length)) : new byte[0];
        return new Reply(statusLine, headers, new String(body, StandardCharsets.UTF_8));
    }

    Reply ask(String version, String method, String target, String... headers) throws IOException {
        send(version, method, target, headers);
        return receive(!method.equals("HEAD"));
    }

    /** Ends this side only; the server may still answer. */
    void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Ends the connection for both sides at once. */
    int localPort() {
        return socket.getLocalPort();
    }

    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** Whether the server has closed its side. */
    boolean atEnd() throws IOException {
        return in.read() < 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c != '\r'; c = in.read()) {
            if (c < 0) {
                throw new AssertionError("connection closed after: " + line);
            }
            line.append((char) c);
        }
        if (in.read() != '\n') {
            throw new AssertionError("a carriage return alone after: " + line);
        }
        return line.toString();
    }
}
