package threadwall.process.cleanup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.process.proc.ProcessIdentity;

@Tag("slow")
class TemporaryFolderTest {

    private Path temporary;

    /** /proc shows real paths. */
    @BeforeEach
    void resolveLinks(@TempDir Path folder) throws IOException {
        temporary = folder.toRealPath();
    }

    @Test
    void onlyUnusedFoldersAreDeleted() throws Exception {
        var unused = made("threadwall-serve-1", 60);
        Files.createDirectories(unused.resolve("data/base"));
        Files.writeString(unused.resolve("data/base/1"), "x");
        Files.createSymbolicLink(unused.resolve("link"), made("somebody's", 60));
        age(unused);
        var young = made("threadwall-postgres-2", -600);
        var named = made("threadwall-nginx-a1B2c3D4e5", 60);
        var open = made("threadwall-store-4", 60);
        var ofTomcat = made("threadwall-tomcat-6", 60);
        var ofTsung = made("threadwall-tsung.a1B2c3", 60);
        var others = List.of(
                made("threadwall-report", 60),
                made("threadwall-serve-x", 60),
                made("threadwall-nginx-1", 60),
                made("threadwall-tsung.x", 60),
                made("other", 60));
        Files.createSymbolicLink(temporary.resolve("threadwall-serve-5"), others.getLast());

        var byName = new ProcessBuilder("bash", "-c", "read -r _; :", "bash", named + "/control").start();
        var byFile = new ProcessBuilder("cat")
                .redirectOutput(open.resolve("log").toFile())
                .start();
        age(open);
        try {
            var found = found();
            assertThat(found)
                    .extracting(TemporaryFolder::path)
                    .containsExactly(named, young, unused, open, ofTomcat, ofTsung);
            assertThat(found.get(1).keepReason())
                    .hasValueSatisfying(why -> assertThat(why).startsWith("it is newer than"));
            assertThat(found.get(0).keepReason()).contains("it is in use by process " + byName.pid());
            assertThat(found.get(2).keepReason()).isEmpty();
            assertThat(found.get(3).keepReason()).contains("it is in use by process " + byFile.pid());
            assertThat(TemporaryFolder.in(temporary, Set.of(byName.pid()), List.of())
                            .get(0)
                            .keepReason())
                    .isEmpty();

            found.get(2).remove();
            assertThat(unused).doesNotExist();
            assertThat(temporary.resolve("somebody's")).exists();
            assertThat(others).allSatisfy(folder -> assertThat(folder).exists());
        } finally {
            byName.destroyForcibly();
            byFile.destroyForcibly();
        }
    }

    /** The lock is held by this process, whose own use is ignored, as if it were in another PID namespace. */
    @Test
    void aLockedFolderIsKept() throws Exception {
        var folder = made("threadwall-serve-1", 0);
        try (var lock = FolderLock.of(folder)) {
            age(folder);
            assertThat(found().getFirst().keepReason())
                    .contains("it is in use by a process that is not visible here, perhaps in a container");
        }
        assertThat(found().getFirst().keepReason()).isEmpty();
    }

    @Test
    void aLongerNameInACommandLineIsAnotherFolder() throws Exception {
        var folder = made("threadwall-postgres-1", 0);
        var other = new ProcessBuilder("tail", "-f", "/dev/null", folder + "2/no-such-file").start();
        age(folder);
        try {
            assertThat(found().getFirst().keepReason()).isEmpty();
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void aWorkingDirectoryIsKept() throws Exception {
        var folder = made("threadwall-postgres-1", 0);
        var inside = new ProcessBuilder("cat")
                .directory(Files.createDirectory(folder.resolve("data")).toFile())
                .start();
        age(folder);
        try {
            assertThat(found().getFirst().keepReason()).contains("it is in use by process " + inside.pid());
        } finally {
            inside.destroyForcibly();
        }
    }

    @Test
    void aStatusFileOfARemainingProcessIsKept() throws Exception {
        var folder = made("threadwall-serve-1", 60);
        var process = new ProcessIdentity(4321, 1, ProcessIdentity.ownUid(), "server");
        var left =
                new RecordedProcess(folder.resolve("server.status"), process, Optional.of("it runs as another user"));
        var elsewhere = new RecordedProcess(temporary.resolve("server.status"), process, left.keepReason());
        assertThat(TemporaryFolder.in(temporary, Set.of(), List.of(left))
                        .getFirst()
                        .keepReason())
                .contains("it has the status file of process 4321, which still runs");
        assertThat(TemporaryFolder.in(temporary, Set.of(), List.of(elsewhere))
                        .getFirst()
                        .keepReason())
                .isEmpty();
    }

    @Test
    void aFolderThatIsAlreadyGoneNeedsNoRemoval() throws Exception {
        var folder = made("threadwall-serve-1", 60);
        var found = found().getFirst();
        Files.delete(folder);
        found.remove();
        assertThat(folder).doesNotExist();
    }

    private List<TemporaryFolder> found() throws IOException {
        return TemporaryFolder.in(temporary, Set.of(), List.of());
    }

    private static void age(Path folder) throws IOException {
        Files.setLastModifiedTime(folder, FileTime.from(Instant.now().minusSeconds(60)));
    }

    private Path made(String name, int secondsAgo) throws IOException {
        var folder = Files.createDirectory(temporary.resolve(name));
        return Files.setLastModifiedTime(folder, FileTime.from(Instant.now().minusSeconds(secondsAgo)));
    }
}
