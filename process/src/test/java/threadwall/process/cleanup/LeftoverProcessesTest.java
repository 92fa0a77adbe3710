package threadwall.process.cleanup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import threadwall.process.StatusFile;
import threadwall.process.proc.ProcessIdentity;

/** Real processes under the real supervisor, which is then killed as in a crash. */
@Tag("slow")
@Timeout(60)
class LeftoverProcessesTest {

    private static final Path SUPERVISOR = Path.of(System.getProperty("basedir", "."))
            .toAbsolutePath()
            .normalize()
            .resolve("supervise.sh");
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private Path run;

    private final List<Process> supervisors = new ArrayList<>();
    private final List<Long> children = new ArrayList<>();

    @BeforeEach
    void resolveLinks(@TempDir Path folder) throws IOException {
        run = folder.toRealPath();
    }

    @AfterEach
    void endAll() {
        children.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
        supervisors.forEach(Process::destroyForcibly);
    }

    @Test
    void endsLeftoversAndNothingElse() throws Exception {
        var left = crashed("left", "sleep", "600");
        var stubborn = crashed("stubborn", "bash", "-c", "trap '' TERM; while :; do read -rt 60 <> <(:); done");
        var kept = start("kept", "sleep", "600");
        var reused = crashed("reused", "sleep", "600");
        replace("reused", "(?m)^started \\d+$", "started " + (reused.startTicks() + 1));
        var renamed = crashed("renamed", "sleep", "600");
        replace("renamed", "command sleep 600", "command sleep 700");
        var old = crashed("old", "sleep", "600");
        replace("old", "(?s)started .*", "");
        var done = crashed("done", "sleep", "600");
        Files.writeString(statusFile("done"), Files.readString(statusFile("done")) + "exit 0\n");
        var earlier = crashed("earlier", "sleep", "600");
        replace("earlier", "(?m)^boot .*$", "boot 00000000-0000-0000-0000-000000000000");

        var noted = LeftoverProcesses.in(List.of(run, run));

        assertThat(noted)
                .extracting(one -> one.statusFile().getFileName().toString())
                .containsExactly(
                        "kept.status",
                        "left.status",
                        "old.status",
                        "renamed.status",
                        "reused.status",
                        "stubborn.status");
        assertThat(noted.get(0).keepReason())
                .hasValueSatisfying(why -> assertThat(why)
                        .isEqualTo("it is in use: process %d, its supervisor, is alive"
                                .formatted(supervisors.get(2).pid())));
        assertThat(noted.get(1)).isEqualTo(new RecordedProcess(statusFile("left"), left, Optional.empty()));
        assertThat(noted.get(2).keepReason())
                .hasValueSatisfying(why -> assertThat(why).startsWith("its status file has no start time"));
        assertThat(noted.get(3).keepReason()).contains("its command line differs from the recorded one: sleep 700");
        assertThat(noted.get(4).keepReason()).contains("another process has reused the PID");
        assertThat(noted.get(5).keepReason()).isEmpty();

        assertThat(LeftoverProcesses.end(List.of(left, stubborn))).isEmpty();
        assertThat(ProcessIdentity.of(left.pid())).isEmpty();
        assertThat(ProcessIdentity.of(stubborn.pid())).isEmpty();
        for (var alive : List.of(kept, reused, renamed, old, done, earlier)) {
            assertThat(ProcessIdentity.of(alive.pid())).contains(alive);
        }
    }

    /** taskset replaces itself with the program that it starts, so it disappears from the command line. */
    @Test
    void aProcessStartedByTasksetIsRecognised() throws Exception {
        crashed("pinned", "sleep", "600");
        replace("pinned", "command sleep 600", "command taskset -c 0 sleep 600");
        assertThat(RecordedProcess.of(StatusFile.read(statusFile("pinned")), RecordedProcess.SystemState.read())
                        .orElseThrow()
                        .keepReason())
                .isEmpty();
    }

    @Test
    void aProcessOfAnotherUserIsLeftAlone() throws Exception {
        var left = crashed("left", "sleep", "600");
        var system = RecordedProcess.SystemState.read();
        var other =
                new RecordedProcess.SystemState(system.identityOf(), system.owner(), system.boot(), system.uid() + 1);
        assertThat(RecordedProcess.of(StatusFile.read(statusFile("left")), other)
                        .orElseThrow()
                        .keepReason())
                .contains("it runs as another user, uid " + left.uid());
    }

