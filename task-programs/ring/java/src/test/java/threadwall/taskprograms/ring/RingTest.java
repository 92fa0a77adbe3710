package threadwall.taskprograms.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

@Tag("slow")
@Timeout(120)
class RingTest {
    private static final List<String> KINDS = Arguments.KINDS;

    private static final Pattern LINE = Pattern.compile(
            "\\{\"tasks\":(\\d+),\"startMillis\":([0-9.E-]+),\"messages\":(\\d+),"
                    + "\"received\":(\\d+),\"totalMillis\":([0-9.E-]+),\"cpuMillis\":(\\d+),\"checksum\":\"(\\d+)\"}\n");

    @TempDir
    Path folder;

    private int exitCode;
    private String stdout;
    private String stderr;

    private void run(String words) throws Exception {
        var errors = folder.resolve("stderr");
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--sun-misc-unsafe-memory-access=deny",
                "-cp",
                System.getProperty("java.class.path"),
                Ring.class.getName()));
        command.addAll(List.of(words.split(" ")));
        var process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        stdout = new String(process.getInputStream().readAllBytes());
        exitCode = process.waitFor();
        stderr = Files.readString(errors);
    }

    /** The checksum tells whether each task received the message in its turn. */
    @ParameterizedTest
    @FieldSource("KINDS")
    void eachReceivesTheMessageInItsTurn(String kind) throws Exception {
        run(kind + " 7 1 2");
        assertThat(stderr).isEmpty();
        assertThat(exitCode).isZero();
        var line = LINE.matcher(stdout);
        assertThat(line.matches()).as(stdout).isTrue();
        assertThat(line.group(1)).isEqualTo("7");
        long counted = Long.parseLong(line.group(3));
        long received = Long.parseLong(line.group(4));
        assertThat(counted).isBetween(1L, received);
        assertThat(Double.parseDouble(line.group(5))).isGreaterThanOrEqualTo(1_000);
        assertThat(Long.parseLong(line.group(6))).isPositive();
        long value = 0;
        for (long i = 0; i < received; i++) {
            value = (value * 31 + i % 7) & 0xFFFFFFFFL;
        }
        assertThat(line.group(7)).isEqualTo(Long.toString(value));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kilim 2 2 | there are 3 arguments; it must be four: one of [threads, virtual, kilim], N, SECONDS, WORKERS",
                "tokio 2 1 2 | the kind is 'tokio'; it must be one of [threads, virtual, kilim]",
                "kilim 1 1 2 | N is '1'; it must be a whole number from 2 to 2000000000",
                "kilim 2 x 2 | SECONDS is 'x'; it must be a whole number from 1 to 2000000000",
                "kilim 2 1 0 | WORKERS is '0'; it must be a whole number from 1 to 2000000000",
            })
    void wrongArgumentsAreNamed(String words, String message) throws Exception {
        run(words);
        assertThat(exitCode).isEqualTo(2);
        assertThat(stderr).isEqualTo("ring-java: " + message + "\n");
        assertThat(stdout).isEmpty();
    }
}
