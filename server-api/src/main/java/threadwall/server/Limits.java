package threadwall.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The limits in force for this process, as /health reports them; null = unlimited, or not to be read here.
 *
 * <p>Source: proc_pid_limits(5), and net.core.somaxconn, which caps every listen backlog.
 */
public record Limits(Long nofileSoft, Long nofileHard, Long nprocSoft, Long nprocHard, Long somaxconn) {
    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final Path SOMAXCONN = Path.of("/proc/sys/net/core/somaxconn");

    public static Limits read() {
        try {
            // not visible in every container
            var somaxconn = Files.isReadable(SOMAXCONN) ? Files.readString(SOMAXCONN) : null;
            return of(Files.readAllLines(LIMITS), somaxconn);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read this process's limits", e);
        }
    }

    static Limits of(List<String> table, String somaxconn) {
        var nofile = row(table, "Max open files");
        var nproc = row(table, "Max processes");
        return new Limits(
                nofile[0], nofile[1], nproc[0], nproc[1], somaxconn == null ? null : value(somaxconn.strip()));
    }

    /** Soft and hard limit of the row with that name. */
    private static Long[] row(List<String> table, String name) {
        var cells = table.stream()
                .filter(line -> line.startsWith(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(LIMITS + " has no row '" + name + "'"))
                .substring(name.length())
                .strip()
                .split(" +");
        return new Long[] {value(cells[0]), value(cells[1])};
    }

    private static Long value(String cell) {
        return cell.equals("unlimited") ? null : Long.valueOf(cell);
    }
}
