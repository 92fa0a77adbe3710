package threadwall.kilim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Number of open descriptors of a process, from /proc. */
final class Descriptors {
    private Descriptors() {}

    static long ofThisProcess() {
        return of(ProcessHandle.current().pid());
    }

    static long of(long pid) {
        try (var descriptors = Files.list(Path.of("/proc", "" + pid, "fd"))) {
            return descriptors.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
