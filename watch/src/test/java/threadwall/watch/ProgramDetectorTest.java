package threadwall.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Strangers are not asked each time, and yet nobody is missed for long. */
class ProgramDetectorTest {

    @TempDir
    Path proc;

    ProgramDetector programs;

    @BeforeEach
    void make() {
        programs = new ProgramDetector(proc);
    }

    private void runs(long pid, String... line) throws IOException {
        var folder = Files.createDirectories(proc.resolve(Long.toString(pid)));
        Files.writeString(folder.resolve("cmdline"), String.join("\0", line) + "\0");
    }

    private Map<Long, DetectedProgram> look() throws IOException {
        return programs.among(programs.pids(), DetectedProgram::known);
    }

    @Test
    void seesProcessesAndNothingElse() throws IOException {
        Files.createDirectory(proc.resolve("net"));
        runs(7, "bash");
        runs(42, "ab", "http://127.0.0.1:1/");
        assertThat(programs.pids()).containsExactlyInAnyOrder(7L, 42L);
        assertThat(look()).containsOnlyKeys(42L);
    }

    @Test
    void aYoungProcessThatBecomesAnotherProgramIsSeenAtTheNextLook() throws IOException {
        runs(7, "setpriv", "ab");
        assertThat(look()).isEmpty();
        runs(7, "ab", "http://127.0.0.1:1/");
        assertThat(look()).containsOnlyKeys(7L);
    }

    @Test
    void anOldOneIsSeenSoonerOrLater() throws IOException {
        runs(7, "bash");
        for (int i = 0; i < 100; i++) {
            assertThat(look()).isEmpty();
        }
        runs(7, "ab", "http://127.0.0.1:1/");
        int looks = 1;
        while (look().isEmpty()) {
            looks++;
        }
        assertThat(looks).isLessThanOrEqualTo(16);
    }

    @Test
    void aPidThatComesAgainIsYoungAgain() throws IOException {
        runs(7, "bash");
        for (int i = 0; i < 100; i++) {
            look();
        }
        Files.delete(proc.resolve("7/cmdline"));
        Files.delete(proc.resolve("7"));
        look();
        runs(7, "ab");
        assertThat(look()).containsOnlyKeys(7L);
    }

    @Test
    void oneThatIsFollowedIsAskedEachTime() throws IOException {
        runs(7, "ab");
        for (int i = 0; i < 100; i++) {
            assertThat(look()).containsOnlyKeys(7L);
        }
        runs(7, "bash");
        assertThat(look()).isEmpty();
    }

    @Test
    void aProcessThatIsGoneByThenIsAStranger() throws IOException {
        assertThat(programs.among(Set.of(7L), DetectedProgram::known)).isEmpty();
    }
}
