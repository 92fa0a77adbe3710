package threadwall.peers.virtual;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads request heads in order and writes responses, each in one write. Its thread blocks in read and write. */
final class Connection {
    private static final int LONGEST_HEAD = 8192;
    private static final int FIRST = 512;

    private final SocketChannel channel;
    private byte[] bytes = new byte[FIRST];
    private ByteBuffer free = ByteBuffer.wrap(bytes);
    private int headEnd;

    Connection(SocketChannel channel) {
        this.channel = channel;
    }

    /**
     * Waits until a whole head has arrived, or the longest that is allowed.
     *
     * @return false at the end of the connection
     */
    boolean awaitHead() throws IOException {
        skipEmptyLines();
        for (int from = 0; (headEnd = endOfHead(from)) < 0 && free.position() < LONGEST_HEAD; ) {
            if (!free.hasRemaining()) {
                int filled = free.position();
                bytes = Arrays.copyOf(bytes, 2 * bytes.length);
                free = ByteBuffer.wrap(bytes).position(filled);
            }
            from = Math.max(0, free.position() - 3);
            if (channel.read(free) < 0) {
                return false;
            }
            if (from == 0) {
                skipEmptyLines();
            }
        }
        return true;
    }

    /**
     * Answers the request whose head has arrived.
     *
     * @param last whether the connection must end after it
     * @return whether the connection stays open
     */
    boolean answer(Routing routing, boolean last) throws IOException, InterruptedException {
        Response response;
        boolean goesOn = false;
        try {
            var request = head();
            goesOn = request.keepAlive() && !last;
            response = routing.answer(request).to(request, goesOn);
        } catch (Request.Malformed e) {
            response = Response.refused(e.getMessage());
        }
        var out = response.encode();
        while (out.hasRemaining()) { // a blocking write writes everything
            channel.write(out);
        }
        return goesOn;
    }

    private Request head() throws Request.Malformed {
        if (headEnd < 0) {
            throw new Request.Malformed("a head of more than " + LONGEST_HEAD + " bytes");
        }
        var head = new String(bytes, 0, headEnd, StandardCharsets.ISO_8859_1);
        free.flip().position(headEnd + 4);
        free.compact();
        return Request.parse(head);
    }

    private int endOfHead(int from) {
        for (int i = from; i + 3 < free.position(); i++) {
            if (bytes[i] == '\r' && bytes[i + 1] == '\n' && bytes[i + 2] == '\r' && bytes[i + 3] == '\n') {
                return i;
            }
        }
        return -1;
    }

    /** Empty lines before a request are skipped (RFC 9112, 2.2). */
    private void skipEmptyLines() {
        while (free.position() >= 2 && bytes[0] == '\r' && bytes[1] == '\n') {
            free.flip().position(2);
            free.compact();
        }
    }
}
