package threadwall.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The project's commit, which a record names as the origin of its figures. */
public final class GitCommit {

    private static final int TIMEOUT_SECONDS = 10;

    private GitCommit() {}

    /**
     * The commit, with {@code -dirty} appended for local changes; {@code null} outside a git checkout or without git. A
     * release, which {@code ops/setup/dist.sh} packs, has its version and its commit in the file {@code release}.
     */
    public static String of(Path home) throws InterruptedException {
        var release = home.resolve("release");
        if (Files.exists(release)) {
            try {
                return Files.readString(release).strip().replaceFirst(".* ", "");
            } catch (IOException e) {
                return null;
            }
        }
        try {
            var git = new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude", "*")
                    .directory(home.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            var text = new String(git.getInputStream().readAllBytes()).strip();
            return git.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS) && git.exitValue() == 0 ? text : null;
        } catch (IOException e) {
            return null;
        }
    }
}
