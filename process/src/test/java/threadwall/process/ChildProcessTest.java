package threadwall.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Children under the real supervise.sh. */
@Tag("slow")
@Timeout(60)
class ChildProcessTest {

    private static final Path HOME = Path.of(System.getProperty("basedir", "."))
            .toAbsolutePath()
            .normalize()
            .getParent();
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    @Test
    void reportsTheExitCode() throws Exception {
        assertThat(ended(bash("exit 7")).exitCode()).isEqualTo(7);
        assertThat(ended(bash("kill -TERM $$")).exitCode()).isEqualTo(128 + 15);
        assertThat(ended(start("no-such-command")).exitCode()).isEqualTo(127);
        assertThat(Files.readString(folder.resolve("child.err"))).contains("no-such-command");
    }

    @Test
    void passesEveryArgumentUnchanged() throws Exception {
        var words = List.of("a b", "", "it's", "\"$HOME\"", "*", "line\nline", "-n", "\\", "ä字");
        var command = new ArrayList<>(List.of("printf", "<%s>"));
        command.addAll(words);
        ended(start(command.toArray(String[]::new)));
        assertThat(Files.readString(folder.resolve("child.out"))).isEqualTo("<" + String.join("><", words) + ">");
    }

    @Test
    void runsThisJavaUnderTaskset() throws Exception {
        var cpu = Files.readString(Path.of("/proc/self/status"))
                .replaceFirst("(?s).*Cpus_allowed_list:\\s*(\\d+).*", "$1");
        assertThat(ended(start("taskset", "-c", cpu, "java", "-XshowSettings:properties", "-version"))
                        .exitCode())
                .isZero();
        assertThat(Files.readString(folder.resolve("child.err"))).contains(System.getProperty("java.home"));
    }

