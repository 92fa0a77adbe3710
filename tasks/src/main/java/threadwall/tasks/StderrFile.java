package threadwall.tasks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a program has written to standard error, in a file that may be larger than the tool's memory: its beginning, which
 * has the reason, and its end. A cut character or another encoding is no failure.
 */
final class StderrFile {

    private static final int PART_BYTES = 100_000;

    private StderrFile() {}

    /** No lines without a file. Where the middle is left out, the lines next to the gap may be incomplete. */
    static List<String> lines(Path file) throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        try (var channel = Files.newByteChannel(file)) {
            long size = channel.size();
            var head = part(channel, 0, (int) Math.min(size, PART_BYTES));
            long rest = Math.max(PART_BYTES, size - PART_BYTES);
            return size <= PART_BYTES
                    ? head.toList()
                    : Stream.concat(head, part(channel, rest, (int) (size - rest)))
                            .toList();
        }
    }

    private static Stream<String> part(SeekableByteChannel channel, long from, int bytes) throws IOException {
        var buffer = ByteBuffer.allocate(bytes);
        channel.position(from);
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {}
        return new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8).lines();
    }
}