    /** Otherwise a user who may write into a folder that is cleaned could have any process of ours ended. */
    @Test
    void aStatusFileOfAnotherUserIsIgnored() throws Exception {
        crashed("left", "sleep", "600");
        var system = RecordedProcess.SystemState.read();
        var written = new RecordedProcess.SystemState(
                system.identityOf(), file -> OptionalLong.of(system.uid() + 1), system.boot(), system.uid());
        assertThat(RecordedProcess.of(StatusFile.read(statusFile("left")), written)
                        .orElseThrow()
                        .keepReason())
                .contains("another user owns its status file, so it may be forged");
    }

    /** It may have a supervisor that is not recorded yet. */
    @Test
    void aStatusFileWithoutASupervisorIsIgnored() throws Exception {
        var left = crashed("left", "sleep", "600");
        replace("left", "(?m)^keeping \\d+\n", "");
        assertThat(LeftoverProcesses.in(List.of(run)))
                .containsExactly(new RecordedProcess(
                        statusFile("left"), left, Optional.of("its status file does not name its supervisor")));
    }

    @Test
    void aFolderMayBeALink() throws Exception {
        var left = crashed("left", "sleep", "600");
        var link = Files.createSymbolicLink(
                Files.createDirectory(run.resolve("links")).resolve("run"), run);
        assertThat(LeftoverProcesses.in(List.of(link)))
                .containsExactly(new RecordedProcess(statusFile("left"), left, Optional.empty()));
    }

    @Test
    void otherFilesWithTheSuffixAreSkipped() throws Exception {
        Files.writeString(statusFile("cut"), "pid ");
        Files.writeString(statusFile("else"), "pid of the day\nstarted 1x\n");
        Files.writeString(statusFile("huge"), "pid 99999999999999999999\n");
        Files.createDirectory(statusFile("folder"));
        assertThat(new ProcessBuilder("mkfifo", statusFile("pipe").toString())
                        .start()
                        .waitFor())
                .isZero();
        assertThat(LeftoverProcesses.in(List.of(run))).isEmpty();
    }

    /** A process that was given the PID meanwhile is not signalled. */
    @Test
    void aReusedPidIsNotSignalled() throws Exception {
        var left = crashed("left", "sleep", "600");
        var before = new ProcessIdentity(left.pid(), left.startTicks() - 1, left.uid(), left.command());
        assertThat(LeftoverProcesses.end(List.of(before))).isEmpty();
        assertThat(ProcessIdentity.of(left.pid())).contains(left);
    }

    @Test
    void anEmptyFolderHasNone() throws Exception {
        assertThat(LeftoverProcesses.in(List.of(run, run.resolve("nowhere")))).isEmpty();
    }

    /** A command whose supervisor is killed with all processes that would end the command, without setpriv. */
    private ProcessIdentity crashed(String name, String... command) throws Exception {
        var identity = start(name, command);
        var supervisor = supervisors.getLast();
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        // it starts its watcher last; a watcher that survived would end the command
        while (supervisor.children().noneMatch(other -> other.pid() != identity.pid())
                && System.nanoTime() < deadline) {
            LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
        }
        supervisor.descendants().filter(other -> other.pid() != identity.pid()).forEach(ProcessHandle::destroyForcibly);
        supervisor.destroyForcibly().waitFor();
        return identity;
    }

    private ProcessIdentity start(String name, String... command) throws Exception {
        var line = new ArrayList<>(
                List.of("bash", SUPERVISOR.toString(), statusFile(name).toString()));
        line.addAll(List.of(command));
        var builder =
                new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().merge("PATH", withoutSetpriv().toString(), (path, first) -> first + ":" + path);
        supervisors.add(builder.start());
        var commandLine = String.join(" ", command);
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (System.nanoTime() < deadline) {
            var status = StatusFile.read(statusFile(name));
            if (status.command().isPresent() && status.pid().isPresent()) {
                long pid = status.pid().getAsLong();
                var identity =
                        ProcessIdentity.of(pid).filter(one -> one.command().equals(commandLine));
                if (identity.isPresent()) {
                    children.add(pid);
                    return identity.get();
                }
            }
            LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
        }
        throw new AssertionError("not started: " + commandLine);
    }

    private Path withoutSetpriv() throws IOException {
        var folder = Files.createDirectories(run.resolve("bin"));
        var setpriv = folder.resolve("setpriv");
        if (Files.notExists(setpriv)) {
            Files.writeString(setpriv, "#!/bin/sh\nexit 1\n");
            Files.setPosixFilePermissions(setpriv, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return folder;
    }

    private Path statusFile(String name) {
        return run.resolve(name + StatusFile.SUFFIX);
    }

    private void replace(String name, String pattern, String by) throws IOException {
        var text = Files.readString(statusFile(name));
        var changed = text.replaceFirst(pattern, by);
        assertThat(changed).isNotEqualTo(text);
        Files.writeString(statusFile(name), changed);
    }
}
