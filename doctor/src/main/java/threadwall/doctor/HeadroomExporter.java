package threadwall.doctor;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import threadwall.limits.LimitSubject;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.record.DoctorRecord;

/**
 * Exports how much is left of a process that runs, until it ends: to a file for node_exporter's textfile collector, or on a
 * port of the loopback device for Prometheus itself.
 */
public final class HeadroomExporter {

    private static final Duration LOOK_FOR_UNIT = Duration.ofSeconds(1);
    private static final String NO_SERIES = "# EOF\n";
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    private static final Map<LimitSubject, OptionalLong> BOTH =
            Map.of(LimitSubject.THREADS, OptionalLong.empty(), LimitSubject.CONNECTIONS, OptionalLong.empty());

    private final Watched watched;
    private final Progress progress;

    /** Named by its PID: a later process with the same PID is another one. */
    private Optional<ProcessHandle> process = Optional.empty();

    /** @param progress gets a note when a process has ended */
    public HeadroomExporter(Watched watched, Progress progress) {
        this.watched = watched;
        this.progress = progress;
    }

    /** Which process it is. */
    public sealed interface Watched {

        /** The export ends with it. */
        record Pid(long pid) implements Watched {}

        /** The export goes on with the next main process of the service. */
        record Unit(String name) implements Watched {}
    }

    /**
     * Replaces the file at each interval, and deletes it when the process has ended, or this one does.
     *
     * @param file in a folder that exists; node_exporter reads names that end in .prom
     * @throws PreconditionException (environment) if there is no such process, or the file cannot be written
     */
    public void toFile(Path file, Duration interval) throws PreconditionException, IOException, InterruptedException {
        requireOurs(file);
        find();
        var metrics = new MetricsFile(file);
        Runtime.getRuntime().addShutdownHook(new Thread(metrics::close, "delete-metrics"));
        try (metrics) {
            write(metrics);
            while (goesOn(interval)) {
                try {
                    write(metrics);
                } catch (PreconditionException e) { // a disk that is full may have room again
                    progress.note(e.getMessage());
                }
            }
        }
    }

    private void write(MetricsFile file) throws PreconditionException, IOException, InterruptedException {
        file.write(metrics());
    }

    /** A file that is not ours would be lost. */
    private static void requireOurs(Path file) throws PreconditionException {
        try {
            if (Files.exists(file) && !isOurs(Files.readString(file))) {
                throw PreconditionException.usage(
                        "--exporter %s: that file is not one of doctor's, and would be replaced: name another, or delete it",
                        file);
            }
        } catch (IOException e) {
            throw PreconditionException.environment("--exporter %s: cannot read it: %s", file, e);
        }
    }

    /** A service that does not run has no series, so the file of an exporter that was killed then may have none. */
    private static boolean isOurs(String text) {
        return text.contains(HeadroomMetrics.NAME) || text.equals(NO_SERIES);
    }

    /** A file that a reader sees whole or not at all. Once it is closed, it stays deleted. */
    private static final class MetricsFile implements AutoCloseable {

        private final Path file;
        private final Path next;
        private boolean closed;

        MetricsFile(Path file) {
            this.file = file;
            this.next = file.resolveSibling(file.getFileName() + ".tmp");
        }

        synchronized void write(MetricSnapshots metrics) throws PreconditionException {
            if (closed) {
                return;
            }
            try {
                try (var out = Files.newOutputStream(next)) {
                    format(metrics, out);
                }
                Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                throw PreconditionException.environment("--exporter %s: cannot write there: %s", file, e);
            }
        }

        @Override
        public synchronized void close() {
            closed = true;
            try {
                Files.deleteIfExists(file);
                Files.deleteIfExists(next);
            } catch (IOException e) {
                System.err.println("threadwall: cannot delete " + file + ": " + e);
            }
        }
    }

    /**
     * Answers {@code GET /metrics} until the process has ended. Each answer reads the process anew.
     *
     * @param port of 127.0.0.1; 0 for any
     * @throws PreconditionException (environment) if there is no such process, or the port is in use
     */
    public void onPort(int port) throws PreconditionException, IOException, InterruptedException {
        find();
        HttpServer server;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), 0);
        } catch (IOException e) {
            throw PreconditionException.environment("--exporter :%d: %s; choose another port", port, e.getMessage());
        }
        server.createContext("/", this::answer);
        // a client that sends half a request holds up no other
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        progress.note(
                "http://127.0.0.1:%d/metrics".formatted(server.getAddress().getPort()));
        try {
            while (goesOn(LOOK_FOR_UNIT)) {
                continue; // each answer reads for itself
            }
        } finally {
            server.stop(0);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestURI().getPath().equals("/metrics")) {
                exchange.sendResponseHeaders(NOT_FOUND, -1);
                return;
            }
            var text = new ByteArrayOutputStream();
            format(metrics(), text); // before the status is sent
            exchange.getResponseHeaders().set("Content-Type", OpenMetricsTextFormatWriter.CONTENT_TYPE);
            exchange.sendResponseHeaders(OK, text.size());
            text.writeTo(exchange.getResponseBody());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void format(MetricSnapshots metrics, OutputStream out) throws IOException {
        OpenMetricsTextFormatWriter.create().write(out, metrics);
    }

    private void find() throws PreconditionException, IOException, InterruptedException {
        switch (watched) {
            case Watched.Pid(var pid) -> {
                process = ProcessHandle.of(pid);
                read(pid);
            }
            case Watched.Unit(var name) -> SystemdUnit.find(name); // it may start later
        }
    }

    private static DoctorRecord read(long pid) throws PreconditionException {
        return ProcessDoctor.examine(pid, BOTH, List.of());
    }

    /** Of no process, when a service does not run. */
    private MetricSnapshots metrics() throws IOException, InterruptedException {
        try {
            return switch (watched) {
                case Watched.Pid(var pid) -> HeadroomMetrics.of(read(pid), Optional.empty());
                case Watched.Unit(var name) -> {
                    var pid = SystemdUnit.find(name);
                    yield pid.isEmpty()
                            ? new MetricSnapshots()
                            : HeadroomMetrics.of(read(pid.getAsLong()), Optional.of(name));
                }
            };
        } catch (PreconditionException gone) {
            return new MetricSnapshots();
        }
    }

    /** Waits that long, or until the process has ended; false if there will be no other. */
    private boolean goesOn(Duration interval) throws InterruptedException {
        if (watched instanceof Watched.Unit) {
            Thread.sleep(interval);
            return true;
        }
        try {
            if (process.isPresent()) {
                process.get().onExit().get(interval.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (TimeoutException alive) {
            return true;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        progress.note("the process has ended");
        return false;
    }
}
