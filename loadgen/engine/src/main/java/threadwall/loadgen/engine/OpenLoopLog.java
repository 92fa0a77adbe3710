package threadwall.loadgen.engine;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import threadwall.loadgen.engine.TimedRequests.Failure;

/**
 * The log of open-loop: a line with its version, then 40 bytes for each request in the order of their ends
 * ({@code struct record} in {@code loadgen/open-loop/open_loop.c}), in the machine's byte order.
 */
final class OpenLoopLog {

    private static final byte[] FIRST_LINE = "open-loop 1\n".getBytes(StandardCharsets.US_ASCII);
    private static final int BYTES = 40;
    private static final int BUFFER = 1 << 16;

    private OpenLoopLog() {}

    /**
     * Without the last request if its record is incomplete.
     *
     * @throws IOException also if the file is not such a log
     */
    static TimedRequests read(Path file) throws IOException {
        var requests = new TimedRequests();
        var bytes = new byte[BYTES];
        var fields = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        try (var in = new BufferedInputStream(Files.newInputStream(file), BUFFER)) {
            var first = in.readNBytes(FIRST_LINE.length);
            if (first.length == 0) {
                return requests; // it was ended before it wrote
            }
            if (!Arrays.equals(first, FIRST_LINE)) {
                throw new IOException(file + ": not an open-loop log of format 1");
            }
            while (in.readNBytes(bytes, 0, BYTES) == BYTES) {
                add(fields.rewind(), requests, file);
            }
        }
        return requests;
    }

    private static void add(ByteBuffer fields, TimedRequests requests, Path file) throws IOException {
        long due = fields.getLong();
        long sent = fields.getLong();
        long ended = fields.getLong();
        int sequence = fields.getInt();
        int body = fields.getInt();
        int status = fields.getShort();
        int phase = fields.get();
        int failure = fields.get();
        if (sequence < 0 || failure < 0 || failure >= Failure.values().length) {
            throw new IOException("%s: damaged: request %d has the failure %d".formatted(file, sequence, failure));
        }
        requests.add(sequence, due, sent, ended, status, body, Failure.values()[failure]);
        requests.inPhase(sequence, phase);
    }
}
