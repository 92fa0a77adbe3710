package threadwall.server.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads responses by their own framing, as strictly as RFC 9112 allows a client. */
final class AnswerReader {
    private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.1 ([1-5]\\d\\d) [\\t -~\\x80-\\xff]*");
    private static final Pattern FIELD_LINE =
            Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \\t]*([\\t -~\\x80-\\xff]*?)[ \\t]*");

    private final InputStream in;

    AnswerReader(InputStream in) {
        this.in = in;
    }

    /**
     * A response.
     *
     * @param fields values by lower-case names
     * @param bytes of content received
     */
    record RawAnswer(int status, Map<String, List<String>> fields, int bytes) {
        boolean isInterim() {
            return status < 200;
        }

        List<String> all(String name) {
            return fields.getOrDefault(name, List.of());
        }

        @Override
        public String toString() {
            return status + " " + fields + " and " + bytes + " bytes";
        }
    }

    /**
     * Reads the next response.
     *
     * @param toHead whether it answers a HEAD, and so has no content whatever its fields say
     */
    RawAnswer read(boolean toHead) throws IOException {
        var statusLine = STATUS_LINE.matcher(line());
        require(statusLine.matches(), "no status line: " + statusLine);
        int status = Integer.parseInt(statusLine.group(1));
        var fields = new TreeMap<String, List<String>>();
        for (var line = line(); !line.isEmpty(); line = line()) {
            var field = FIELD_LINE.matcher(line);
            require(field.matches(), "no field line: '" + line + "'");
            fields.computeIfAbsent(field.group(1).toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(field.group(2));
        }
        var head = new RawAnswer(status, fields, 0);
        return toHead || head.isInterim() ? head : new RawAnswer(status, fields, content(head));
    }

    /** Whether the server has closed or reset the connection without sending more. */
    boolean atEnd() throws IOException {
        try {
            return in.read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }

    private int content(RawAnswer head) throws IOException {
        var lengths = head.all("content-length");
        var codings = head.all("transfer-encoding");
        require(lengths.size() + codings.size() == 1, "not exactly one Content-Length or Transfer-Encoding: " + head);
        if (lengths.isEmpty()) {
            require(codings.getFirst().equalsIgnoreCase("chunked"), "not chunked: " + head);
            return chunks();
        }
        require(lengths.getFirst().matches("\\d{1,9}"), "no length: " + head);
        return skip(Integer.parseInt(lengths.getFirst()));
    }

    private int chunks() throws IOException {
        int sum = 0;
        while (true) {
            int size = Integer.parseInt(line(), 16);
            sum += skip(size);
            require(line().isEmpty(), "no CRLF behind a chunk"); // our servers send no trailers
            if (size == 0) {
                return sum;
            }
        }
    }

    private int skip(int bytes) throws IOException {
        int came = in.readNBytes(bytes).length;
        require(came == bytes, came + " of " + bytes + " bytes of content came");
        return bytes;
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c != '\r'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the connection ended after '" + line + "'");
            }
            line.append((char) c);
        }
        require(in.read() == '\n', "CR alone after '" + line + "'");
        return line.toString();
    }

    static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
