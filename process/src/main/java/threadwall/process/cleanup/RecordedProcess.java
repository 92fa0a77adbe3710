package threadwall.process.cleanup;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.LongFunction;
import threadwall.process.StatusFile;
import threadwall.process.proc.ProcessIdentity;

/**
 * A process that is alive under a PID that a run has recorded.
 *
 * @param statusFile the file that names it
 * @param keepReason why it is not ended; empty for a process that was left behind
 */
public record RecordedProcess(Path statusFile, ProcessIdentity process, Optional<String> keepReason) {

    /**
     * What the decision depends on, apart from the status file.
     *
     * @param identityOf the process that has a PID now
     * @param owner user ID of a file's owner; empty when the file is gone
     * @param boot see {@link ProcessIdentity#bootId}
     * @param uid of this process
     */
    record SystemState(
            LongFunction<Optional<ProcessIdentity>> identityOf,
            Function<Path, OptionalLong> owner,
            String boot,
            long uid) {

        static SystemState read() {
            return new SystemState(
                    ProcessIdentity::of, FileOwner::of, ProcessIdentity.bootId(), ProcessIdentity.ownUid());
        }

        private Optional<ProcessIdentity> identityOf(OptionalLong pid) {
            return pid.isPresent() ? identityOf.apply(pid.getAsLong()) : Optional.empty();
        }
    }

    /**
     * @return empty when the process has ended: according to its status file, or because its PID is free or the machine
     *     was rebooted
     */
    static Optional<RecordedProcess> of(StatusFile status, SystemState system) {
        boolean otherBoot = status.boot().isPresent() && !status.boot().get().equals(system.boot());
        return status.ended() || otherBoot
                ? Optional.empty()
                : system.identityOf(status.pid())
                        .map(process -> new RecordedProcess(
                                status.path(), process, Optional.ofNullable(keepReason(status, process, system))));
    }

    private static String keepReason(StatusFile status, ProcessIdentity process, SystemState system) {
        if (status.startTicks().isEmpty() || status.boot().isEmpty()) {
            return "its status file has no start time, so the PID may have been reused";
        }
        if (status.startTicks().getAsLong() != process.startTicks()) {
            return "another process has reused the PID";
        }
        if (process.uid() != system.uid()) {
            return "it runs as another user, uid " + process.uid();
        }
        if (!system.owner().apply(status.path()).equals(OptionalLong.of(system.uid()))) {
            return "another user owns its status file, so it may be forged";
        }
        if (status.supervisor().isEmpty() || status.supervisorStartTicks().isEmpty()) {
            return "its status file does not name its supervisor";
        }
        boolean kept = system.identityOf(status.supervisor())
                .filter(keeper ->
                        keeper.startTicks() == status.supervisorStartTicks().getAsLong())
                .isPresent();
        if (kept) {
            return "it is in use: process " + status.supervisor().getAsLong() + ", its supervisor, is alive";
        }
        // A script's command line starts with its interpreter, and a server may put its name there. taskset has
        // replaced itself with the program that it starts.
        if (status.command()
                .filter(said -> process.command().endsWith(said) || said.endsWith(" " + process.command()))
                .isEmpty()) {
            return "its command line differs from the recorded one: "
                    + status.command().orElse("none was recorded");
        }
        return null;
    }
}
