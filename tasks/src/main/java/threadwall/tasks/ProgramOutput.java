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
 * What a program prints on standard output, all of it read, so that it never waits for us, and kept in a file as far as
 * anybody will read it. A JVM that starts threads past a wall warns of each.
 */
final class ProgramOutput {

    private static final int MOST_LINES = 5_000;

    /** A runtime that prints its line late, behind thousands of others, is still heard. */
    private static final int HEARD = 200;

    /** Characters of a line: one without an end would take all of the tool's memory. */
    private static final int LONGEST = 10_000;

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
                if (read++ < MOST_LINES) {
                    copy.write(line);
                    copy.newLine();
                }
                keep(line);
            }
        } catch (IOException e) {
            // the pipe ends with the process
        }
    }

    /** The beginning of the next line; all of it is read. {@code null} at the end. */
    private static String next(Reader text) throws IOException {
        int read = text.read();
        if (read < 0) {
            return null;
        }
        var line = new StringBuilder();
        for (; read >= 0 && read != '\n'; read = text.read()) {
            if (line.length() < LONGEST) {
                line.append((char) read);
            }
        }
        return line.toString();
    }

    private synchronized void keep(String line) {
        if (lines.size() >= 2 * HEARD) {
            lines.remove(HEARD);
        }
        lines.add(line);
    }

    /** The first and the last of what it has printed so far. */
    synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    /** Waits for the last line, which comes with the program's end. */
    void awaitEnd(Duration bound) throws InterruptedException {
        reader.join(bound);
    }
}
