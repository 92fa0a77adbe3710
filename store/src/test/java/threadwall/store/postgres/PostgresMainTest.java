package threadwall.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PostgreSQL as a process, which has to leave nothing behind whatever ends it. */
class PostgresMainTest {
    private static final Pattern READY = Pattern.compile(
            "READY \\{\"server\":\"postgres\",\"pid\":(\\d+),\"url\":\"(jdbc:postgresql://127.0.0.1:\\d+/postgres\\?user=postgres)\",\"version\":\"18.*\"}");

    @Test
    void sigtermStopsItAndItsDataGo() throws Exception {
        var main = start();
        try (var stdout = main.inputReader()) {
            var running = Running.read(stdout);
            main.toHandle().destroy();
            assertThat(stdout.readLine())
                    .isEqualTo("STOPPED {\"server\":\"postgres\",\"pid\":%d}".formatted(running.pid));
            assertThat(main.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(main.exitValue()).isZero();
            assertThat(running.folder).doesNotExist();
        } finally {
            main.destroyForcibly();
        }
    }

    @Test
    void itEndsWithAJvmThatWasKilled() throws Exception {
        var main = start();
        try (var stdout = main.inputReader()) {
            var running = Running.read(stdout);
            main.toHandle().destroyForcibly();
            main.waitFor();
            running.awaitFolderGone();
        } finally {
            main.destroyForcibly();
        }
    }

    @Test
    void checkTellsADatabaseThatAnswersFromOneThatDoesNot() throws Exception {
        var main = start();
        try (var stdout = main.inputReader()) {
            var ready = READY.matcher(stdout.readLine());
            assertThat(ready.matches()).isTrue();
            assertThat(start("--check", ready.group(2)).waitFor()).isZero();
            assertThat(start("--check", "jdbc:postgresql://127.0.0.1:1/x").waitFor())
                    .isEqualTo(4);
        } finally {
            main.toHandle().destroy();
            main.waitFor();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--max-connections=0", "--max-connections=x", "--port=1"})
    void badUsageIsExitCode2(String argument) throws Exception {
        var main = start(argument);
        assertThat(main.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(main.exitValue()).isEqualTo(2);
    }

    private static Process start(String... arguments) throws IOException {
        var java = ProcessHandle.current().info().command().orElseThrow();
        var command = new ArrayList<>(
                List.of(java, "-cp", System.getProperty("java.class.path"), PostgresMain.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** @param folder its temporary folder */
    private record Running(long pid, Path folder) {

        static Running read(BufferedReader stdout) throws IOException {
            var line = stdout.readLine();
            var ready = READY.matcher(String.valueOf(line));
            assertThat(ready.matches()).as(line).isTrue();
            var pid = Long.parseLong(ready.group(1));
            // PostgreSQL's working directory is its data folder
            return new Running(
                    pid,
                    Files.readSymbolicLink(Path.of("/proc/" + pid + "/cwd")).getParent());
        }

        /** It goes last, after PostgreSQL. */
        void awaitFolderGone() throws InterruptedException {
            for (int tries = 0; Files.exists(folder); tries++) {
                assertThat(tries).as(folder + " stays").isLessThan(400);
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
    }
}
