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

/** The processes that runs have noted and that are alive. */
public final class LeftoverProcesses {

    /** Longer than a server of ours takes to answer what is in flight. */
    private static final Duration TERM = Duration.ofSeconds(6);

    private static final Duration KILL = Duration.ofSeconds(2);
    private static final Duration LOOK = Duration.ofMillis(20);

    private LeftoverProcesses() {}

    /** @param folders of runs, or with such in them; what is not there is passed over */
    public static List<RecordedProcess> in(Collection<Path> folders) throws IOException {
        var notes = new TreeSet<Path>();
        for (var folder : folders) {
            if (Files.isDirectory(folder)) {
                addNotes(folder.toRealPath(), notes); // results/ may be a link to a larger disk
            }
        }
        var now = RecordedProcess.Now.read();
        var found = new ArrayList<RecordedProcess>();
        for (var note : notes) {
            RecordedProcess.of(StatusFile.read(note), now).ifPresent(found::add);
        }
        return List.copyOf(found);
    }

    private static void addNotes(Path folder, Set<Path> notes) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                // of a pipe with such a name nobody would ever read the end
                if (attributes.isRegularFile() && file.getFileName().toString().endsWith(StatusFile.ENDING)) {
                    notes.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException problem) throws IOException {
                // gone: of a run that goes on; not ours to read: not ours to clean
                if (problem instanceof NoSuchFileException || problem instanceof AccessDeniedException) {
                    return FileVisitResult.CONTINUE;
                }
                throw problem;
            }
        });
    }

    /**
     * Ends them: SIGTERM, SIGKILL some seconds later to those that are still there.
     *
     * @return those that not even this ended
     */
    public static List<ProcessIdentity> end(Collection<ProcessIdentity> processes) throws InterruptedException {
        var left = signal(List.copyOf(processes), ProcessHandle::destroy, TERM);
        return signal(left, ProcessHandle::destroyForcibly, KILL);
    }

    private static List<ProcessIdentity> signal(
            List<ProcessIdentity> processes, Predicate<ProcessHandle> signal, Duration bound)
            throws InterruptedException {
        for (var process : processes) {
            // a handle remembers the start of its process and signals no other
            ProcessHandle.of(process.pid()).filter(handle -> isThere(process)).ifPresent(signal::test);
        }
        long deadline = System.nanoTime() + bound.toNanos();
        var left = processes.stream().filter(LeftoverProcesses::isThere).toList();
        while (!left.isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(LOOK);
            left = left.stream().filter(LeftoverProcesses::isThere).toList();
        }
        return left;
    }

    private static boolean isThere(ProcessIdentity process) {
        return ProcessIdentity.of(process.pid())
                .filter(now -> now.startTicks() == process.startTicks())
                .isPresent();
    }
}
