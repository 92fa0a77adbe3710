package threadwall.kilim.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs {@link RequestParserFuzzer} on its corpus, then under Jazzer for {@code threadwall.fuzz.seconds}, 2 by default.
 * Half an hour:
 *
 * <pre>
 * mvn -B -ntp -pl server-kilim -am test -Dtest=RequestParserFuzzTest \
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dthreadwall.fuzz.seconds=1800
 * </pre>
 *
 * Jazzer's findings stay in a temporary folder, but the bytes of a failure are printed. Saved as a file in the corpus
 * they become a regression test.
 */
class RequestParserFuzzTest {
    private static final int SECONDS = Integer.getInteger("threadwall.fuzz.seconds", 2);

    /** For the JVM's start, the corpus, and a busy machine. */
    private static final int MORE_SECONDS = 120;

    private static final Path CORPUS = resource("corpus");

    @TempDir
    private Path folder;

    static Stream<Path> corpus() throws IOException {
        return Files.list(CORPUS).sorted();
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void agreesOnTheCorpus(Path file) throws IOException {
        RequestParserFuzzer.fuzzerTestOneInput(Files.readAllBytes(file));
    }

    @Tag("slow")
    @Test
    void jazzerFindsNothing() throws IOException, InterruptedException {
        var log = folder.resolve("log");
        var jazzer = new ProcessBuilder(command())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(jazzer.waitFor(SECONDS + MORE_SECONDS, TimeUnit.SECONDS))
                    .as("Jazzer ends by itself: %s", log)
                    .isTrue();
            var said = Files.readString(log);
            assertThat(jazzer.exitValue()).as("%s%n%s", found(), said).isZero();
            assertThat(said).contains("stat::number_of_executed_units"); // it has really run
        } finally {
            jazzer.destroyForcibly();
        }
    }

    private List<String> command() throws IOException {
        return List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx512m",
                "-XX:+EnableDynamicAgentLoading",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow", // for Jazzer
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + RequestParserFuzzer.class.getName(),
                "--instrumentation_includes=threadwall.kilim.**",
                "--reproducer_path=" + folder,
                "-artifact_prefix=" + folder + "/",
                "-dict=" + resource("http.dict"),
                "-max_total_time=" + SECONDS,
                "-timeout=10", // seconds for one input: an endless loop
                "-print_final_stats=1",
                Files.createDirectory(folder.resolve("new"))
                        .toString(), // Jazzer adds inputs to the first folder and only reads the second
                CORPUS.toString());
    }

    /** The failing inputs, in a form that can be pasted into a test. */
    private String found() throws IOException {
        try (var files = Files.list(folder)) {
            var inputs = new StringBuilder();
            for (var file : files.filter(f -> f.getFileName().toString().matches("(crash|timeout|oom)-.*"))
                    .toList()) {
                inputs.append("failing input: ").append(RequestParserFuzzer.readable(Files.readAllBytes(file)));
            }
            return inputs.toString();
        }
    }

    private static Path resource(String name) {
        try {
            return Path.of(RequestParserFuzzTest.class.getResource(name).toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
