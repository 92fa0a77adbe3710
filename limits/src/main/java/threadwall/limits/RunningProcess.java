package threadwall.limits;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * What a process has now. A value that only its user and root can read is null for others.
 *
 * @param name of its program, as {@code /proc/PID/status} has it: at most 15 characters
 * @param threads of the process
 * @param maps its memory maps: lines of {@code /proc/PID/maps}
 * @param files its open descriptors: entries of {@code /proc/PID/fd}
 * @param addressBytes its address space, VmSize
 */
public record RunningProcess(long pid, String name, long threads, Long maps, Long files, long addressBytes) {

    /** @throws NoSuchFileException when there is no such process */
    public static RunningProcess read(Path root, long pid) throws NoSuchFileException {
        Path folder = root.resolve("proc/" + pid);
        ProcStatus status = ProcStatus.read(folder);
        if (status == null) {
            throw new NoSuchFileException(folder.toString());
        }
        Long address = new SystemFiles(folder).kilobytes("status", "VmSize");
        return new RunningProcess(
                pid,
                status.name(),
                status.threads(),
                new SystemFiles(folder).value("maps", text -> text.lines().count()),
                entries(folder.resolve("fd")),
                address == null ? 0 : address); // a process that is ending has none
    }

    private static Long entries(Path folder) {
        if (!Files.isReadable(folder)) {
            return null;
        }
        long entries = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path ignored : files) {
                entries++;
            }
            return entries;
        } catch (IOException | DirectoryIteratorException ended) {
            return null;
        }
    }
}
