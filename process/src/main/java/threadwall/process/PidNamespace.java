package threadwall.process;

import java.io.IOException;
import java.nio.file.Path;

/** The PID namespace that /proc shows. */
public final class PidNamespace {

    private PidNamespace() {}

    /**
     * Processes are found in /proc and signalled by PID, which works only where /proc shows this process's own namespace.
     *
     * @throws PreconditionException (environment) when it shows another
     */
    public static void requireProcOfOurs() throws IOException, PreconditionException {
        var self = Path.of("/proc/self").toRealPath().getFileName().toString();
        if (!self.equals(Long.toString(ProcessHandle.current().pid()))) {
            throw PreconditionException.environment(
                    "/proc shows another PID namespace than this one: mount it anew, as by"
                            + " unshare --mount-proc, or mount -t proc proc /proc");
        }
    }
}
