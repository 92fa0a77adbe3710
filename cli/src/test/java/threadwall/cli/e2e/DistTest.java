package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A release, packed from what was built: what is in it, and that it runs without a build. */
class DistTest {

    @TempDir
    private Path temporary;

    @Test
    void aReleaseRunsWithoutMavenAndSources() throws Exception {
        var commit = run(Home.path(), "sh", "-c", "command -v dpkg-deb && git rev-parse HEAD");
        assumeTrue(commit.code == 0, "no dpkg-deb, or no clone of git: " + commit.out);
        var packed = run(Home.path(), "ops/setup/dist.sh", temporary.toString());
        assertThat(packed.code).as(packed.out).isZero();
        var files = packed.out.lines().map(Path::of).toList();
        assertThat(files).hasSize(2).allSatisfy(file -> assertThat(file).isNotEmptyFile());

        var archive = files.getFirst();
        assertThat(run(temporary, "tar", "-xzf", archive.toString()).code).isZero();
        var release = temporary.resolve(archive.getFileName().toString().replace(".tar.gz", ""));
        assertThat(run(release, "bin/threadwall", "--version").out).startsWith("threadwall 0.");
        var doctor = run(release, "bin/threadwall", "doctor", "--threads", "10");
        assertThat(doctor.out).contains("Threads of one JVM");
        assertThat(doctor.code).isZero();
        var test = run(release, "bin/threadwall", "test");
        assertThat(test.code).isEqualTo(4);
        assertThat(test.out).contains("test needs a clone of the sources");
        assertThat(run(release, "find", ".", "-path", "*/src/main/*").out).isEmpty();

        var contents = run(temporary, "dpkg-deb", "-c", files.getLast().toString()).out;
        assertThat(contents)
                .contains(
                        " ./usr/bin/threadwall\n",
                        " ./usr/share/threadwall/cli/target/cli.jar\n",
                        " ./usr/share/man/man1/threadwall.1.gz\n",
                        " ./usr/share/bash-completion/completions/threadwall\n")
                .doesNotContain("src/test");
    }

    private record Ran(int code, String out) {}

    private static Ran run(Path folder, String... command) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        var process = builder.start();
        process.getOutputStream().close();
        var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ran(process.waitFor(), out);
    }
}
