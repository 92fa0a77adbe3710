package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.cli.Threadwall;
import threadwall.loadgen.clean.TemporaryFolder;
import threadwall.loadgen.proc.Living;

/** What {@code clean} makes of a sweep that was killed with all that would end its processes. */
class CleanTest {

    @TempDir
    private Path temporary;

    /** PostgreSQL is a daemon of its own: no parent-death signal reaches it, and here its keeper is killed too. */
    @Test
    void endsThePostgresOfASweepThatWasKilledWithItsKeepers() throws Exception {
        try (var sweep = SweepProcess.start(
                temporary.resolve("run"), "--servers=spring-virtual", "--concurrency=20", "--port=" + Ports.free())) {
            Await.until(
                    "a server that was told of PostgreSQL",
                    () -> sweep.descendants().stream()
                            .flatMap(one -> one.info().commandLine().stream())
                            .anyMatch(line -> line.contains("jdbc:postgresql://")));
            var postgres = sweep.postgres();
            var data = data(Living.of(postgres.pid()).orElseThrow().command());
            var others = sweep.descendants();
            try {
                assertThat(clean("--dry-run", sweep.folder() + "").out())
                        .contains("leaves process " + postgres.pid() + " ", "; it is in use: process ")
                        .doesNotContain("would end");

                // stopped first: whoever is killed late would end what it looks after
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
                        .contains("ends process " + postgres.pid() + " (" + sweep.folder() + "/postmaster.status): ");
                assertThat(Living.of(postgres.pid())).as("PostgreSQL").isEmpty();
                assertThat(sweep.lines()).as("the record is kept").hasSize(1);
                assertThat(clean(sweep.folder() + "").out()).isEqualTo("nothing was left behind\n");
            } finally {
                postgres.destroyForcibly();
                new TemporaryFolder(data.getParent(), Optional.empty()).remove();
            }
        }
    }

    private static Path data(String command) {
        var folder =
                Pattern.compile(" -D (\\S+/threadwall-postgres-\\d+/data)\\b").matcher(command);
        assertThat(folder.find()).as(command).isTrue();
        return Path.of(folder.group(1));
    }

    @Test
    void nothingToDoIsFine() throws Exception {
        var nothing = clean();
        assertThat(nothing.exitCode()).isZero();
        assertThat(nothing.out()).isEqualTo("nothing was left behind\n");
        Cli.run("clean", temporary.resolve("nowhere") + "")
                .refused(2, "there is no such folder; name the folder of a run");
    }

    /** In a home without runs and with temporary folders of its own, so that nobody else's are looked at. */
    private Cli.Result clean(String... arguments) throws Exception {
        var home = Files.createDirectories(temporary.resolve("home"));
        var err = temporary.resolve("clean.err");
        var builder = Cli.process(List.of("clean")).redirectError(err.toFile());
        var command = builder.command();
        command.addAll(List.of(arguments));
        command.addAll(
                command.indexOf(Threadwall.class.getName()),
                List.of("-Dthreadwall.home=" + home, "-Djava.io.tmpdir=" + home));
        var process = builder.start();
        var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Cli.Result(process.waitFor(), out, Files.readString(err));
    }
}
