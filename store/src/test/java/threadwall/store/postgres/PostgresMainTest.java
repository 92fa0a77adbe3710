package threadwall.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

    @Test
    void aFolderThatIsNamedKeepsWhatWasStoredAndIsForOneAtATime(@TempDir Path temporary) throws Exception {
        var folder = temporary.toRealPath().resolve("kept");
        serving(folder, url -> {
            execute(url, "create table note as select 7 as id");
            refused("a PostgreSQL runs in " + folder, "--data", folder.toString());
        });
        serving(folder, url -> {
            assertThat(answer(url, "select id from note")).isEqualTo("7");
            // power may fail: what these say is what an acknowledged commit is worth
            for (var setting : List.of("fsync", "synchronous_commit", "full_page_writes")) {
                assertThat(answer(url, "show " + setting)).as(setting).isEqualTo("on");
            }
        });
    }

    @Test
    void afterAKillTheNextOneWaitsAndHasAllThatWasCommitted(@TempDir Path folder) throws Exception {
        var main = start("--data", folder.toString());
        try (var stdout = main.inputReader()) {
            execute(Running.read(stdout).url, "create table note as select 7 as id");
            main.toHandle().destroyForcibly(); // its keeper ends PostgreSQL meanwhile
            main.waitFor();
        }
        serving(folder, url -> assertThat(answer(url, "select id from note")).isEqualTo("7"));
    }

    /** It would take a minute to see it: so long a start that ended is waited for. */
    @Test
    void itsLastWordsSayWhatTheyAreAbout() {
        var log = """
                12:00:00 UTC [1] FATAL:  the database system is starting up
                12:00:01 UTC [2] LOG:  something else
                12:00:02 UTC [3] FATAL:  database files are incompatible with server
                12:00:02 UTC [3] DETAIL:  The data directory was initialized by PostgreSQL version 17.
                """;
        assertThat(PostgresProcess.lastWords(log))
                .contains("12:00:02 UTC [3] FATAL:  database files are incompatible with server; The data directory was"
                        + " initialized by PostgreSQL version 17.");
        assertThat(PostgresProcess.lastWords("LOG:  nothing is wrong")).isEmpty();
    }

    /** What an initdb leaves that was killed; it begins with the version, and ends with what lies in global/. */
    @Test
    void afterAFirstStartThatWasCutOffItBeginsAnew(@TempDir Path folder) throws Exception {
        Files.createFile(folder.resolve("claim"));
        Files.createDirectories(folder.resolve("data/global"));
        Files.writeString(folder.resolve("data/PG_VERSION"), "18\n");
        serving(folder, url -> assertThat(answer(url, "select 1")).isEqualTo("1"));
    }

    /** Data that are not complete are begun anew, so nobody else's may be taken for ours. */
    @ParameterizedTest
    @ValueSource(strings = {"mine", "claim"})
    void aFolderWithOtherThingsIsRefusedAndLeftAlone(String file, @TempDir Path temporary) throws Exception {
        var folder = temporary.toRealPath();
        Files.writeString(folder.resolve(file), "of mine");
        Files.createDirectory(folder.resolve("data"));
        refused(folder + " holds other things than a PostgreSQL of ours", "--data", folder.toString());
        assertThat(folder).isDirectoryNotContaining(found -> !found.endsWith(file) && !found.endsWith("data"));
        assertThat(folder.resolve("data")).isDirectory();
    }

    @Test
    void whatIsNoFolderIsRefused(@TempDir Path temporary) throws Exception {
        var file = Files.createFile(temporary.toRealPath().resolve("file"));
        refused("cannot use " + file + " (FileAlreadyExistsException); name another folder", "--data", file.toString());
    }

    @Test
    void aPortInUseIsRefused() throws Exception {
        try (var holder = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            refused(
                    "port %d on 127.0.0.1 is in use".formatted(holder.getLocalPort()),
                    "--port",
                    "" + holder.getLocalPort());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--max-connections=0", "--max-connections=x", "--port=-1", "--port=65536", "--data"})
    void badUsageIsExitCode2(String argument) throws Exception {
        var main = start(argument);
        assertThat(main.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(main.exitValue()).isEqualTo(2);
    }

    /** What is done while one runs. */
    @FunctionalInterface
    private interface Use {
        void of(String url) throws Exception;
    }

    /** Runs one on that folder, and stops it. */
    private static void serving(Path data, Use use) throws Exception {
        var main = start("--data", data.toString());
        try (var stdout = main.inputReader()) {
            use.of(Running.read(stdout).url);
        } finally {
            main.toHandle().destroy();
            assertThat(main.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static void refused(String words, String... arguments) throws Exception {
        var main = process(arguments).start();
        assertThat(main.errorReader().readLine()).contains(words);
        assertThat(main.waitFor()).isEqualTo(4);
    }

    private static void execute(String url, String sql) throws SQLException {
        try (var connection = PostgresConnection.open(url);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String answer(String url, String sql) throws SQLException {
        try (var connection = PostgresConnection.open(url);
                var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }

    private static Process start(String... arguments) throws IOException {
        return process(arguments).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    private static ProcessBuilder process(String... arguments) {
        var java = ProcessHandle.current().info().command().orElseThrow();
        var command = new ArrayList<>(
                List.of(java, "-cp", System.getProperty("java.class.path"), PostgresMain.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    /** @param folder its temporary folder */
    private record Running(long pid, String url, Path folder) {

        static Running read(BufferedReader stdout) throws IOException {
            var line = stdout.readLine();
            var ready = READY.matcher(String.valueOf(line));
            assertThat(ready.matches()).as(line).isTrue();
            var pid = Long.parseLong(ready.group(1));
            // PostgreSQL's working directory is its data folder
            return new Running(
                    pid,
                    ready.group(2),
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
