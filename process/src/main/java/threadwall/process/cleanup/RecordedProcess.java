package threadwall.process.cleanup;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.LongFunction;
import threadwall.process.StatusFile;
import threadwall.process.proc.ProcessIdentity;

/**
 * A process that is alive under a pid that a run has noted.
 *
 * @param note the file that names it
 * @param spared why it is left alone; empty for one that was left behind and has to go
 */
public record RecordedProcess(Path note, ProcessIdentity process, Optional<String> spared) {

    /**
     * Who is looking.
     *
     * @param living who has a pid now
     * @param owner whose a file is, by the user's number; none when it is gone
     * @param boot as {@link ProcessIdentity#boot}
     * @param uid our own
     */
    record Now(
            LongFunction<Optional<ProcessIdentity>> living, Function<Path, OptionalLong> owner, String boot, long uid) {

        static Now read() {
            return new Now(ProcessIdentity::of, FileOwner::of, ProcessIdentity.boot(), ProcessIdentity.ourUid());
        }

        private Optional<ProcessIdentity> living(OptionalLong pid) {
            return pid.isPresent() ? living.apply(pid.getAsLong()) : Optional.empty();
        }
    }

    /** @return empty when it has ended as far as is known: by its note, by the pid being free, or by another boot since */
    static Optional<RecordedProcess> of(StatusFile note, Now now) {
        boolean otherBoot = note.boot().isPresent() && !note.boot().get().equals(now.boot());
        return note.ended() || otherBoot
                ? Optional.empty()
                : now.living(note.pid())
                        .map(process -> new RecordedProcess(
                                note.path(), process, Optional.ofNullable(spared(note, process, now))));
    }

    private static String spared(StatusFile note, ProcessIdentity process, Now now) {
        if (note.startTicks().isEmpty() || note.boot().isEmpty()) {
            return "its note does not say when it was started, so this may be another process by now";
        }
        if (note.startTicks().getAsLong() != process.startTicks()) {
            return "another process has the number by now";
        }
        if (process.uid() != now.uid()) {
            return "it runs as another user, uid " + process.uid();
        }
        if (!now.owner().apply(note.path()).equals(OptionalLong.of(now.uid()))) {
            return "its note is not ours: anybody can write down whom we are to end";
        }
        if (note.keeper().isEmpty() || note.keeperStartTicks().isEmpty()) {
            return "its note does not say who looks after it";
        }
        boolean kept = now.living(note.keeper())
                .filter(keeper -> keeper.startTicks() == note.keeperStartTicks().getAsLong())
                .isPresent();
        if (kept) {
            return "it is in use: process " + note.keeper().getAsLong() + ", which looks after it, is alive";
        }
        // a script's line has its interpreter before it, a server may put its name there; taskset has become what it
        // starts
        if (note.command()
                .filter(said -> process.command().endsWith(said) || said.endsWith(" " + process.command()))
                .isEmpty()) {
            return "it was started as something else: " + note.command().orElse("its note does not say what");
        }
        return null;
    }
}
