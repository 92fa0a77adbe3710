package threadwall.probes;

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
 * The output of a child process. All of it is read, so the child never blocks on a full pipe. Of a JVM's error report with
 * thousands of threads it keeps the beginning, which has the reason, and the lines with counts.
 */
public final class ChildOutput {

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
            // the pipe breaks when the process ends
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

    /** Reads the error report that a JVM wrote to a file, keeping the same lines. */
    static List<String> report(Path file) throws IOException {
        var lines = new ArrayList<String>();
        // a report contains raw bytes of the stack
        try (var text = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            for (var line = text.readLine(); line != null; line = text.readLine()) {
                keep(lines, line);
            }
        }
        return lines;
    }

    /** The lines that it printed so far. */
    public synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    /** The first line, which has the reason when a program does not start. */
    public synchronized String firstLine() {
        return lines.isEmpty() ? "it printed nothing" : lines.getFirst();
    }

    /** Waits for the last line, which comes when the child ends. */
    void awaitEnd(Duration timeout) throws InterruptedException {
        reader.join(timeout);
    }
}
