package threadwall.loadgen.clean;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFolderTest {

    @TempDir
    Path temporary;

    @Test
    void thoseThatNobodyUsesGoAndNoOthers() throws Exception {
        var unused = made("threadwall-serve-1", 60);
        Files.createDirectories(unused.resolve("data/base"));
        Files.writeString(unused.resolve("data/base/1"), "x");
        Files.createSymbolicLink(unused.resolve("link"), made("somebody's", 60));
        Files.setLastModifiedTime(unused, FileTime.from(Instant.now().minusSeconds(60)));
        var young = made("threadwall-postgres-2", 0);
        var named = made("threadwall-probe-3", 60);
        var open = made("threadwall-store-4", 60);
        var theirs = List.of(made("threadwall-report", 60), made("threadwall-serve-x", 60), made("other", 60));
        Files.createSymbolicLink(temporary.resolve("threadwall-serve-5"), theirs.getLast());

        var byName = new ProcessBuilder("bash", "-c", "read -r _; :", "bash", named + "/control").start();
        var byFile = new ProcessBuilder("cat")
                .redirectOutput(open.resolve("log").toFile())
                .start();
        Files.setLastModifiedTime(open, FileTime.from(Instant.now().minusSeconds(60)));
        try {
            var found = TemporaryFolder.in(temporary, Set.of());
            assertThat(found).extracting(TemporaryFolder::path).containsExactly(young, named, unused, open);
            assertThat(found.get(0).spared())
                    .hasValueSatisfying(why -> assertThat(why).startsWith("it was made within"));
            assertThat(found.get(1).spared()).contains("it is in use by process " + byName.pid());
            assertThat(found.get(2).spared()).isEmpty();
            assertThat(found.get(3).spared()).contains("it is in use by process " + byFile.pid());
            assertThat(TemporaryFolder.in(temporary, Set.of(byName.pid()))
                            .get(1)
                            .spared())
                    .isEmpty();

            found.get(2).remove();
            assertThat(unused).doesNotExist();
            assertThat(temporary.resolve("somebody's")).exists();
            assertThat(theirs).allSatisfy(folder -> assertThat(folder).exists());
        } finally {
            byName.destroyForcibly();
            byFile.destroyForcibly();
        }
    }

    private Path made(String name, int secondsAgo) throws IOException {
        var folder = Files.createDirectory(temporary.resolve(name));
        return Files.setLastModifiedTime(folder, FileTime.from(Instant.now().minusSeconds(secondsAgo)));
    }
}
