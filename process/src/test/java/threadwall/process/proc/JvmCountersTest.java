package threadwall.process.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JvmCountersTest {

    private static final long OWN = ProcessHandle.current().pid();

    @TempDir
    private Path temporary;

    private volatile byte[] garbage;

    @Test
    void compilingThisTestTookTimeAndLessThanTheJvmHasLived() {
        double seconds = JvmCounters.compilationSeconds(OWN).orElseThrow();
        double life = ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
        int compilers = Runtime.getRuntime().availableProcessors() + 2;
        assertThat(seconds).isPositive().isLessThan(life * compilers);
    }

    @Test
    void aCollectionIsCounted() {
        long before = JvmCounters.youngCollections(OWN).orElseThrow();
        while (JvmCounters.youngCollections(OWN).orElseThrow() == before) {
            garbage = new byte[64 << 10];
        }
    }

    @Test
    void aProcessWithoutTheFileHasNone() {
        assertThat(JvmCounters.compilationSeconds(temporary, OWN)).isEmpty();
        assertThat(JvmCounters.compilationSeconds(1)).isEmpty();
        assertThat(JvmCounters.youngCollections(1)).isEmpty();
    }

    @Test
    void aFileOfAnotherKindHasNone() throws Exception {
        var folder = Files.createDirectory(temporary.resolve("hsperfdata_someone"));
        var file = folder.resolve("7");
        Files.write(file, new byte[100]);
        assertThat(JvmCounters.compilationSeconds(temporary, 7)).isEmpty();
        Files.write(file, new byte[] {(byte) 0xca, (byte) 0xfe, (byte) 0xc0, (byte) 0xc0});
        assertThat(JvmCounters.compilationSeconds(temporary, 7)).isEmpty();
    }

    @Test
    void aFileThatIsCutOffHasNone() throws Exception {
        var folder = Files.createDirectory(temporary.resolve("hsperfdata_someone"));
        var whole = Files.readAllBytes(own());
        Files.write(folder.resolve("7"), Arrays.copyOf(whole, 40));
        assertThat(JvmCounters.compilationSeconds(temporary, 7)).isEmpty();
    }

    private static Path own() {
        return Path.of("/tmp", "hsperfdata_" + System.getProperty("user.name"), Long.toString(OWN));
    }
}
