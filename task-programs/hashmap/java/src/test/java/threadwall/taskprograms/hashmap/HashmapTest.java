package threadwall.taskprograms.hashmap;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
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
class HashmapTest {
    private static final List<String> NAMES = Variant.NAMES;

    private static final Pattern LINE =
            Pattern.compile("\\{\"tasks\":(\\d+),\"totalMillis\":([0-9.E-]+),\"meanMillis\":([0-9.E-]+),"
                    + "\"p99Millis\":([0-9.E-]+),\"maxMillis\":([0-9.E-]+),\"checksum\":\"(\\d+)\"}\n");

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
                Hashmap.class.getName()));
        command.addAll(List.of(words.split(" ")));
        var process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        stdout = new String(process.getInputStream().readAllBytes());
        exitCode = process.waitFor();
        stderr = Files.readString(errors);
    }

    /** The formula, with numbers that do not overflow. */
    private static String checksum(int tasks, int entries) {
        var sum = BigInteger.ZERO;
        for (int task = 0; task < tasks; task++) {
            for (int i = 0; i < entries; i++) {
                var score = BigInteger.valueOf(task)
                        .multiply(BigInteger.valueOf(31))
                        .add(BigInteger.valueOf(i));
                sum = sum.add(BigInteger.valueOf(i).xor(score));
            }
        }
        return sum.mod(BigInteger.TWO.pow(64)).toString();
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void theSumIsRight(String variant) throws Exception {
        run(variant + " 200 300 burst 2 numbers");
        requireSum();
    }

    @ParameterizedTest
    @CsvSource({"pool", "virtual"})
    void theSumIsTheSameWithStringKeys(String variant) throws Exception {
        run(variant + " 200 300 burst 2 strings");
        requireSum();
    }

    private void requireSum() {
        assertThat(stderr).isEmpty();
        assertThat(exitCode).isZero();
        var line = LINE.matcher(stdout);
        assertThat(line.matches()).as(stdout).isTrue();
        assertThat(line.group(1)).isEqualTo("200");
        assertThat(line.group(6)).isEqualTo(checksum(200, 300));
        double total = Double.parseDouble(line.group(2));
        double mean = Double.parseDouble(line.group(3));
        double p99 = Double.parseDouble(line.group(4));
        double max = Double.parseDouble(line.group(5));
        assertThat(mean).isBetween(0.001, max);
        assertThat(p99).isLessThanOrEqualTo(max);
        assertThat(max).isLessThanOrEqualTo(total);
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void tasksArriveByTheSchedule(String variant) throws Exception {
        run(variant + " 21 10 2/30 1 numbers");
        var line = LINE.matcher(stdout);
        assertThat(line.matches()).as(stdout + stderr).isTrue();
        assertThat(Double.parseDouble(line.group(2))).isGreaterThanOrEqualTo(300);
        assertThat(line.group(6)).isEqualTo(checksum(21, 10));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pool 1 1 burst 2 | there are 5 arguments; it must be six: one of "
                        + "[threads, virtual, virtual-workers, pool, kilim-workers], TASKS, ENTRIES, ARRIVAL, WORKERS, KEYS",
                "tokio 1 1 burst 2 numbers | the variant is 'tokio'; it must be one of "
                        + "[threads, virtual, virtual-workers, pool, kilim-workers]",
                "pool -5 1 burst 2 numbers | TASKS is '-5'; it must be a whole number from 1 to 1000000000",
                "pool 5 x burst 2 numbers | ENTRIES is 'x'; it must be a whole number from 1 to 1000000000",
                "pool 5 1 10 2 numbers | ARRIVAL is '10'; it must be burst, or K/MS: K tasks every MS milliseconds",
                "pool 5 1 10/0 2 numbers | MS of ARRIVAL is '0'; it must be a whole number from 1 to 1000000000",
                "pool 5 1 burst 0 numbers | WORKERS is '0'; it must be a whole number from 1 to 1000000000",
                "pool 5 1 burst 2 words | KEYS is 'words'; it must be numbers or strings",
            })
    void wrongArgumentsAreNamed(String words, String message) throws Exception {
        run(words);
        assertThat(exitCode).isEqualTo(2);
        assertThat(stderr).isEqualTo("hashmap-java: " + message + "\n");
        assertThat(stdout).isEmpty();
    }
}
