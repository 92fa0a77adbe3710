package threadwall.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The commit that a figure was measured at. */
public final class GitCommit {

    private static final int SECONDS = 10;

    private GitCommit() {}

    /** The project's commit, {@code -dirty} with local changes; {@code null} outside a git checkout or without git. */
    public static String of(Path home) throws InterruptedException {
        try {
            var git = new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude", "*")
                    .directory(home.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            var text = new String(git.getInputStream().readAllBytes()).strip();
            return git.waitFor(SECONDS, TimeUnit.SECONDS) && git.exitValue() == 0 ? text : null;
        } catch (IOException e) {
            return null;
        }
    }
}
