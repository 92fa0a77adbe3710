package threadwall.kilim.connection;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import threadwall.kilim.http.HttpStatus;
import threadwall.kilim.http.Request;
import threadwall.kilim.loop.ErrorLog;

/**
 * Writes a line for each response, from a thread of its own: {@code ADDRESS - - [TIME] "METHOD TARGET VERSION" STATUS BYTES
 * SECONDS}, which is the Common Log Format and how long the answer took. BYTES counts the response's head, too. Loops never
 * wait for it: lines that it cannot write in time are dropped and counted. Thread-safe.
 */
public final class AccessLog implements AutoCloseable {
    private static final String STANDARD_OUTPUT = "-";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.US).withZone(ZoneOffset.UTC);

    /** Lines that may wait: some seconds' worth. */
    private static final int MOST_WAITING = 1 << 16;

    private static final String TOO_SLOW = "more came than could be written";
    private static final long COMPLAINT_INTERVAL = TimeUnit.SECONDS.toNanos(10);

    private static final Line END = new Line("", "", 0, 0, 0, 0);

    private final OutputStream out;
    private final BlockingQueue<Line> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final LongAdder dropped = new LongAdder();
    private String problem = TOO_SLOW;
    private long lastComplaint = System.nanoTime() - COMPLAINT_INTERVAL;
    private final Thread writer =
            Thread.ofPlatform().daemon().name("access-log").unstarted(this::write);

    private record Line(String address, String request, int status, int bytes, long millis, long nanos) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%s - - [%s] \"%s\" %d %d %.6f%n",
                    address,
                    TIME.format(Instant.ofEpochMilli(millis)),
                    request.replace("\\", "%5C").replace("\"", "%22"),
                    status,
                    bytes,
                    nanos / 1e9);
        }
    }

    /** Others write to it as well, so it stays open. */
    private static final class StandardOutput extends FileOutputStream {
        StandardOutput() {
            super(FileDescriptor.out);
        }

        @Override
        public void close() {}
    }

    private AccessLog(OutputStream out) {
        this.out = out;
    }

    /**
     * Opens it.
     *
     * @param file to append to, or "-" for standard output
     */
    public static AccessLog open(String file) throws IOException {
        var log = new AccessLog(file.equals(STANDARD_OUTPUT) ? new StandardOutput() : new FileOutputStream(file, true));
        log.writer.start();
        return log;
    }

    /**
     * Adds a line for a response.
     *
     * @param request that it answers, as far as the response depends on it, so without a long query; null if it was none
     * @param bytes of the whole response
     * @param began when the request was here, as {@link System#nanoTime}; of no meaning without a request
     */
    void add(String address, Request request, HttpStatus status, int bytes, long began) {
        long nanos = request == null ? 0 : System.nanoTime() - began;
        var line = new Line(address, text(request), status.code, bytes, System.currentTimeMillis(), nanos);
        if (!waiting.offer(line)) {
            dropped.increment();
        }
    }

    /** Until {@link #close}: whatever fails costs lines, and never the thread. */
    private void write() {
        var lines = new ArrayList<Line>();
        do {
            lines.clear();
            try {
                lines.add(waiting.take());
                waiting.drainTo(lines);
                out.write(text(lines));
            } catch (Throwable e) {
                dropped.add(lines.size());
                problem = e.toString();
            }
            complain();
        } while (!lines.contains(END));
    }

    private void complain() {
        long now = System.nanoTime();
        if (dropped.sum() > 0 && now - lastComplaint >= COMPLAINT_INTERVAL) {
            ErrorLog.report("the access log", "has lost " + dropped.sumThenReset() + " lines: " + problem, null);
            lastComplaint = now;
            problem = TOO_SLOW;
        }
    }

    private static String text(Request request) {
        if (request == null) {
            return "-";
        }
        var query = request.query() == null ? "" : "?" + request.query();
        return request.method() + " " + request.rawPath() + query + (request.http11() ? " HTTP/1.1" : " HTTP/1.0");
    }

    private static byte[] text(List<Line> lines) {
        var text = new StringBuilder();
        for (var line : lines) {
            if (line != END) {
                text.append(line);
            }
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Writes what waits, and closes the file. */
    @Override
    public void close() {
        try {
            waiting.put(END);
            writer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            closeFile();
        }
    }

    private void closeFile() {
        try {
            out.close();
        } catch (IOException e) {
            ErrorLog.report("the access log", "could not be closed: " + e, null);
        }
    }
}
