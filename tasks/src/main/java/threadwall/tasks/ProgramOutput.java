package threadwall.tasks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The standard output of a program. All of it is read, so the program never blocks on a full pipe; its beginning is kept in a
 * file. A JVM that starts threads beyond a limit prints a warning for each.
 */
final class ProgramOutput {

    private static final int MAX_LINES = 5_000;

    /** First and last lines in memory: a runtime may print its report behind thousands of warnings. */
    private static final int KEPT = 200;

    /** Characters of a line: a line without an end would fill the tool's memory. */
    private static final int MAX_LENGTH = 10_000;

    private final List<String> lines = new ArrayList<>();
    private final Thread reader;

    private ProgramOutput(InputStream stream, Path file) {
        reader = Thread.ofPlatform().daemon().name("read-program").start(() -> read(stream, file));
    }

    static ProgramOutput of(InputStream stream, Path file) {
        return new ProgramOutput(stream, file);
    }

    private void read(InputStream stream, Path file) {
        try (var text = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
                var copy = Files.newBufferedWriter(file)) {
            int read = 0;
            for (var line = next(text); line != null; line = next(text)) {
                if (read++ < MAX_LINES) {
                    copy.write(line);
                    copy.newLine();
                }
                keep(line);
            }
        } catch (IOException e) {
            // the pipe breaks when the process ends
        }
    }

    /** The beginning of the next line; the rest of the line is skipped. {@code null} at the end. */
    private static String next(Reader text) throws IOException {
        int read = text.read();
        if (read < 0) {
            return null;
        }
        var line = new StringBuilder();
        for (; read >= 0 && read != '\n'; read = text.read()) {
            if (line.length() < MAX_LENGTH) {
                line.append((char) read);
            }
        }
        return line.toString();
    }

    private synchronized void keep(String line) {
        if (lines.size() >= 2 * KEPT) {
            lines.remove(KEPT);
        }
        lines.add(line);
    }

    /** The first and the last lines that it printed so far. */
    synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    /** Waits for the last line, which comes when the program ends. */
    void awaitEnd(Duration timeout) throws InterruptedException {
        reader.join(timeout);
    }
}
