package threadwall.process.cleanup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The owner of a file. */
final class FileOwner {

    private FileOwner() {}

    /** The owner's user ID, for a link that of the link itself; empty when the file is gone. */
    static OptionalLong of(Path file) {
        try {
            var uid = (int) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
            return OptionalLong.of(Integer.toUnsignedLong(uid));
        } catch (IOException gone) {
            return OptionalLong.empty();
        }
    }
}
