package threadwall.kilim.connection;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import threadwall.kilim.http.HttpStatus;
import threadwall.kilim.http.Request;
import threadwall.kilim.loop.ErrorLog;

/**
 * Writes a line for each response, from a thread of its own: {@code ADDRESS - - [TIME] "METHOD TARGET VERSION" STATUS BYTES
 * SECONDS}, which is the Common Log Format and how long the answer took. BYTES counts the response's head, too. Loops never
 * wait for it: lines that it cannot write in time are lost, counted and reported. Thread-safe.
 */
public final class AccessLog implements AutoCloseable {
    private static final String STANDARD_OUTPUT = "-";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.US).withZone(ZoneOffset.UTC);

    /** Lines that may wait: some seconds' worth. */
    private static final int MOST_WAITING = 1 << 16;

    /** Lines that are written at once. */
    private static final int BATCH = 1 << 10;

    private static final String TOO_SLOW = "more came than could be written";
    private static final long COMPLAINT_INTERVAL = TimeUnit.SECONDS.toNanos(10);

    /** How long {@link #close} waits for a file that hangs. */
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(10);

    private static final Line END = new Line("", "", 0, 0, 0, 0);

    private final OutputStream out;
    private final BlockingQueue<Line> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final AtomicLong lost = new AtomicLong();

    // for the writer's thread, which must not fail: the list never grows, and the problem becomes text only when it is
    // told
    private final List<Line> batch = new ArrayList<>(BATCH);
    private Object problem = TOO_SLOW;

    /** The last write failed, perhaps within a line. */
    private boolean torn;

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
        text(List.of(END)); // loads its classes: later, this may fail for good
    }

    /**
     * Opens it.
     *
     * @param file to append to, or "-" for standard output
     */
    public static AccessLog open(String file) throws IOException {
        return to(file.equals(STANDARD_OUTPUT) ? new StandardOutput() : new FileOutputStream(file, true));
    }

    /** @param out closed with the log */
    static AccessLog to(OutputStream out) {
        var log = new AccessLog(out);
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
            lost.incrementAndGet();
        }
    }

    /** Until {@link #close}: whatever fails costs lines, and never the thread. */
    private void write() {
        boolean ending = false;
        while (!ending) {
            batch.clear();
            try {
                batch.add(waiting.take());
                waiting.drainTo(batch, BATCH - 1);
                ending = batch.remove(END); // it is the last one
                out.write(text(batch));
                torn = false;
            } catch (Throwable e) {
                lost.addAndGet(batch.size());
                problem = e;
                torn = true;
            }
            if (ending || System.nanoTime() - lastComplaint >= COMPLAINT_INTERVAL) {
                complain();
            }
        }
    }

    private void complain() {
        long lines = lost.get();
        if (lines > 0) {
            try {
                ErrorLog.report("the access log", "has lost " + lines + " lines: " + problem, null);
                lost.addAndGet(-lines);
                lastComplaint = System.nanoTime();
                problem = TOO_SLOW;
            } catch (Throwable e) {
                // the message cannot be made, for example because memory is exhausted: the next one counts these, too
            }
        }
    }

    private static String text(Request request) {
        if (request == null) {
            return "-";
        }
        var query = request.query() == null ? "" : "?" + request.query();
        return request.method() + " " + request.rawPath() + query + (request.http11() ? " HTTP/1.1" : " HTTP/1.0");
    }

    private byte[] text(List<Line> lines) {
        var text = new StringBuilder(torn ? System.lineSeparator() : "");
        lines.forEach(text::append);
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Writes what waits, and closes the file. A file that hangs, such as a pipe, loses what it does not take in time. */
    @Override
    public void close() {
        close(LONGEST_CLOSE);
    }

    /** @param longest for each of two steps */
    void close(Duration longest) {
        try {
            if (!waiting.offer(END, longest.toNanos(), TimeUnit.NANOSECONDS) || !writer.join(longest)) {
                ErrorLog.report("the access log", "hangs: its last lines are lost", null);
            }
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
