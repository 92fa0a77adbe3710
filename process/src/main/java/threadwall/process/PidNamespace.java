package threadwall.process;

import java.io.IOException;
import java.nio.file.Path;

/** Checks that /proc shows the PID namespace of this process. */
public final class PidNamespace {

    private PidNamespace() {}

    /**
     * Processes are found in /proc and signalled by PID. That works only where /proc shows this process's PID
     * namespace.
     *
     * @throws PreconditionException (environment) when it shows another
     */
    public static void requireOwnProc() throws IOException, PreconditionException {
        var self = Path.of("/proc/self").toRealPath().getFileName().toString();
        if (!self.equals(Long.toString(ProcessHandle.current().pid()))) {
            throw PreconditionException.environment(
                    "/proc belongs to a different PID namespace than this process. Mount a matching /proc: unshare"
                            + " --mount-proc, or mount -t proc proc /proc");
        }
    }
}
