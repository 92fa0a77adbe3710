package threadwall.server;

import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalLong;
import threadwall.limits.ProcessLimits;
import threadwall.limits.ResourceLimit;
import threadwall.limits.SystemFiles;

/**
 * The limits in force for this process, as /health reports them; null = unlimited or unreadable.
 *
 * @param somaxconn net.core.somaxconn, which caps every listen backlog
 */
public record LimitsInForce(Long nofileSoft, Long nofileHard, Long nprocSoft, Long nprocHard, Long somaxconn) {

    private static volatile LimitsInForce last;

    /** The current limits; the last ones read if no descriptor is left to read them. */
    public static LimitsInForce read() {
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

    private static LimitsInForce of(ResourceLimit nofile, ResourceLimit nproc, Long somaxconn) {
        return new LimitsInForce(
                value(nofile.soft()), value(nofile.hard()), value(nproc.soft()), value(nproc.hard()), somaxconn);
    }

    private static Long value(OptionalLong limit) {
        return limit.isPresent() ? Long.valueOf(limit.getAsLong()) : null;
    }
}
