package threadwall.doctor;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a child prints. All of it is read, so that the child never waits for us; of the error report of a JVM with
 * thousands of threads the head is kept, which says why, and the lines that count.
 */
final class ChildOutput {

    private static final int LINES_KEPT = 200;

    private final List<String> lines = new ArrayList<>();
    private final Thread reader;

    private ChildOutput(InputStream output) {
        this.reader = Thread.ofPlatform().daemon().name("read-child").start(() -> read(output));
    }

    static ChildOutput of(InputStream output) {
        return new ChildOutput(output);
    }

    private void read(InputStream output) {
        try (var text = new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))) {
            for (var line = text.readLine(); line != null; line = text.readLine()) {
                keep(line);
            }
        } catch (IOException e) {
            // the pipe ends with the process
        }
    }

    private synchronized void keep(String line) {
        keep(lines, line);
    }

    private static void keep(List<String> lines, String line) {
        if (lines.size() < LINES_KEPT
                || Stream.of(ProbeFailure.MAPPINGS, ProbeFailure.JAVA_THREADS).anyMatch(line::startsWith)) {
            lines.add(line);
        }
    }

    /** The same of an error report that a JVM has written to a file. */
    static List<String> report(Path file) throws IOException {
        var lines = new ArrayList<String>();
        // a report holds bytes of the stack as they are
        try (var text = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            for (var line = text.readLine(); line != null; line = text.readLine()) {
                keep(lines, line);
            }
        }
        return lines;
    }

    /** So far. */
    synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    /** The first line, which names what is wrong where a program does not start. */
    synchronized String head() {
        return lines.isEmpty() ? "it printed nothing" : lines.getFirst();
    }

    /** Waits for the last line, which comes with the child's end. */
    void awaitEnd(Duration bound) throws InterruptedException {
        reader.join(bound);
    }
}
