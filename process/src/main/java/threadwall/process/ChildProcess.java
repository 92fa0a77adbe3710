package threadwall.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import threadwall.process.cleanup.FolderLock;

/**
 * A child process under {@code process/supervise.sh}, which ends it when this JVM goes away, however that happens. The
 * supervisor has its own session, so that Ctrl-C reaches this JVM alone, which then ends its children in order.
 */
public final class ChildProcess implements AutoCloseable {

    /** The supervisor sends SIGTERM, then SIGKILL after 3 s; one more second for both processes to exit. */
    private static final Duration END = Duration.ofSeconds(4);

    /** Longer than our servers take: 3 s for requests in flight, then at most 2 s until they exit anyway. */
    private static final Duration FOREGROUND_END = Duration.ofSeconds(6);

    private static final Set<ChildProcess> ALIVE = ConcurrentHashMap.newKeySet();
    private static final Set<Path> TEMPORARY = ConcurrentHashMap.newKeySet();
    private static volatile boolean shuttingDown;
    private static volatile ChildProcess foreground;
    private static volatile boolean exitWithItsCode;

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(ChildProcess::endAll, "end-children"));
    }

    private final Process supervisor;
    private final Path status;
    private final Path errors;
    private final long started = System.nanoTime();
    private volatile long endedNanos;

    private ChildProcess(Process supervisor, Path files) {
        this.supervisor = supervisor;
        this.status = status(files);
        this.errors = errors(files);
    }

    /**
     * Starts a command; {@code java} in it is replaced by the java that runs this JVM.
     *
     * @param home the project's root, the command's working directory
     * @param files prefix of the command's files: {@code .status}, {@code .err}
     * @param output file for its standard output; {@code null} to read it by {@link #output()}
     */
    public static ChildProcess start(Path home, Path files, List<String> command, Path output) throws IOException {
        return start(home, files, command, output, Map.of());
    }

    /** @param environment variables added to those of this JVM */
    public static ChildProcess start(
            Path home, Path files, List<String> command, Path output, Map<String, String> environment)
            throws IOException {
        var builder = builder(home, files, command);
        builder.environment().putAll(environment);
        builder.redirectError(errors(files).toFile());
        if (output != null) {
            builder.redirectOutput(output.toFile());
        }
        return start(builder, files);
    }

    /**
     * Starts a user's command, of which nothing is known. It has the user's environment, with the java that runs this JVM
     * first in PATH, and all that it leaves running is ended with it.
     *
     * @param directory where it runs
     * @param output file for its standard output
     * @param variables of its environment, more than the user's
     */
    public static ChildProcess startProgram(
            Path home, Path directory, Path files, List<String> command, Path output, Map<String, String> variables)
            throws IOException {
        var locale = System.getenv("LC_ALL"); // the supervisor has one of its own
        var line =
                new ArrayList<>(locale == null ? List.of("env", "-u", "LC_ALL") : List.of("env", "LC_ALL=" + locale));
        variables.forEach((name, value) -> line.add(name + "=" + value));
        line.addAll(command);
        var builder = builder(home, files, line, "-m", UUID.randomUUID().toString())
                .directory(directory.toFile())
                .redirectError(errors(files).toFile())
                .redirectOutput(output.toFile());
        return start(builder, files);
    }

    /**
     * Starts a command with a folder that the supervisor deletes after the command has ended, so that nothing remains
     * even when this JVM is killed. Standard output and error of the command and the supervisor are read by {@link
     * #output()}.
     *
     * @param folder a temporary one; the name {@code child.status} in it is reserved
     */
    public static ChildProcess startIn(Path home, Path folder, List<String> command) throws IOException {
        var files = folder.resolve("child");
        var builder = builder(home, files, command, "-r").redirectErrorStream(true);
        var lock = FolderLock.of(folder);
        try {
            var child = start(builder, files);
            child.supervisor.onExit().thenRun(lock::close);
            return child;
        } catch (IOException e) {
            lock.delete();
            throw e;
        }
    }

    /**
     * Runs a command with this process's standard output and error until it ends. A signal that would end this JVM is
     * forwarded to the command as SIGTERM; this JVM then ends with the command's exit code.
     *
     * @return the command's exit code
     */
    public static int foreground(Path home, Path files, List<String> command) throws IOException, InterruptedException {
        exitWithItsCode = true;
        return inForeground(home, files, command);
    }

    /**
     * The same for one of several commands that this process runs: after a signal this JVM ends with its own exit code, 130
     * for SIGINT, and not with the command's.
     */
    public static int oneInForeground(Path home, Path files, List<String> command)
            throws IOException, InterruptedException {
        exitWithItsCode = false;
        return inForeground(home, files, command);
    }

    private static int inForeground(Path home, Path files, List<String> command)
            throws IOException, InterruptedException {
        var builder = builder(home, files, command);
        builder.redirectError(ProcessBuilder.Redirect.INHERIT).redirectOutput(ProcessBuilder.Redirect.INHERIT);
        foreground = start(builder, files);
        return foreground.supervisor.waitFor();
    }

    /** @param options of the supervisor */
    private static ProcessBuilder builder(Path home, Path files, List<String> command, String... options) {
        var line = new ArrayList<>(
                List.of("setsid", "bash", home.resolve("process/supervise.sh").toString()));
        line.addAll(List.of(options));
        line.add(status(files).toAbsolutePath().toString());
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
            // endAll would miss a child started now, which would then die only with this JVM
            if (shuttingDown) {
                throw new IOException("this process is ending");
            }
            var child = new ChildProcess(builder.start(), files);
            ALIVE.add(child);
            child.supervisor.onExit().thenRun(child::ended);
            return child;
        }
    }

    /** Whether this JVM is shutting down and ends its children: how they end from now on says nothing about them. */
    public static boolean shuttingDown() {
        return shuttingDown;
    }

    private void ended() {
        endedNanos = System.nanoTime();
        ALIVE.remove(this);
    }

    /** Path of the {@code java} that runs this JVM. */
    public static String javaCommand() {
        return ProcessHandle.current().info().command().orElse("java");
    }

    private static Path status(Path files) {
        return withSuffix(files, StatusFile.SUFFIX);
    }

    private static Path errors(Path files) {
        return withSuffix(files, ".err");
    }

    private static Path withSuffix(Path files, String suffix) {
        return files.resolveSibling(files.getFileName() + suffix);
    }

    public InputStream output() {
        return supervisor.getInputStream();
    }

    /** The command's own PID; empty when it could not be started. */
    public Optional<Long> pid() throws InterruptedException, IOException {
        while (true) {
            boolean alive = supervisor.isAlive(); // before reading: it may write the PID and exit
            var pid = StatusFile.read(status).pid();
            if (pid.isPresent() || !alive) {
                return pid.stream().boxed().findFirst();
            }
            supervisor.waitFor(2, TimeUnit.MILLISECONDS);
        }
    }

    public boolean isAlive() {
        return supervisor.isAlive();
    }

    /** Waits for the command to end; false when it has not within that time. */
    public boolean await(Duration limit) throws InterruptedException {
        return supervisor.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Its exit code, or 128 + the number of the signal that ended it; only once {@link #isAlive()} is false. */
    public int exitCode() {
        return supervisor.exitValue();
    }

    /** The last message on its standard error, see {@link ExitReason}; empty when there is none. */
    public Optional<String> exitReason() {
        return ExitReason.in(errors);
    }

    /** When it was started, by {@link System#nanoTime()}. */
    public long startedNanos() {
        return started;
    }

    /** Seconds from its start to its end, or to now while it is alive. */
    public double seconds() {
        return ((endedNanos == 0 ? System.nanoTime() : endedNanos) - started) / 1e9;
    }

    /** CPU seconds of the command, user and system; empty while it runs, or when the supervisor was killed. */
    public Optional<Double> cpuSeconds() throws IOException {
        return StatusFile.read(status).cpuSeconds();
    }

    /** Sends SIGTERM to the command and waits; after that time it ends it as {@link #close()} does. */
    public void terminate(Duration limit) throws InterruptedException, IOException {
        var pid = pid();
        if (supervisor.isAlive() && pid.isPresent()) {
            ProcessHandle.of(pid.get()).ifPresent(ProcessHandle::destroy);
            if (await(limit)) {
                return;
            }
        }
        close();
    }

    /** Ends the command by SIGTERM, and by SIGKILL 3 s later. */
    @Override
    public void close() {
        closeAll(List.of(this));
    }

    private void release() {
        try {
            supervisor.getOutputStream().close();
        } catch (IOException e) {
            // the supervisor has exited already, and its child with it
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

    /** Deletes a folder of files when this JVM ends, after its children have ended. */
    public static void deleteAtExit(Path folder) {
        TEMPORARY.add(folder);
    }

    /**
     * Creates a temporary folder that is deleted when this JVM ends, unless it is gone by then.
     *
     * @throws IOException also when this JVM is ending, since nobody would delete it
     */
    public static Path temporaryFolder(String prefix) throws IOException {
        synchronized (ALIVE) {
            if (shuttingDown) {
                throw new IOException("this process is ending");
            }
            var folder = Files.createTempDirectory(prefix);
            deleteAtExit(folder);
            return folder;
        }
    }

    private static void endAll() {
        synchronized (ALIVE) {
            shuttingDown = true;
        }
        boolean interrupted = foreground != null && foreground.forwardSignal();
        closeAll(List.copyOf(ALIVE));
        for (var folder : TEMPORARY) {
            try (var files = Files.list(folder)) {
                for (var file : files.toList()) {
                    Files.deleteIfExists(file);
                }
                Files.deleteIfExists(folder);
            } catch (NoSuchFileException gone) {
                // whose it was has deleted it
            } catch (IOException e) {
                System.err.println("threadwall: cannot delete " + folder + ": " + e.getMessage());
            }
        }
        if (interrupted && exitWithItsCode) {
            Runtime.getRuntime().halt(foreground.exitCode());
        }
    }

    /** Forwards the signal that ends this JVM to the foreground command. False if the command had ended before. */
    private boolean forwardSignal() {
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

    /** Ends several at the same time, so that it takes no longer than ending one. */
    public static void closeAll(Collection<ChildProcess> children) {
        long deadline = System.nanoTime() + END.toNanos();
        children.forEach(ChildProcess::release);
        children.forEach(child -> child.awaitEnd(deadline));
    }
}
