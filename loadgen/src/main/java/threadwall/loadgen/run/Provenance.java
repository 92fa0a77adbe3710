package threadwall.loadgen.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import threadwall.record.RunRecord;

/** Where a record comes from: the machine, and the project's commit. */
public final class Provenance {

    private Provenance() {}

    /** @param ab the first line of {@code ab -V}; {@code null} where none is used */
    public static RunRecord.Machine machine(String ab) {
        var machine = threadwall.loadgen.proc.Machine.read();
        return new RunRecord.Machine(
                machine.kernel(), machine.cpu(), machine.cores(), machine.memoryBytes(), machine.jvm(), ab);
    }

    /** The project's commit, {@code -dirty} with local changes; {@code null} outside a git checkout or without git. */
    public static String commit(Path home) throws InterruptedException {
        try {
            var git = new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude", "*")
                    .directory(home.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            var text = new String(git.getInputStream().readAllBytes()).strip();
            return git.waitFor(10, TimeUnit.SECONDS) && git.exitValue() == 0 ? text : null;
        } catch (IOException e) {
            return null;
        }
    }
}