    @Test
    void runsInTheProjectsRootWithAllDescriptorsAndEmptyInput() throws Exception {
        ended(bash("pwd; ulimit -Sn; ulimit -Hn; cat"));
        var lines = Files.readAllLines(folder.resolve("child.out"));
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).isEqualTo(HOME.toRealPath().toString());
        assertThat(lines.get(1)).isEqualTo(lines.get(2));
    }

    @Test
    void aUsersProgramHasTheUsersEnvironment() throws Exception {
        ended(program("pwd; echo \"$PATH\"; echo \"$STEP\"", Map.of("STEP", "7")));
        var lines = Files.readAllLines(folder.resolve("out"));
        assertThat(lines.getFirst()).isEqualTo(folder.toRealPath().toString());
        assertThat(lines.get(1)).isEqualTo(System.getProperty("java.home") + "/bin:" + System.getenv("PATH"));
        assertThat(lines.getLast()).isEqualTo("7");
    }

    @Test
    void nothingIsLeftOfAUsersProgram() throws Exception {
        // the first leaves the session, the second ignores SIGTERM
        var leaving = "setsid sleep 600 & bash -c 'trap \"\" TERM; echo up; while :; do sleep 1; done' &"
                + " until [[ -s out ]]; do read -rt 0.05 <> <(:); done";
        ended(program(leaving, Map.of()));
        assertThat(Files.readString(folder.resolve("out"))).isEqualTo("up\n");
        assertThat(ProcessHandle.allProcesses().filter(process -> runsIn(process.pid(), folder)))
                .isEmpty();
    }

    @Test
    void aUsersProgramHasEndedWhenItsLastThreadHas() throws Exception {
        assumeTrue(new ProcessBuilder("which", "python3").start().waitFor() == 0, "needs python3");
        // its first thread ends at SIGTERM, as that of a JVM may before the others, and takes the environment with it
        var leaving = """
                import ctypes, signal, threading, time
                signal.signal(signal.SIGTERM, lambda *_: ctypes.CDLL(None).pthread_exit(None))
                def last():
                    time.sleep(2)
                    open("last", "w").close()
                threading.Thread(target=last).start()
                print("up", flush=True)
                while True:
                    time.sleep(0.05)
                """;
        Files.writeString(folder.resolve("leaving.py"), leaving);
        ended(program("python3 leaving.py & until [[ -s out ]]; do read -rt 0.05 <> <(:); done", Map.of()));
        assertThat(folder.resolve("last")).exists();
    }

    /** A user's program in {@link #folder}, whose standard output is the file "out" there. */
    private ChildProcess program(String script, Map<String, String> environment) throws IOException {
        return ChildProcess.startProgram(
                HOME,
                folder,
                folder.resolve("child"),
                List.of("bash", "-c", script),
                folder.resolve("out"),
                environment);
    }

    private static boolean runsIn(long pid, Path directory) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/%d/cwd".formatted(pid)))
                    .equals(directory.toRealPath());
        } catch (IOException gone) {
            return false;
        }
    }

    @Test
    void countsTheCpuSecondsOfTheCommand() throws Exception {
        var child = ended(bash("for ((i = 0; i < 300000; i++)); do :; done; times"));
        // the shell's own times: 0m0.312s 0m0.004s
        var own = Arrays.stream(Files.readAllLines(folder.resolve("child.out"))
                        .getFirst()
                        .split("[ms ]+"))
                .mapToDouble(Double::parseDouble)
                .toArray();
        assertThat(child.cpuSeconds())
                .hasValueSatisfying(seconds -> assertThat(seconds)
                        .isPositive()
                        .isGreaterThanOrEqualTo(60 * own[0] + own[1] + 60 * own[2] + own[3] - 0.01)
                        .isLessThan(2 * child.seconds()));
    }

    @Test
    void endsTheCommandWhenClosed() throws Exception {
        try (var child = start("sleep", "600")) {
            long pid = child.pid().orElseThrow();
            assertThat(child.cpuSeconds()).isEmpty();
            child.close();
            assertThat(child.await(TIMEOUT)).isTrue();
            assertThat(child.exitCode()).isEqualTo(128 + 15);
            assertThat(isGone(pid)).isTrue();
        }
    }

    @Test
    void letsTheCommandHandleSigtermWhenTerminated() throws Exception {
        try (var child = piped("trap 'echo bye; exit 3' TERM; echo up; while :; do read -rt 0.05 <> <(:); done")) {
            var lines = new BufferedReader(new InputStreamReader(child.output(), StandardCharsets.UTF_8));
            assertThat(lines.readLine()).isEqualTo("up");
            child.terminate(TIMEOUT);
            assertThat(lines.readLine()).isEqualTo("bye");
            assertThat(child.exitCode()).isEqualTo(3);
        }
    }

    @Test
    void killsACommandThatIgnoresSigterm() throws Exception {
        try (var child = piped("trap '' TERM; echo up; exec sleep 600")) {
            var lines = new BufferedReader(new InputStreamReader(child.output(), StandardCharsets.UTF_8));
            assertThat(lines.readLine()).isEqualTo("up");
            long pid = child.pid().orElseThrow();
            child.close();
            assertThat(child.await(TIMEOUT)).isTrue();
            assertThat(child.exitCode()).isEqualTo(128 + 9);
            assertThat(isGone(pid)).isTrue();
        }
    }

    @Test
    void leavesNoProcessWhenTheSupervisorIsKilled() throws Exception {
        assumeTrue(
                new ProcessBuilder("setpriv", "--pdeathsig", "KILL", "true")
                                .start()
                                .waitFor()
                        == 0,
                "no setpriv");
        try (var child = start("sleep", "600")) {
            long pid = child.pid().orElseThrow();
            // once it is sleep, the parent-death signal is set
            assertThat(until(() -> comm(pid).equals("sleep"))).isTrue();
            var supervisor =
                    ProcessHandle.of(pid).flatMap(ProcessHandle::parent).orElseThrow();
            // the watcher first, which would end the command as well: the test leaves that to the kernel
            supervisor.children().filter(other -> other.pid() != pid).forEach(ProcessHandle::destroyForcibly);
            supervisor.destroyForcibly();
            assertThat(child.await(TIMEOUT)).isTrue();
            assertThat(until(() -> isGone(pid))).isTrue();
            assertThat(child.exitCode()).isEqualTo(128 + 9);
            assertThat(child.cpuSeconds()).isEmpty();
        }
    }

    @Test
    void startsAgainWithTheSameFiles() throws Exception {
        long first = ended(bash("exit 1")).pid().orElseThrow();
        var again = ended(bash("echo $$; exit 2"));
        assertThat(again.exitCode()).isEqualTo(2);
        assertThat(again.pid().orElseThrow()).isNotEqualTo(first);
        assertThat(Files.readString(folder.resolve("child.out")).strip())
                .isEqualTo(again.pid().orElseThrow().toString());
    }

    private ChildProcess bash(String script) throws IOException {
        return start("bash", "-c", script);
    }

    private ChildProcess start(String... command) throws IOException {
        return ChildProcess.start(HOME, folder.resolve("child"), List.of(command), folder.resolve("child.out"));
    }

    private ChildProcess piped(String script) throws IOException {
        return ChildProcess.start(HOME, folder.resolve("child"), List.of("bash", "-c", script), null);
    }

    private static ChildProcess ended(ChildProcess child) throws InterruptedException {
        assertThat(child.await(TIMEOUT)).isTrue();
        return child;
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static boolean until(Condition condition) throws IOException {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (!condition.holds() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
        }
        return condition.holds();
    }

    /** No process any more, or only a zombie. */
    private static boolean isGone(long pid) throws IOException {
        var stat = Path.of("/proc", String.valueOf(pid), "stat");
        try {
            return Files.readString(stat).matches("(?s)\\d+ \\(.*\\) [ZX] .*");
        } catch (IOException e) {
            return !Files.exists(stat);
        }
    }

    private static String comm(long pid) throws IOException {
        return Files.readString(Path.of("/proc", String.valueOf(pid), "comm")).strip();
    }
}
