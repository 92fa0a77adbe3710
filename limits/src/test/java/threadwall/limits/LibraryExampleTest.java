package threadwall.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/guides/use-the-limits-library.md, with these classes and nothing else. */
class LibraryExampleTest {

    private static final Path MODULE =
            Path.of(System.getProperty("basedir", ".")).toAbsolutePath().normalize();

    @Test
    void theExampleOfTheGuideRuns(@TempDir Path folder) throws Exception {
        var page = Files.readString(MODULE.resolveSibling("docs/guides/use-the-limits-library.md"));
        var code = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(page);
        assertThat(code.find()).isTrue();
        var source = Files.writeString(folder.resolve("HowMany.java"), code.group(1));

        var builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        MODULE.resolve("target/classes").toString(),
                        source.toString())
                .redirectErrorStream(true);
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        var process = builder.start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said.lines().filter(line -> line.endsWith(" threads"))).isNotEmpty();
    }
}
