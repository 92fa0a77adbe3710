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

/** Unknown processes are not read in each sample, and yet none is missed for long. */
class ProgramDetectorTest {

    @TempDir
    Path proc;

    ProgramDetector detector;

    @BeforeEach
    void make() {
        detector = new ProgramDetector(proc);
    }

    private void runs(long pid, String... commandLine) throws IOException {
        var folder = Files.createDirectories(proc.resolve(Long.toString(pid)));
        Files.writeString(folder.resolve("cmdline"), String.join("\0", commandLine) + "\0");
    }

    private Map<Long, DetectedProgram> detect() throws IOException {
        return detector.among(detector.pids(), DetectedProgram::known);
    }

    @Test
    void listsProcessesAndNothingElse() throws IOException {
        Files.createDirectory(proc.resolve("net"));
        runs(7, "bash");
        runs(42, "ab", "http://127.0.0.1:1/");
        assertThat(detector.pids()).containsExactlyInAnyOrder(7L, 42L);
        assertThat(detect()).containsOnlyKeys(42L);
    }

    @Test
    void aYoungProcessThatExecsAnotherProgramIsDetectedAtOnce() throws IOException {
        runs(7, "setpriv", "ab");
        assertThat(detect()).isEmpty();
        runs(7, "ab", "http://127.0.0.1:1/");
        assertThat(detect()).containsOnlyKeys(7L);
    }

    @Test
    void anOldProcessThatExecsIsDetectedEventually() throws IOException {
        runs(7, "bash");
        for (int i = 0; i < 100; i++) {
            assertThat(detect()).isEmpty();
        }
        runs(7, "ab", "http://127.0.0.1:1/");
        int samples = 1;
        while (detect().isEmpty()) {
            samples++;
        }
        assertThat(samples).isLessThanOrEqualTo(16);
    }

    @Test
    void aReusedPidIsYoungAgain() throws IOException {
        runs(7, "bash");
        for (int i = 0; i < 100; i++) {
            detect();
        }
        Files.delete(proc.resolve("7/cmdline"));
        Files.delete(proc.resolve("7"));
        detect();
        runs(7, "ab");
        assertThat(detect()).containsOnlyKeys(7L);
    }

    @Test
    void aDetectedProcessIsReadInEachSample() throws IOException {
        runs(7, "ab");
        for (int i = 0; i < 100; i++) {
            assertThat(detect()).containsOnlyKeys(7L);
        }
        runs(7, "bash");
        assertThat(detect()).isEmpty();
    }

    @Test
    void aProcessThatHasEndedIsUnknown() throws IOException {
        assertThat(detector.among(Set.of(7L), DetectedProgram::known)).isEmpty();
    }
}
