package threadwall.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@Timeout(60)
class DataFolderTest {

    /** Creates a zombie. A shell would reap a child; this shell execs cat, which never does. */
    private static final String CHILD_OF_CAT = """
            (until read -r name </proc/$$/comm && [ "$name" = cat ]; do :; done) & echo $!; exec cat""";

    @TempDir
    private Path folder;

    /** PostgreSQL refuses to start while a process with the recorded PID exists, even a zombie. */
    @Test
    void waitsUntilOneThatWasKilledIsTakenNoteOf() throws Exception {
        var parent = new ProcessBuilder("sh", "-c", CHILD_OF_CAT)
                .redirectError(Redirect.INHERIT)
                .start();
        var dead = Path.of("/proc", parent.inputReader().readLine());
        Files.createFile(folder.resolve("claim"));
        Files.createFile(folder.resolve("complete"));
        Files.createDirectory(folder.resolve("data"));
        Files.writeString(folder.resolve("data/postmaster.pid"), dead.getFileName() + "\n");
        while (!isZombie(dead)) {
            Thread.onSpinWait();
        }

        var thereAfterwards = new FutureTask<Boolean>(() -> {
            try (var kept = DataFolder.kept(folder)) {
                return isZombie(dead);
            }
        });
        var opening = Thread.ofPlatform().start(thereAfterwards);
        while (opening.isAlive() && opening.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        parent.getOutputStream().close();
        assertThat(thereAfterwards.get()).isFalse();
    }

    /** The recorded PID may belong to any live process by now, such as this test. */
    @Test
    void aNoteOfAnEarlierBootGoesAndOneOfThisStays() throws Exception {
        Files.createFile(folder.resolve("claim"));
        Files.createFile(folder.resolve("complete"));
        Files.createDirectory(folder.resolve("data"));
        Files.writeString(folder.resolve("boot"), "0d8af5c2-4a36-4b0f-9a27-3d2b4cde7d11\n");
        var note = folder.resolve("data/postmaster.pid");
        var pid = ProcessHandle.current().pid() + "\n";
        Files.writeString(note, pid);
        try (var kept = DataFolder.kept(folder)) {
            assertThat(note).doesNotExist();
        }
        Files.writeString(note, pid);
        try (var kept = DataFolder.kept(folder)) {
            assertThat(note).hasContent(pid);
        }
    }

    private static boolean isZombie(Path process) throws IOException {
        return Files.exists(process)
                && Files.readString(process.resolve("status")).contains("State:\tZ");
    }
}
