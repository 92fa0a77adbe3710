package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.process.cleanup.FolderLock;
import threadwall.process.cleanup.TemporaryFolder;
import threadwall.process.proc.ProcessIdentity;

/** {@code clean} after a sweep was killed together with all that would end its processes. */
class CleanTest {

    /** As in a container that shares the temporary folder. */
    private static final List<String> CONTAINER = List.of("unshare", "--pid", "--fork", "--mount-proc");

    @TempDir
    private Path temporary;

    /** PostgreSQL runs as a daemon: no parent-death signal reaches it, and its supervisor is killed too. */
    @Test
    void endsThePostgresOfASweepThatWasKilledWithItsSupervisors() throws Exception {
        try (var sweep = SweepProcess.start(
                temporary.resolve("run"), "--servers=spring-virtual", "--connections=20", "--port=" + Ports.free())) {
            Await.until(
                    "a server that uses PostgreSQL",
                    () -> sweep.descendants().stream()
                            .flatMap(one -> one.info().commandLine().stream())
                            .anyMatch(line -> line.contains("-jar server-spring")));
            var postgres = sweep.postgres();
            var data = data(ProcessIdentity.of(postgres.pid()).orElseThrow().command());
            var others = sweep.descendants();
            try {
                assertThat(clean("--dry-run", sweep.folder() + "").out())
                        .contains("kept: process " + postgres.pid() + " ", "; reason: it is in use: process ")
                        .doesNotContain("would end");

                // stopped first: a supervisor that is killed late would still end its process
                others.add(sweep.process().toHandle());
                for (var one : others) {
                    new ProcessBuilder("kill", "-STOP", one.pid() + "").start().waitFor();
                }
                others.forEach(ProcessHandle::destroyForcibly);
                SweepProcess.awaitEnd(others);
                assertThat(postgres.isAlive()).isTrue();

                var cleaned = clean(sweep.folder() + "");

                assertThat(cleaned.exitCode()).as(cleaned.err()).isZero();
                assertThat(cleaned.out())
                        .contains("ended: process " + postgres.pid() + " (" + sweep.folder() + "/postmaster.status): ");
                assertThat(ProcessIdentity.of(postgres.pid())).as("PostgreSQL").isEmpty();
                assertThat(sweep.lines()).as("the record is kept").hasSize(1);
                assertThat(clean(sweep.folder() + "").out()).isEqualTo("nothing to clean up\n");
            } finally {
                postgres.destroyForcibly();
                new TemporaryFolder(data.getParent(), Optional.empty()).remove();
            }
        }
    }

    /** Its folder is no longer young, and where its processes are not visible (from a container) its lock still is. */
    @Test
    void keepsARunningServer() throws Exception {
        var place = Files.createDirectories(temporary.resolve("home")).toRealPath();
        var serve = in(place, "serve", "kilim", "--port=" + Ports.free())
                .redirectError(temporary.resolve("serve.err").toFile())
                .start();
        try (var out = serve.inputReader()) {
            assertThat(out.readLine()).startsWith("READY ");
            var folder = TemporaryFolder.paths(place).getFirst();
            Files.setLastModifiedTime(folder, FileTime.from(Instant.now().minusSeconds(600)));

            var cleaned = clean();

            assertThat(cleaned.out())
                    .contains(
                            "; reason: it is in use: process ",
                            "kept: " + folder + "; reason: it is in use by process ")
                    .doesNotContain("ended: ", "removed: ");
            assertThat(cleaned.exitCode()).isZero();
            assertThat(folder.resolve("server.status")).isNotEmptyFile();
            assertThat(FolderLock.isHeld(folder)).isTrue();
            if (runs(CONTAINER)) {
                var inside = cleanBy(CONTAINER);
                assertThat(inside.out())
                        .isEqualTo("kept: " + folder + "; reason: it is in use by a process that is not visible here,"
                                + " perhaps in a container\n");
                assertThat(inside.exitCode()).as(inside.err()).isZero();
            }
        } finally {
            serve.destroy();
            assertThat(serve.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(TemporaryFolder.paths(place)).isEmpty();
    }

    @Test
    void refusesThePidsOfAnotherNamespace() throws Exception {
        var elsewhere = List.of("unshare", "--pid", "--fork");
        assumeTrue(runs(elsewhere), "no PID namespace of ours: not root");
        cleanBy(elsewhere).refused(4, "/proc belongs to a different PID namespace than this process. Mount");
    }

    private static boolean runs(List<String> starter) throws Exception {
        var command = new ArrayList<>(starter);
        command.add("true");
        return new ProcessBuilder(command).start().waitFor() == 0;
    }

    private static Path data(String command) {
        var folder =
                Pattern.compile(" -D (\\S+/threadwall-postgres-\\d+/data)\\b").matcher(command);
        assertThat(folder.find()).as(command).isTrue();
        return Path.of(folder.group(1));
    }

    @Test
    void nothingToDoIsSuccess() throws Exception {
        var nothing = clean();
        assertThat(nothing.exitCode()).isZero();
        assertThat(nothing.out()).isEqualTo("nothing to clean up\n");
        Cli.run("clean", temporary.resolve("nowhere") + "")
                .refused(2, "there is no such folder; name the folder of a run");
    }

    /**
     * In a home without runs, with a temporary folder of its own, so that those of other processes are not inspected.
     */
    private Cli.Result clean(String... arguments) throws Exception {
        return cleanBy(List.of(), arguments);
    }

    /** @param starter what starts it, and where */
    private Cli.Result cleanBy(List<String> starter, String... arguments) throws Exception {
        var home = Files.createDirectories(temporary.resolve("home"));
        var err = temporary.resolve("clean.err");
        var words = Stream.concat(Stream.of("clean"), Stream.of(arguments)).toList();
        var builder = Cli.process(List.of(temporaryFolder(home), "-Dthreadwall.home=" + home), words)
                .redirectError(err.toFile());
        builder.command().addAll(0, starter);
        var process = Java.withoutToolOptions(builder).start();
        var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Cli.Result(process.waitFor(), out, Files.readString(err));
    }

    /** A command that uses this temporary folder. */
    private static ProcessBuilder in(Path folder, String... command) {
        return Cli.process(List.of(temporaryFolder(folder)), List.of(command));
    }

    private static String temporaryFolder(Path folder) {
        return "-Djava.io.tmpdir=" + folder;
    }
}
