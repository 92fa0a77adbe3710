package threadwall.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.ClientHost;

class RemoteHostTest {

    private static final RemoteHost HERE = new RemoteHost(
            Path.of(System.getProperty("basedir", "."))
                    .toAbsolutePath()
                    .normalize()
                    .getParent(),
            ClientHost.THIS_MACHINE);

    @TempDir
    private Path temporary;

    private Path script(String text) throws Exception {
        return Files.writeString(temporary.resolve("script.sh"), text);
    }

    @Test
    void aScriptIsReadFromHereAndItsOutputReturned() throws Exception {
        assertThat(HERE.run(script("printf %s \"${SSH_CONNECTION-none}\"")))
                .isEqualTo("none".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aScriptThatFailsIsQuoted() {
        assertThatThrownBy(() -> HERE.run(script("echo 'no such thing' >&2; exit 7")))
                .isInstanceOf(PreconditionException.class)
                .hasMessage("script.sh failed on localhost: no such thing");
    }

    @Test
    void aScriptThatHangsIsEnded() {
        assertThatThrownBy(() -> HERE.run(script("sleep infinity"), 1))
                .isInstanceOf(PreconditionException.class)
                .hasMessage("script.sh failed on localhost: it did not end in time");
    }

    /** Runs a script in a JVM of its own. */
    static final class Run {
        public static void main(String[] args) throws Exception {
            HERE.run(Path.of(args[0]));
        }
    }

    @Test
    @Tag("slow")
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aScriptEndsWithTheProcessThatWaitsForIt() throws Exception {
        var pid = temporary.resolve("pid");
        new ProcessBuilder("mkfifo", pid.toString()).start().waitFor();
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var jvm = new ProcessBuilder(
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Run.class.getName(),
                        script("echo $$ >'%s'; exec sleep infinity".formatted(pid))
                                .toString())
                .start();
        try {
            var script = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
                    .orElseThrow();
            jvm.destroy();
            assertThat(script.onExit()).succeedsWithin(Duration.ofSeconds(30));
        } finally {
            jvm.destroyForcibly();
        }
    }
}
