package threadwall.probes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import threadwall.process.ChildProcess;

/** In a JVM without free descriptors, since a test cannot use up all open files of the machine. */
@Tag("slow")
@Timeout(60)
class OpenFileReserveTest {

    private static final Path NULL = Path.of("/dev/null");

    /** Uses up all descriptors, and prints what can be opened before and after the reserve is released. */
    static final class Exhausted {

        public static void main(String[] arguments) throws IOException {
            var taken = new ArrayList<FileChannel>();
            try (var reserve = OpenFileReserve.hold()) {
                assertThatThrownBy(() -> {
                            while (true) {
                                taken.add(FileChannel.open(NULL));
                            }
                        })
                        .isInstanceOf(IOException.class);
                System.out.println("open " + (reserve.openFiles() > taken.size()));
                reserve.release();
                for (int i = 0; i < OpenFileReserve.FILES; i++) {
                    taken.add(FileChannel.open(NULL));
                }
                System.out.println("released");
            }
        }
    }

    @Test
    void leavesFilesToOpenWhenThereAreNoMore() throws Exception {
        var exhausted = new ProcessBuilder(
                        "prlimit",
                        "--nofile=100",
                        ChildProcess.javaCommand(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Exhausted.class.getName())
                .redirectErrorStream(true)
                .start();
        try (var output = exhausted.inputReader()) {
            assertThat(output.lines().toList()).isEqualTo(List.of("open true", "released"));
        } finally {
            exhausted.destroyForcibly().waitFor();
        }
    }
}
