package threadwall.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PauseFileTest {

    private static final List<GcPause> TWO = List.of(new GcPause(12, 3.125, 0), new GcPause(1_250, 10.5, 2));

    @TempDir
    Path folder;

    @Test
    void readsWhatItWrote() throws IOException {
        PauseFile.write(folder, TWO);
        assertThat(PauseFile.read(folder)).isEqualTo(TWO);
        assertThat(file()).content().startsWith("millis,pauseMillis,shard\n12,3.125,0\n");
    }

    @Test
    void writesAHeaderWithoutPausesAndNoFileWithoutALog() throws IOException {
        assertThat(PauseFile.read(folder)).isEmpty();
        PauseFile.write(folder, List.of());
        assertThat(file()).hasContent("millis,pauseMillis,shard");
        assertThat(PauseFile.read(folder)).isEmpty();
    }

    @Test
    void stopsAtATruncatedLine() throws IOException {
        PauseFile.write(folder, TWO);
        Files.writeString(file(), "1300,1", StandardOpenOption.APPEND);
        assertThat(PauseFile.read(folder)).isEqualTo(TWO);
    }

    private Path file() {
        return folder.resolve(PauseFile.NAME);
    }
}
