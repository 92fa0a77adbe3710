package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.DoctorRecord;
import threadwall.record.RunFile;

/** What doctor tells of a process that runs, and what the process then meets. */
@Timeout(60)
class DoctorOfAProcessTest {

    private static final String NOBODY = "65534";

    @TempDir
    private Path folder;

    @Test
    void threadsOfACgroupThatIsNotDoctors() throws Exception {
        try (var cgroups = TestCgroups.create("pids")) {
            cgroups.outer("pids.max", "300");
            meets(cgroups.wrapper(), "threads", "pids.max of " + cgroups.outer());
        }
    }

    @Test
    void openFiles() throws Exception {
        meets(List.of("prlimit", "--nofile=900:1000"), "connections", "RLIMIT_NOFILE");
    }

    @Test
    void threadsOfAnotherUser() throws Exception {
        assumeTrue(
                runs(
                        "setpriv",
                        "--reuid",
                        NOBODY,
                        "test",
                        "-r",
                        Home.path().resolve("pom.xml").toString()),
                "not root, or the project's folder is closed to other users");
        var wrapper = List.of("setpriv", "--reuid", NOBODY, "--clear-groups", "prlimit", "--nproc=200");
        assertThat(meets(wrapper, "threads", "RLIMIT_NPROC").user()).isEqualTo("nobody");
    }

    /** A tenth of what is asked fits; then ten times as much does not. */
    @Test
    void whetherSoManyMoreFit() throws Exception {
        try (var process = new Growing(List.of("prlimit", "--nofile=900:900"), "connections")) {
            var pid = "" + process.pid();
            assertThat(Cli.run("doctor", "--pid", pid, "--connections", "80").exitCode())
                    .isZero();
            var no = Cli.run("doctor", "--pid", pid, "--connections", "5k");
            assertThat(no.exitCode()).isEqualTo(4);
            assertThat(no.out())
                    .contains(
                            "More connections of java (" + pid + "), for user ",
                            "5,000 do not fit",
                            "now    prlimit --pid " + pid + " --nofile=");
        }
    }

    @Test
    void aProcessThatIsNotThere() {
        Cli.run("doctor", "--pid", "" + Integer.MAX_VALUE).refused(4, "--pid 2147483647: there is no such process");
        Cli.run("doctor", "--unit", "nothing-of-this-name.service").refused(4, "--unit nothing-of-this-name.service");
        Cli.run("doctor", "--pid", "1", "--unit", "a.service").refused(2, "leave one of them out");
        Cli.run("doctor", "--pid", "1", "--probe", "threads").refused(2, "leave --probe, --host and --user out");
    }

    /** That doctor names the limit, and the process gets as many as doctor said. */
    private DoctorRecord meets(List<String> wrapper, String subject, String limit) throws Exception {
        try (var process = new Growing(wrapper, subject)) {
            var json = folder.resolve("doctor").resolve(RunFile.NAME);
            json.toFile().getParentFile().mkdir();
            var told = Cli.run("doctor", "--pid", "" + process.pid(), "--json", json.toString());
            assertThat(told.exitCode()).as(told.err()).isZero();
            var record = RunFile.in(json.getParent())
                    .read()
                    .of(DoctorRecord.class)
                    .findFirst()
                    .orElseThrow();
            assertThat(record.process().pid()).isEqualTo(process.pid());
            var diagnosed = record.diagnoses().stream()
                    .filter(each -> each.subject().equals(subject))
                    .findFirst()
                    .orElseThrow();
            assertThat(diagnosed.walls().getFirst().limit()).isEqualTo(limit);
            assertThat(process.grow()).isCloseTo(diagnosed.most(), within(3L));
            return record;
        }
    }

    private static boolean runs(String... command) throws IOException, InterruptedException {
        var process = new ProcessBuilder(command)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start();
        return process.waitFor() == 0;
    }

    private static final class Growing implements AutoCloseable {
        private final Process process;
        private final BufferedReader out;

        Growing(List<String> wrapper, String subject) throws IOException {
            var command = new ArrayList<>(wrapper);
            command.addAll(Java.command(List.of(GrowingProcess.class.getName(), subject)));
            process = Java.withoutToolOptions(new ProcessBuilder(command))
                    .redirectError(Redirect.DISCARD)
                    .start();
            out = process.inputReader();
            assertThat(out.readLine()).isEqualTo("READY");
        }

        /** Each wrapper becomes the JVM by exec. */
        long pid() {
            return process.pid();
        }

        long grow() throws IOException {
            process.outputWriter().append('\n').flush();
            return out.lines()
                    .filter(line -> line.matches("\\d+")) // HotSpot warns there of a thread that it cannot start
                    .mapToLong(Long::parseLong)
                    .max()
                    .orElseThrow();
        }

        @Override
        public void close() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }
    }
}
