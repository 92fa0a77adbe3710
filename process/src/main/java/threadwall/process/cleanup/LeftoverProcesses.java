package threadwall.process.cleanup;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import threadwall.process.StatusFile;
import threadwall.process.proc.ProcessIdentity;

/** Processes that runs have recorded and that are still alive. */
public final class LeftoverProcesses {

    /** Longer than our servers take to answer requests in flight. */
    private static final Duration TERM_TIMEOUT = Duration.ofSeconds(6);

    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration POLL = Duration.ofMillis(20);

    private LeftoverProcesses() {}

    /** @param folders of runs, or parents of such folders; a missing folder is skipped */
    public static List<RecordedProcess> in(Collection<Path> folders) throws IOException {
        var statusFiles = new TreeSet<Path>();
        for (var folder : folders) {
            if (Files.isDirectory(folder)) {
                addStatusFiles(folder.toRealPath(), statusFiles); // results/ may be a link to a larger disk
            }
        }
        var system = RecordedProcess.SystemState.read();
        var found = new ArrayList<RecordedProcess>();
        for (var statusFile : statusFiles) {
            RecordedProcess.of(StatusFile.read(statusFile), system).ifPresent(found::add);
        }
        return List.copyOf(found);
    }

    private static void addStatusFiles(Path folder, Set<Path> statusFiles) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                // reading a named pipe would never end
                if (attributes.isRegularFile() && file.getFileName().toString().endsWith(StatusFile.SUFFIX)) {
                    statusFiles.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException problem) throws IOException {
                // deleted by a run that is still active, or another user's, which this user may not clean
                if (problem instanceof NoSuchFileException || problem instanceof AccessDeniedException) {
                    return FileVisitResult.CONTINUE;
                }
                throw problem;
            }
        });
    }

    /**
     * Ends processes by SIGTERM, and by SIGKILL those that are alive some seconds later.
     *
     * @return those that survived even this
     */
    public static List<ProcessIdentity> end(Collection<ProcessIdentity> processes) throws InterruptedException {
        var left = signal(List.copyOf(processes), ProcessHandle::destroy, TERM_TIMEOUT);
        return signal(left, ProcessHandle::destroyForcibly, KILL_TIMEOUT);
    }

    private static List<ProcessIdentity> signal(
            List<ProcessIdentity> processes, Predicate<ProcessHandle> signal, Duration timeout)
            throws InterruptedException {
        for (var process : processes) {
            // a ProcessHandle includes the start time, so it never signals another process
            ProcessHandle.of(process.pid()).filter(handle -> isAlive(process)).ifPresent(signal::test);
        }
        long deadline = System.nanoTime() + timeout.toNanos();
        var left = processes.stream().filter(LeftoverProcesses::isAlive).toList();
        while (!left.isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(POLL);
            left = left.stream().filter(LeftoverProcesses::isAlive).toList();
        }
        return left;
    }

    private static boolean isAlive(ProcessIdentity process) {
        return ProcessIdentity.of(process.pid())
                .filter(system -> system.startTicks() == process.startTicks())
                .isPresent();
    }
}
