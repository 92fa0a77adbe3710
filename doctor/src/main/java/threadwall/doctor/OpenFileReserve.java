package threadwall.doctor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Open files that are held back, so that there are some left when the machine has no more (fs.file-max, ENFILE): without
 * them we could open nothing of /proc at that wall. How many were open there is read through a file that is open already,
 * before any are given back.
 */
final class OpenFileReserve implements AutoCloseable {

    /** A reading of /proc has one or two open at a time; others on the machine take some, too. */
    static final int FILES = 16;

    private final FileChannel count;
    private final List<FileChannel> held = new ArrayList<>();

    private OpenFileReserve(FileChannel count) {
        this.count = count;
    }

    static OpenFileReserve hold() throws IOException {
        var reserve = new OpenFileReserve(FileChannel.open(Path.of("/proc/sys/fs/file-nr")));
        try {
            for (int i = 0; i < FILES; i++) {
                reserve.held.add(FileChannel.open(Path.of("/dev/null")));
            }
            return reserve;
        } catch (IOException none) {
            reserve.close();
            throw none;
        }
    }

    /** Files that are open now on the whole machine: the first number, which comes anew with a read at offset 0. */
    long openFiles() throws IOException {
        var text = ByteBuffer.allocate(100);
        count.read(text, 0);
        return Long.parseLong(
                StandardCharsets.US_ASCII.decode(text.flip()).toString().split("\\s+")[0]);
    }

    /** Gives the files back that were held. */
    void release() throws IOException {
        for (var file : held) {
            file.close();
        }
        held.clear();
    }

    @Override
    public void close() throws IOException {
        release();
        count.close();
    }
}
