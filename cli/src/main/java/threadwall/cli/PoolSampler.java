package threadwall.cli;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import threadwall.record.StepRecord;

/**
 * Reads how the connection pools of the compared programs are used, four times a second while the comparison runs: HikariCP's
 * MBeans ({@code HikariPoolMXBean}), by the management agent that each JVM has. {@code pool.csv} in the run's folder has
 * what was read.
 */
final class PoolSampler implements AutoCloseable {

    /** Of a JVM, so that HikariCP registers its MBeans. */
    static final String OPTION = "-Dspring.datasource.hikari.register-mbeans=true";

    private static final String FILE = "pool.csv";
    private static final String HEADER = "at,pid,connections,active,waiting";
    private static final Pattern LINE = Pattern.compile("([-0-9T:.]+Z),(\\d+),(\\d+),(\\d+),(\\d+)");
    private static final String POOLS = "com.zaxxer.hikari:type=Pool (*)";
    private static final int INTERVAL_MILLIS = 250;

    /**
     * All pools of a JVM at a time.
     *
     * @param connections open ones
     * @param active those that a request has
     * @param waiting threads that wait for one
     */
    record Sample(Instant at, long pid, int connections, int active, int waiting) {

        private String line() {
            return "%s,%d,%d,%d,%d".formatted(at, pid, connections, active, waiting);
        }

        /** Empty for a line that was cut off. */
        private static Stream<Sample> parse(String line) {
            var cells = LINE.matcher(line);
            return cells.matches()
                    ? Stream.of(new Sample(
                            Instant.parse(cells.group(1)),
                            Long.parseLong(cells.group(2)),
                            Integer.parseInt(cells.group(3)),
                            Integer.parseInt(cells.group(4)),
                            Integer.parseInt(cells.group(5))))
                    : Stream.empty();
        }
    }

    private final Path file;
    private final String jar;
    private final Map<Long, JMXConnector> connectors = new HashMap<>();
    private final Thread thread;
    private volatile boolean closed;

    private PoolSampler(Path folder, Path jar) {
        this.file = folder.resolve(FILE);
        this.jar = jar.toString();
        this.thread = Thread.ofPlatform().daemon().name("pool-sampler").unstarted(this::sample);
    }

    /** @param jar of the programs, as their command lines have it */
    static PoolSampler start(Path folder, Path jar) {
        var sampler = new PoolSampler(folder, jar);
        sampler.thread.start();
        return sampler;
    }

    private void sample() {
        while (!closed) {
            try {
                var samples = new ArrayList<String>();
                ProcessHandle.current()
                        .descendants()
                        .filter(this::isProgram)
                        .forEach(
                                process -> read(process.pid()).map(Sample::line).ifPresent(samples::add));
                append(samples);
                Thread.sleep(INTERVAL_MILLIS);
            } catch (InterruptedException | IOException e) {
                return; // closed, or the run's folder is gone
            } catch (RuntimeException e) {
                // processes may end while they are listed
            }
        }
    }

    /** Not the shell that starts it, which becomes the JVM. */
    private boolean isProgram(ProcessHandle process) {
        return process.info()
                        .command()
                        .filter(command -> command.endsWith("/java"))
                        .isPresent()
                && process.info()
                        .commandLine()
                        .filter(line -> line.contains(jar))
                        .isPresent();
    }

    private void append(List<String> samples) throws IOException {
        if (samples.isEmpty()) {
            return;
        }
        if (!Files.exists(file)) {
            samples.addFirst(HEADER);
        }
        Files.write(file, samples, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Empty while the program has no pool, or no management agent yet. */
    private Optional<Sample> read(long pid) {
        try {
            var connector = connectors.get(pid);
            if (connector == null) {
                connector = connect(pid);
                connectors.put(pid, connector);
            }
            return sum(connector.getMBeanServerConnection(), pid);
        } catch (IOException | JMException | AttachNotSupportedException | RuntimeException e) {
            disconnect(connectors.remove(pid)); // it starts, or has ended; a proxy wraps some errors
            return Optional.empty();
        }
    }

    private static JMXConnector connect(long pid) throws IOException, AttachNotSupportedException {
        var machine = VirtualMachine.attach(String.valueOf(pid));
        try {
            return JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
        } finally {
            machine.detach();
        }
    }

    private static Optional<Sample> sum(MBeanServerConnection server, long pid) throws IOException, JMException {
        int connections = 0;
        int active = 0;
        int waiting = 0;
        var pools = server.queryNames(new ObjectName(POOLS), null);
        for (var pool : pools) {
            connections += (int) server.getAttribute(pool, "TotalConnections");
            active += (int) server.getAttribute(pool, "ActiveConnections");
            waiting += (int) server.getAttribute(pool, "ThreadsAwaitingConnection");
        }
        return pools.isEmpty()
                ? Optional.empty()
                : Optional.of(new Sample(Instant.now(), pid, connections, active, waiting));
    }

    private static void disconnect(JMXConnector connector) {
        try {
            if (connector != null) {
                connector.close();
            }
        } catch (IOException e) {
            // the program has ended
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(Duration.ofSeconds(15)); // an attach to a JVM that hangs takes ten
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        connectors.values().forEach(PoolSampler::disconnect);
    }

    /** The sample of a step, its warm-up included, in which most threads waited; empty if there is none. */
    static Optional<Sample> most(Path folder, StepRecord step) throws IOException {
        var file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        var end = step.at().plusMillis(Math.round(step.seconds() * 1_000));
        try (var lines = Files.lines(file)) {
            return lines.skip(1)
                    .flatMap(Sample::parse)
                    .filter(sample ->
                            sample.at().isAfter(step.at()) && sample.at().isBefore(end))
                    .max(Comparator.comparingInt(Sample::waiting));
        }
    }
}
