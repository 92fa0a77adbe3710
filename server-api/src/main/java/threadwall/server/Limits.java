package threadwall.server;

import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalLong;
import threadwall.limits.ProcessLimits;
import threadwall.limits.ResourceLimit;
import threadwall.limits.SystemFiles;

/**
 * The limits in force for this process, as /health reports them; null = unlimited, or not to be read here.
 *
 * @param somaxconn net.core.somaxconn, which caps every listen backlog
 */
public record Limits(Long nofileSoft, Long nofileHard, Long nprocSoft, Long nprocHard, Long somaxconn) {

    private static volatile Limits last;

    /** As they are now; as they were when last read, if no descriptor is left to read them with. */
    public static Limits read() {
        try {
            var limits = ProcessLimits.ofThisProcess();
            last = of(
                    limits.nofile(),
                    limits.nproc(),
                    new SystemFiles(Path.of("/proc/sys")).number("net/core/somaxconn"));
        } catch (NoSuchFileException e) {
            if (last == null) {
                throw new UncheckedIOException("cannot read this process's limits", e);
            }
        }
        return last;
    }

    private static Limits of(ResourceLimit nofile, ResourceLimit nproc, Long somaxconn) {
        return new Limits(
                value(nofile.soft()), value(nofile.hard()), value(nproc.soft()), value(nproc.hard()), somaxconn);
    }

    private static Long value(OptionalLong limit) {
        return limit.isPresent() ? Long.valueOf(limit.getAsLong()) : null;
    }
}
