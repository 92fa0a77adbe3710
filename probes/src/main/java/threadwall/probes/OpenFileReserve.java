package threadwall.probes;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Open files held in reserve for the moment when the machine has no more (fs.file-max, ENFILE): without them nothing below
 * /proc could be opened at that limit. The number of open files is read through a file that is open already, before the
 * reserve is released.
 */
final class OpenFileReserve implements AutoCloseable {

    /** Reading /proc needs one or two at a time; other processes on the machine take some of those released. */
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

    /** Open files of the whole machine: the first number, which each read at offset 0 refreshes. */
    long openFiles() throws IOException {
        var text = ByteBuffer.allocate(100);
        count.read(text, 0);
        return Long.parseLong(
                StandardCharsets.US_ASCII.decode(text.flip()).toString().split("\\s+")[0]);
    }

    /** Closes the files in reserve. */
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
