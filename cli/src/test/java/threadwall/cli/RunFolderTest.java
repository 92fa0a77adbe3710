package threadwall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.process.PreconditionException;
import threadwall.record.RunFile;

/** No two runs share a folder, even if they start in the same second. */
class RunFolderTest {

    @TempDir
    private Path temporary;

    @Test
    void theFirstRunGetsTheName() throws Exception {
        var wanted = temporary.resolve("results/20261121T145538Z");
        assertThat(RunFolder.make(wanted)).isEqualTo(wanted).isEmptyDirectory();
        assertThat(RunFolder.make(wanted)).isEqualTo(wanted.resolveSibling("20261121T145538Z-2"));
        assertThat(RunFolder.make(wanted)).isEqualTo(wanted.resolveSibling("20261121T145538Z-3"));
        assertThatThrownBy(() -> RunFolder.take(wanted))
                .isInstanceOf(PreconditionException.class)
                .hasMessage("another run has just created " + wanted + "; start this one again");
        RunFolder.take(wanted.resolveSibling("free"));
    }

    @Test
    void aFolderWithOtherFilesIsRefused() throws Exception {
        RunFolder.requireWritable(temporary);
        RunFolder.requireWritable(temporary.resolve("new/folder"));
        Files.createFile(temporary.resolve("notes.txt"));
        assertThatThrownBy(() -> RunFolder.requireWritable(temporary))
                .isInstanceOfSatisfying(
                        PreconditionException.class,
                        refused -> assertThat(refused.exitCode()).isEqualTo(2))
                .hasMessage(temporary
                        + " has files but no run.jsonl, so it is not a run's folder; choose another with --out,"
                        + " or empty it");
        Files.createFile(temporary.resolve(RunFile.NAME));
        RunFolder.requireWritable(temporary);
    }

    @Test
    void aNameIsOfferedOnlyWhileItIsUnused() throws Exception {
        var first = RunFolder.now(temporary);
        assertThat(first).doesNotExist();
        RunFolder.make(first);
        assertThat(RunFolder.now(temporary)).isNotEqualTo(first).doesNotExist();
    }
}
