package threadwall.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import threadwall.process.cleanup.FolderLock;

/**
 * A child process under {@code process/supervise.sh}, which ends it when this JVM goes away in whatever manner. The
 * supervisor has a session of its own, so that Ctrl-C reaches this JVM alone, which then ends its children in order.
 */
public final class ChildProcess implements AutoCloseable {

    /** SIGTERM, then SIGKILL after 3 s in the supervisor, and a second for both to be gone. */
    private static final Duration END = Duration.ofSeconds(4);

    /** More than a server of ours takes: 3 s for what is in flight, 2 more before it leaves anyway. */
    private static final Duration FOREGROUND_END = Duration.ofSeconds(6);

    private static final Set<ChildProcess> ALIVE = ConcurrentHashMap.newKeySet();
    private static final Set<Path> TEMPORARY = ConcurrentHashMap.newKeySet();
    private static volatile boolean ending;
    private static volatile ChildProcess foreground;

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(ChildProcess::endAll, "end-children"));
    }

    private final Process supervisor;
    private final Path status;
    private final long started = System.nanoTime();
    private volatile long ended;

    private ChildProcess(Process supervisor, Path status) {
        this.supervisor = supervisor;
        this.status = status;
    }

    /**
     * Starts a command; {@code java} in it is the one that runs this.
     *
     * @param home the project's root, where it runs
     * @param files prefix of its files: {@code .status}, {@code .err}
     * @param output file for its standard output; {@code null} to read it by {@link #output()}
     */
    public static ChildProcess start(Path home, Path files, List<String> command, Path output) throws IOException {
        return start(home, files, command, output, Map.of());
    }

    /** @param environment added to this process's own */
    public static ChildProcess start(
            Path home, Path files, List<String> command, Path output, Map<String, String> environment)
            throws IOException {
        var builder = builder(home, files, command);
        builder.environment().putAll(environment);
        builder.redirectError(beside(files, ".err").toFile());
        if (output != null) {
            builder.redirectOutput(output.toFile());
        }
        return start(builder, files);
    }

    /**
     * Starts a command with a folder that goes with it: the supervisor deletes it after the command's end, so that nothing
     * stays when this JVM is killed. What the command and its supervisor print, errors too, is read by {@link #output()}.
     *
     * @param folder a temporary one; its {@code child.status} is taken
     */
    public static ChildProcess startIn(Path home, Path folder, List<String> command) throws IOException {
        var files = folder.resolve("child");
        var builder = builder(home, files, command).redirectErrorStream(true);
        builder.command()
                .add(builder.command().indexOf(status(files).toAbsolutePath().toString()), "-r");
        var claim = FolderLock.of(folder);
        try {
            var child = start(builder, files);
            child.supervisor.onExit().thenRun(claim::close);
            return child;
        } catch (IOException e) {
            claim.remove(folder);
            throw e;
        }
    }

    /**
     * Runs a command with this process's own standard output and error until it ends; its exit code. A signal that would end
     * this JVM meanwhile ends the command, as SIGTERM, and this JVM with the exit code that the command has then.
     */
    public static int foreground(Path home, Path files, List<String> command) throws IOException, InterruptedException {
        var builder = builder(home, files, command);
        builder.redirectError(ProcessBuilder.Redirect.INHERIT).redirectOutput(ProcessBuilder.Redirect.INHERIT);
        foreground = start(builder, files);
        return foreground.supervisor.waitFor();
    }

    private static ProcessBuilder builder(Path home, Path files, List<String> command) {
        var line = new ArrayList<>(List.of(
                "setsid",
                "bash",
                home.resolve("process/supervise.sh").toString(),
                status(files).toAbsolutePath().toString()));
        line.addAll(command);
        var builder = new ProcessBuilder(line).directory(home.toFile());
        var java = Path.of(javaCommand()).getParent();
        if (java != null) {
            builder.environment().merge("PATH", java.toString(), (path, first) -> first + ":" + path);
        }
        builder.environment().put("LC_ALL", "C.UTF-8");
        return builder;
    }

    private static ChildProcess start(ProcessBuilder builder, Path files) throws IOException {
        Files.deleteIfExists(status(files));
        synchronized (ALIVE) {
            // one started now would be missed by endAll, and die only with this JVM
            if (ending) {
                throw new IOException("this process is ending");
            }
            var child = new ChildProcess(builder.start(), status(files));
            ALIVE.add(child);
            child.supervisor.onExit().thenRun(child::ended);
            return child;
        }
    }

    /** Whether this JVM is going away and has begun to end its children: what they do from now on says nothing of them. */
    public static boolean ending() {
        return ending;
    }

    private void ended() {
        ended = System.nanoTime();
        ALIVE.remove(this);
    }

    /** The {@code java} that runs this. */
    public static String javaCommand() {
        return ProcessHandle.current().info().command().orElse("java");
    }

    private static Path status(Path files) {
        return beside(files, StatusFile.ENDING);
    }

    private static Path beside(Path files, String ending) {
        return files.resolveSibling(files.getFileName() + ending);
    }

    public InputStream output() {
        return supervisor.getInputStream();
    }

    /** The command's own pid; empty when it could not be started. */
    public Optional<Long> pid() throws InterruptedException, IOException {
        while (supervisor.isAlive()) {
            var pid = StatusFile.read(status).pid();
            if (pid.isPresent()) {
                return Optional.of(pid.getAsLong());
            }
            supervisor.waitFor(2, TimeUnit.MILLISECONDS);
        }
        return StatusFile.read(status).pid().stream().boxed().findFirst();
    }

    public boolean isAlive() {
        return supervisor.isAlive();
    }

    /** Whether the command ended within that time. */
    public boolean await(Duration bound) throws InterruptedException {
        return supervisor.waitFor(bound.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Its exit code, 128 + the number of the signal that ended it; only once {@link #isAlive()} is false. */
    public int exitCode() {
        return supervisor.exitValue();
    }

    /** Nanoseconds of {@link System#nanoTime()} at which it was started. */
    public long startedNanos() {
        return started;
    }

    /** How long it lived; until now while it does. */
    public double seconds() {
        return ((ended == 0 ? System.nanoTime() : ended) - started) / 1e9;
    }

    /** CPU seconds of the command, user and system; empty before its end, or when the supervisor itself was killed. */
    public Optional<Double> cpuSeconds() throws IOException {
        return StatusFile.read(status).cpuSeconds();
    }

    /** Sends SIGTERM to the command and waits; it is ended as by {@link #close()} when it is not gone in time. */
    public void terminate(Duration bound) throws InterruptedException, IOException {
        var pid = pid();
        if (supervisor.isAlive() && pid.isPresent()) {
            ProcessHandle.of(pid.get()).ifPresent(ProcessHandle::destroy);
            if (await(bound)) {
                return;
            }
        }
        close();
    }

    /** Ends the command: SIGTERM, SIGKILL 3 s later. */
    @Override
    public void close() {
        closeAll(List.of(this));
    }

    private void release() {
        try {
            supervisor.getOutputStream().close();
        } catch (IOException e) {
            // the supervisor is gone already, and its child with it
            ALIVE.remove(this);
        }
    }

    private void awaitEnd(long deadline) {
        try {
            supervisor.waitFor(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Deletes a folder of files when this process ends, in whatever way it may, after its children have. */
    public static void deleteAtExit(Path folder) {
        TEMPORARY.add(folder);
    }

    private static void endAll() {
        synchronized (ALIVE) {
            ending = true;
        }
        boolean ends = foreground != null && foreground.endAsAsked();
        closeAll(List.copyOf(ALIVE));
        for (var folder : TEMPORARY) {
            try (var files = Files.list(folder)) {
                for (var file : files.toList()) {
                    Files.delete(file);
                }
                Files.delete(folder);
            } catch (IOException e) {
                System.err.println("threadwall: cannot delete " + folder + ": " + e.getMessage());
            }
        }
        if (ends) {
            Runtime.getRuntime().halt(foreground.exitCode());
        }
    }

    /** In the foreground: passes a signal to this JVM on. False if the command had ended before it. */
    private boolean endAsAsked() {
        if (!supervisor.isAlive()) {
            return false;
        }
        try {
            terminate(FOREGROUND_END);
        } catch (InterruptedException | IOException e) {
            close();
        }
        return !supervisor.isAlive();
    }

    /** Ends several at once, in the time that one takes. */
    public static void closeAll(Collection<ChildProcess> children) {
        long deadline = System.nanoTime() + END.toNanos();
        children.forEach(ChildProcess::release);
        children.forEach(child -> child.awaitEnd(deadline));
    }
}
