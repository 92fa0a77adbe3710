package threadwall.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemFilesTest {

    @Test
    void aSysctlOfSeveralDigitsIsReadWhole() {
        SystemFiles sysctls = new SystemFiles(Path.of("/proc/sys"));
        // reading in pieces returns only the first digit
        assertThat(sysctls.text("kernel/pid_max")).hasSizeGreaterThan(3).endsWith("\n");
    }

    @Test
    void aFileLongerThanOneChunkIsReadWhole(@TempDir Path folder) throws Exception {
        String text = "0123456789".repeat(20_000);
        Files.writeString(folder.resolve("long"), text);
        assertThat(new SystemFiles(folder).text("long")).isEqualTo(text);
    }

    @Test
    void whatIsNotThereIsNull(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("meminfo"), "MemTotal:   16 kB\nMemTotalOther: 1 kB\n");
        SystemFiles readings = new SystemFiles(folder);
        assertThat(readings.number("missing")).isNull();
        assertThat(readings.kilobytes("meminfo", "MemFree")).isNull();
        assertThat(readings.kilobytes("meminfo", "MemTotal")).isEqualTo(16_384L);
    }
}
