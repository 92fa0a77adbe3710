package threadwall.resilience;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A client's connection that sends the bytes it is told to, and reads answers strictly: by Content-Length, one after
 * another. Blocking; for a virtual thread each.
 */
final class RawHttpConnection implements Closeable {

    private static final int LONGEST_LINE = 8 * 1024;
    private static final int LONGEST_BODY = 4 * 1024 * 1024;
    private static final int BUFFER_BYTES = 2 * 1024;

    private final Socket socket;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int at;
    private int end;
    private int mouthful = BUFFER_BYTES;
    private long pauseMillis;
    private long slowUntil;

    private RawHttpConnection(Socket socket) throws IOException {
        this.socket = socket;
        in = socket.getInputStream();
    }

    /**
     * Connects.
     *
     * @param source address of this machine to come from
     * @param patienceMillis the longest wait for the connection, and later for each part of an answer
     * @param receiveBytes of the kernel's receive buffer; 0 for its own default
     */
    static RawHttpConnection open(InetSocketAddress server, InetAddress source, int patienceMillis, int receiveBytes)
            throws IOException {
        var socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            if (receiveBytes > 0) {
                socket.setReceiveBufferSize(receiveBytes); // before it connects: the window is told then
            }
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(source, 0));
            socket.connect(server, patienceMillis);
            socket.setSoTimeout(patienceMillis);
            return new RawHttpConnection(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Takes no more than so many bytes at once, and rests before each mouthful, until then (System.nanoTime()). */
    void readSlowly(int bytes, long restMillis, long until) {
        mouthful = Math.min(bytes, BUFFER_BYTES);
        pauseMillis = restMillis;
        slowUntil = until;
    }

    /**
     * Reads an answer; those of 100 Continue are passed over.
     *
     * @param head whether it is one to HEAD, which has no body
     * @throws EOFException when the server closed before its first byte
     * @throws IOException in words when what came is no whole answer
     */
    RawResponse read(boolean head) throws IOException {
        while (true) {
            var line = line(true);
            if (!line.matches("HTTP/1\\.[01] \\d{3}( .*)?")) {
                throw new IOException("not a status line: " + printable(line));
            }
            int status = Integer.parseInt(line.substring(9, 12));
            var fields = fields();
            if (status >= 200) {
                return new RawResponse(status, line.charAt(7) == '1', fields, head ? new byte[0] : body(fields));
            }
        }
    }

    private Map<String, String> fields() throws IOException {
        var fields = new HashMap<String, String>();
        for (var line = line(false); !line.isEmpty(); line = line(false)) {
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new IOException("not a header: " + printable(line));
            }
            fields.merge(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip(),
                    (a, b) -> a + ", " + b);
        }
        return fields;
    }

    private byte[] body(Map<String, String> fields) throws IOException {
        var length = fields.getOrDefault("content-length", "missing");
        if (!length.matches("\\d{1,7}") || Integer.parseInt(length) > LONGEST_BODY) {
            throw new IOException("an answer whose Content-Length is " + printable(length));
        }
        var body = new byte[Integer.parseInt(length)];
        for (int filled = 0; filled < body.length; ) {
            if (at == end && !fill()) {
                throw new IOException("closed after %d of %d bytes of body".formatted(filled, body.length));
            }
            int more = Math.min(end - at, body.length - filled);
            System.arraycopy(buffer, at, body, filled, more);
            at += more;
            filled += more;
        }
        return body;
    }

    private String line(boolean first) throws IOException {
        var line = new ByteArrayOutputStream(64);
        while (true) {
            if (at == end && !fill()) {
                throw first && line.size() == 0
                        ? new EOFException("closed without an answer")
                        : new IOException("closed in the middle of an answer");
            }
            int b = buffer[at++];
            if (b == '\n') {
                var text = line.toString(StandardCharsets.ISO_8859_1);
                if (!text.endsWith("\r")) {
                    throw new IOException("a line of an answer that does not end in CR LF: " + printable(text));
                }
                return text.substring(0, text.length() - 1);
            }
            line.write(b);
            if (line.size() > LONGEST_LINE) {
                throw new IOException("a line of more than %d bytes in an answer".formatted(LONGEST_LINE));
            }
        }
    }

    private boolean fill() throws IOException {
        if (pauseMillis > 0) {
            RetryDelay.until(slowUntil, pauseMillis);
        }
        at = 0;
        end = Math.max(0, in.read(buffer, 0, mouthful));
        return end > 0;
    }

    /** Whether bytes have come that are not read yet; does not wait. */
    boolean hasMore() throws IOException {
        return at < end || in.available() > 0;
    }

    /** Whether the server closes now, or resets, and sends nothing more. Waits for it. */
    boolean ends() throws IOException {
        try {
            return at == end && !fill();
        } catch (SocketException reset) {
            return true;
        }
    }

    /** What {@link #ends} left unread, in words. */
    String unread() {
        return printable(new String(Arrays.copyOfRange(buffer, at, end), StandardCharsets.ISO_8859_1));
    }

    /** Hangs up by RST: what is under way both ways is lost. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** On one line of at most 80 characters, without what could steer a terminal. */
    private static String printable(String text) {
        var plain = text.replaceAll("[^\\x20-\\x7e]", "?");
        return plain.length() > 80 ? plain.substring(0, 80) + "…" : plain;
    }
}
