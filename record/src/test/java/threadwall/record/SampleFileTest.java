package threadwall.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.Sample.Phase;

class SampleFileTest {

    private static final Sample FULL = new Sample(
            50, Phase.WARM_UP, 1L, 2L, 3L, 4L, 5L, 6L, 7.25, 5.5, 8L, 9L, 10.5, 11L, 12L, 13L, 14L, 15L, 16L);
    private static final Sample SPARSE = new Sample(
            101,
            Phase.LOAD,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null);

    @TempDir
    Path folder;

    @Test
    void readsWhatItWrote() throws IOException {
        write();
        assertThat(SampleFile.read(folder)).containsExactly(FULL, SPARSE);
    }

    @Test
    void noFileHasNoSamples() throws IOException {
        assertThat(SampleFile.read(folder)).isEmpty();
    }

    @Test
    void stopsAtATruncatedLine() throws IOException {
        write();
        Files.writeString(file(), "150,load,1,2", StandardOpenOption.APPEND);
        assertThat(SampleFile.read(folder)).containsExactly(FULL, SPARSE);
    }

    @Test
    void findsColumnsByName() throws IOException {
        Files.writeString(file(), "open,phase,news,millis\n7,linger,x,3\n");
        assertThat(SampleFile.read(folder)).singleElement().satisfies(sample -> {
            assertThat(sample.phase()).isEqualTo(Phase.LINGER);
            assertThat(sample.open()).isEqualTo(7);
            assertThat(sample.millis()).isEqualTo(3);
            assertThat(sample.timeWait()).isNull();
        });
    }

    @Test
    void ignoresOldSamplesWithoutAPhase() throws IOException {
        Files.writeString(file(), "millis,open\n3,7\n");
        assertThat(SampleFile.read(folder)).isEmpty();
    }

    private void write() throws IOException {
        try (var file = SampleFile.create(folder)) {
            file.append(FULL);
            file.append(SPARSE);
        }
    }

    private Path file() {
        return folder.resolve(SampleFile.NAME);
    }
}
