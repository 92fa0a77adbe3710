package threadwall.probes;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URISyntaxException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.process.ChildProcess;
import threadwall.process.PidNamespace;
import threadwall.process.PreconditionException;

/**
 * A child JVM that may die, as the tool sees it: started as some user, controlled by lines, and ended. It lives no longer
 * than the tool. What it prints, an error report too, comes through a pipe, so no file is left.
 */
public final class ProbeChild implements AutoCloseable {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration END_TIMEOUT = Duration.ofSeconds(10);

    /**
     * A small JVM with default stack sizes, since those are what a probe counts. No file in /tmp and no core dump; if the JVM
     * aborts, its error report goes to the pipe.
     */
    private static final List<String> FLAGS = List.of(
            "--enable-native-access=ALL-UNNAMED", // ThreadStarterMain calls pause(2)
            "-XX:+UseSerialGC",
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-XX:-CreateCoredumpOnCrash",
            "-XX:+ErrorFileToStdout");

    private final ChildProcess process;
    private final SocketChannel channel;
    private final Selector selector;
    /** Output of the child and its supervisor: a JVM's warnings and error report. */
    private final ChildOutput printed;

    private final StringBuilder received = new StringBuilder();
    private long pid;

    private ProbeChild(ChildProcess process, SocketChannel channel, ChildOutput printed) throws IOException {
        this.process = process;
        this.channel = channel;
        this.printed = printed;
        this.selector = Selector.open();
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ);
    }

    /**
     * Starts a main class of this module and waits until it connects.
     *
     * @throws PreconditionException (environment) when it does not, with what it printed
     */
    public static ProbeChild start(Path home, ProbeUser user, Class<?> main)
            throws IOException, InterruptedException, PreconditionException {
        PidNamespace.requireOwnProc();
        var folder = ChildProcess.temporaryFolder("threadwall-probe-");
        var socket = folder.resolve("control");
        try (var listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            var process = supervised(home, folder, listener, socket, user, main);
            var printed = ChildOutput.of(process.output());
            var channel = accept(listener, process);
            if (channel.isPresent()) {
                var child = new ProbeChild(process, channel.get(), printed);
                var ready = child.receive(START_TIMEOUT);
                if (ready.isPresent()) {
                    child.pid = Long.parseLong(ready.get().substring("READY ".length()));
                    return child;
                }
                child.close();
            }
            process.close();
            printed.awaitEnd(END_TIMEOUT);
            throw PreconditionException.environment(
                    "cannot start a JVM as %s: %s%s",
                    user.name(),
                    printed.firstLine(),
                    user.current()
                            ? ""
                            : " (%s must be able to read %s and to enter %s)"
                                    .formatted(user.name(), classPath(main), folder));
        }
    }

    private static List<String> command(ProbeUser user, Class<?> main, Path socket) {
        var command = new ArrayList<>(user.commandPrefix());
        command.add(ChildProcess.javaCommand());
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", classPath(main), main.getName(), socket.toString()));
        return command;
    }

    /** The supervisor deletes the folder; where it could not start, this method does. */
    private static ChildProcess supervised(
            Path home, Path folder, ServerSocketChannel listener, Path socket, ProbeUser user, Class<?> main)
            throws IOException, PreconditionException {
        try {
            listener.bind(UnixDomainSocketAddress.of(socket));
            user.chown(folder, socket);
            return ChildProcess.startIn(home, folder, command(user, main, socket));
        } catch (IOException notStarted) {
            Files.deleteIfExists(socket);
            Files.deleteIfExists(folder);
            throw PreconditionException.environment(
                    "cannot start a child: %s",
                    notStarted.getMessage().lines().findFirst().orElse(""));
        }
    }

    /** The locations of the class and of this module: jars, or folders of a build. */
    private static String classPath(Class<?> main) {
        return Stream.of(main, ProbeChild.class)
                .map(ProbeChild::location)
                .distinct()
                .collect(Collectors.joining(":"));
    }

    private static String location(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static Optional<SocketChannel> accept(ServerSocketChannel listener, ChildProcess process)
            throws IOException, InterruptedException {
        listener.configureBlocking(false);
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (System.nanoTime() < deadline && process.isAlive()) {
            var channel = listener.accept();
            if (channel != null) {
                return Optional.of(channel);
            }
            process.await(Duration.ofMillis(2));
        }
        return Optional.empty();
    }

    public long pid() {
        return pid;
    }

    /** What it and its supervisor print: a JVM's warnings and error report. */
    public ChildOutput printed() {
        return printed;
    }

    public void send(String line) throws IOException {
        var bytes = ByteBuffer.wrap((line + '\n').getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Its next line; empty after the time-out, or when the child is gone. */
    public Optional<String> receive(Duration timeout) throws IOException {
        long deadline = System.nanoTime() + timeout.toNanos();
        var buffer = ByteBuffer.allocate(4096);
        while (true) {
            int end = received.indexOf("\n");
            if (end >= 0) {
                var line = received.substring(0, end);
                received.delete(0, end + 1);
                return Optional.of(line);
            }
            buffer.clear();
            int read = read(buffer);
            if (read == 0) {
                long millis = (deadline - System.nanoTime()) / 1_000_000;
                if (millis <= 0) {
                    return Optional.empty();
                }
                selector.select(millis);
                selector.selectedKeys().clear();
                continue;
            }
            if (read < 0) {
                return Optional.empty();
            }
            received.append(StandardCharsets.UTF_8.decode(buffer.flip()));
        }
    }

    private int read(ByteBuffer buffer) {
        try {
            return channel.read(buffer);
        } catch (IOException reset) {
            return -1;
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** 128 + the number of the signal that ended it; valid only once {@link #isAlive()} is false. */
    int exitCode() {
        return process.exitCode();
    }

    /** Ends the child, which halts when the connection breaks. */
    @Override
    public void close() throws IOException {
        channel.close();
        selector.close();
        try {
            process.await(END_TIMEOUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.close();
    }
}
