package threadwall.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PostgreSQL as a process, which must leave nothing behind however it ends. */
@Tag("slow")
class PostgresMainTest {
    private static final Pattern READY = Pattern.compile(
            "READY \\{\"server\":\"postgres\",\"pid\":(\\d+),\"url\":\"(jdbc:postgresql://127.0.0.1:\\d+/postgres\\?user=postgres)\",\"version\":\"18.*\"}");

    @Test
    void sigtermStopsItAndNothingStays(@TempDir Path places) throws Exception {
        var builder = process().redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.command().add(1, "-Djava.io.tmpdir=" + places);
        var main = builder.start();
        try (var stdout = main.inputReader()) {
            var running = Running.read(stdout);
            main.toHandle().destroy();
            assertThat(stdout.readLine())
                    .isEqualTo("STOPPED {\"server\":\"postgres\",\"pid\":%d}".formatted(running.pid));
            assertThat(main.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(main.exitValue()).isZero();
            assertThat(running.folder.getParent()).isEqualTo(places.toRealPath());
            assertThat(places).isEmptyDirectory();
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
    void itEndsWhenPostgresIsKilled() throws Exception {
        endsBySaying(
                "no error in its log; perhaps the OOM killer ended it",
                running -> kill(ProcessHandle.of(running.pid).orElseThrow()));
    }

    /** PostgreSQL reads this file when it restarts its processes after one of them was lost. */
    @Test
    void itEndsWithTheLastWordsOfAPostgresThatCannotGoOn() throws Exception {
        endsBySaying("last error in its log: PANIC:  could not open file \"global/pg_control\"", running -> {
            Files.delete(running.folder.resolve("data/global/pg_control"));
            kill(ProcessHandle.of(running.pid)
                    .flatMap(it -> it.children().findFirst())
                    .orElseThrow());
        });
    }

    private static void kill(ProcessHandle process) {
        assertThat(process.destroyForcibly()).isTrue();
    }

    /** @param end what is done to a running one */
    private static void endsBySaying(String words, Ended end) throws Exception {
        var main = process().start();
        try (var stdout = main.inputReader();
                var stderr = main.errorReader()) {
            var running = Running.read(stdout);
            end.by(running);
            assertThat(main.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(main.exitValue()).isEqualTo(1);
            assertThat(stderr.readLine())
                    .startsWith("postgres: PostgreSQL (PID %d) exited unexpectedly; %s".formatted(running.pid, words))
                    .endsWith(". Start it again");
            assertThat(stdout.readLine()).isNull();
            assertThat(running.folder).doesNotExist();
        } finally {
            main.destroyForcibly();
        }
    }

    /** Ways in which a PostgreSQL ends. */
    @FunctionalInterface
    private interface Ended {
        void by(Running running) throws Exception;
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
            refused("a PostgreSQL already runs in " + folder, "--data", folder.toString());
        });
        serving(folder, url -> {
            assertThat(answer(url, "select id from note")).isEqualTo("7");
            // against power failures: these settings decide what an acknowledged commit is worth
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
            main.toHandle().destroyForcibly(); // meanwhile its keeper stops PostgreSQL
            main.waitFor();
        }
        serving(folder, url -> assertThat(answer(url, "select id from note")).isEqualTo("7"));
    }

    /** Recovery at a start with kept data may take a minute; a process that has exited must be noticed at once. */
    @Test
    @Timeout(30)
    void dataThatItCannotReadAreSaidSoWithoutAWait(@TempDir Path temporary) throws Exception {
        var folder = temporary.toRealPath();
        Files.createFile(folder.resolve("claim"));
        Files.createFile(folder.resolve("complete"));
        Files.createDirectory(
                folder.resolve("data"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.createFile(folder.resolve("data/postgresql.conf"));
        Files.writeString(folder.resolve("data/PG_VERSION"), "17\n");
        refused(
                "PostgreSQL did not start: the data in " + folder + " are of PostgreSQL 17, which this one, 18.",
                "--data",
                folder.toString());
        Files.writeString(folder.resolve("data/PG_VERSION"), "18\n");
        refused(
                "PostgreSQL did not start: but could not open file \"" + folder + "/data/global/pg_control\"",
                "--data",
                folder.toString());
    }

    /** Creates what a killed initdb leaves: it writes the version first, and global/ last. */
    @Test
    void afterAFirstStartThatWasCutOffItBeginsAnew(@TempDir Path folder) throws Exception {
        Files.createFile(folder.resolve("claim"));
        Files.createDirectories(folder.resolve("data/global"));
        Files.writeString(folder.resolve("data/PG_VERSION"), "18\n");
        serving(folder, url -> assertThat(answer(url, "select 1")).isEqualTo("1"));
    }

    /** The initdb of a killed JVM is still running, and would write into the data of the next start. */
    @Test
    void aStartRightAfterOneThatWasCutOffWaitsForItsInitdb(@TempDir Path temporary) throws Exception {
        var folder = temporary.toRealPath();
        var cutOff = start("--data", folder.toString());
        while (initdb(folder).isEmpty()) {
            assertThat(cutOff.isAlive()).as("the one that makes the data").isTrue();
            TimeUnit.MILLISECONDS.sleep(5);
        }
        cutOff.toHandle().destroyForcibly();
        cutOff.waitFor();
        serving(folder, url -> assertThat(answer(url, "select 1")).isEqualTo("1"));
    }

    private static Optional<ProcessHandle> initdb(Path folder) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .commandLine()
                        .filter(line -> line.matches(".*/initdb .*" + Pattern.quote(folder + "/data") + "( .*)?"))
                        .isPresent())
                .findFirst();
    }

    /** Incomplete data are deleted at a start, so a folder of something else must never be taken for ours. */
    @ParameterizedTest
    @ValueSource(strings = {"mine", "claim"})
    void aFolderWithOtherThingsIsRefusedAndLeftAlone(String file, @TempDir Path temporary) throws Exception {
        var folder = temporary.toRealPath();
        Files.writeString(folder.resolve(file), "of mine");
        Files.createDirectory(folder.resolve("data"));
        refused(folder + " contains files that do not belong to threadwall's PostgreSQL", "--data", folder.toString());
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

    /** PostgreSQL would refuse to start with fewer, and say so only in its log. */
    @Test
    void connectionsThatPostgresKeepsForSuperusersAreNotAll() throws Exception {
        var main = process("--max-connections=3").start();
        assertThat(main.errorReader().readLine())
                .contains("--max-connections must be at least 4, not 3: PostgreSQL keeps 3 of them for superusers");
        assertThat(main.waitFor()).isEqualTo(2);
        var least = TestPostgres.process(4);
        try {
            assertThat(answer(least.url(), "show superuser_reserved_connections"))
                    .isEqualTo("3");
        } finally {
            least.stop();
        }
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
        var command = new ArrayList<>(List.of(
                java,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                PostgresMain.class.getName()));
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

        /** It is deleted last, after PostgreSQL has ended. */
        void awaitFolderGone() throws InterruptedException {
            for (int tries = 0; Files.exists(folder); tries++) {
                assertThat(tries).as(folder + " stays").isLessThan(400);
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
    }
}
