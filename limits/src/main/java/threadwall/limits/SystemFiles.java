package threadwall.limits;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * Small files below a folder of {@code /proc} or {@code /sys}. A file that is missing or not readable is null; malformed
 * content throws.
 */
public record SystemFiles(Path folder) {

    private static final int CHUNK_BYTES = 64 * 1024;

    /**
     * The text of a file, or null.
     *
     * <p>It is read in one large piece: a number under {@code /proc/sys} comes only with the read at offset 0
     * (kernel/sysctl.c, {@code do_proc_dointvec}). {@code Files.readString} begins with one byte where the size is said to be
     * 0, and so gets "3" for a port range of "32768 60999".
     */
    public String text(String file) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (InputStream in = Files.newInputStream(folder.resolve(file))) {
            byte[] chunk = new byte[CHUNK_BYTES];
            for (int read = in.read(chunk); read > 0; read = in.read(chunk)) {
                bytes.write(chunk, 0, read);
            }
        } catch (IOException missing) {
            return null;
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** A file parsed by {@code parse}, or null. */
    public <T> T value(String file, Function<String, T> parse) {
        String text = text(file);
        return text == null ? null : parse.apply(text);
    }

    /** A file that holds one number, or null. */
    public Long number(String file) {
        return value(file, text -> Long.valueOf(text.strip()));
    }

    /** A line "Name:   123 kB" in bytes, or null. */
    public Long kilobytes(String file, String name) {
        String text = text(file);
        if (text == null) {
            return null;
        }
        return text.lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                .findFirst()
                .orElse(null);
    }
}
