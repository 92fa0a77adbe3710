package threadwall.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import threadwall.record.ClientHost;

/**
 * A host that ssh(1) reaches without a password. Names, users and keys are those of ssh's configuration, or of the file
 * that {@code THREADWALL_SSH_CONFIG} names.
 *
 * @param home the project's root
 * @param name as ssh knows it; {@code localhost} is this machine, without ssh
 */
public record RemoteHost(Path home, String name) {

    private static final int DEFAULT_PORT = 22;

    /** Exit code of ssh(1) for its own errors; others are those of the command. */
    private static final int SSH_FAILED = 255;

    /** After ssh has closed its output, which it does some seconds after a link was lost. */
    private static final int END_SECONDS = 15;

    /** A script reads files; one that has not ended by then hangs, for example on a network file system. */
    private static final int SCRIPT_SECONDS = 120;

    /** Exit code of timeout(1). */
    private static final int TIMED_OUT = 124;

    public boolean isThisMachine() {
        return name.equals(ClientHost.THIS_MACHINE);
    }

    /**
     * Where its sshd listens.
     *
     * @throws PreconditionException (environment) if ssh cannot say it
     */
    public InetSocketAddress sshd() throws PreconditionException, IOException, InterruptedException {
        if (isThisMachine()) {
            return new InetSocketAddress("127.0.0.1", DEFAULT_PORT);
        }
        var settings = new String(
                output(ssh(List.of("-G", "--", name)), Path.of("/dev/null"), "ssh -G")
                        .bytes(),
                StandardCharsets.UTF_8);
        return new InetSocketAddress(
                setting(settings, "hostname", name),
                Integer.parseInt(setting(settings, "port", String.valueOf(DEFAULT_PORT))));
    }

    private static String setting(String settings, String name, String otherwise) {
        return settings.lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length() + 1))
                .findFirst()
                .orElse(otherwise);
    }

    /**
     * Runs a script of bash there, which is not copied to it.
     *
     * @return its standard output
     * @throws PreconditionException (environment) if the host is not reached, or the script fails
     */
    public byte[] run(Path script) throws PreconditionException, IOException, InterruptedException {
        return runTimed(script).bytes();
    }

    /**
     * What a script printed.
     *
     * @param lastRead when its last bytes came, by this machine's clock
     */
    public record Output(byte[] bytes, Instant lastRead) {}

    /** As {@link #run(Path)}. */
    public Output runTimed(Path script) throws PreconditionException, IOException, InterruptedException {
        return run(script, SCRIPT_SECONDS);
    }

    /** The login shell there may hang as well, before the script begins: ssh has a limit of its own. */
    Output run(Path script, int seconds) throws PreconditionException, IOException, InterruptedException {
        var shell = Stream.concat(within(seconds), Stream.of("bash", "-s"));
        var command = isThisMachine()
                // what an ssh session of the user says is about the way to the user
                ? Stream.concat(Stream.of("env", "--unset=SSH_CONNECTION"), shell)
                : Stream.concat(
                        within(seconds + END_SECONDS),
                        ssh(Stream.concat(Stream.of("--", name), shell).toList()).stream());
        return output(command.toList(), script, script.getFileName().toString());
    }

    /** A command that shows whether the host is reached; it prints nothing. */
    public String check() {
        var config = config();
        return "ssh %s%s true".formatted(config == null ? "" : "-F " + config + " ", name);
    }

    /** What to say of a host that ssh does not know. Empty if the variable is set. */
    public static String configurationHint() {
        return config() == null
                ? "; THREADWALL_SSH_CONFIG can name another configuration file of ssh, such as that of lab.sh"
                : "";
    }

    private static String config() {
        var config = System.getenv("THREADWALL_SSH_CONFIG");
        return config == null || config.isEmpty() ? null : config;
    }

    private static Stream<String> within(int seconds) {
        return Stream.of("timeout", "--kill-after=5", String.valueOf(seconds));
    }

    private static List<String> ssh(List<String> words) {
        var line = new ArrayList<>(List.of("ssh", "-o", "BatchMode=yes", "-o", "ConnectTimeout=5"));
        line.addAll(List.of("-o", "ServerAliveInterval=2", "-o", "ServerAliveCountMax=3"));
        // the user's own settings may say that a connection stays open for others, after threadwall has ended
        line.addAll(List.of("-o", "ControlMaster=no"));
        var config = config();
        if (config != null) {
            line.addAll(List.of("-F", config));
        }
        line.addAll(words);
        return line;
    }

    private static Output read(InputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var lastRead = Instant.now();
        var buffer = new byte[1 << 16];
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            bytes.write(buffer, 0, count);
            lastRead = Instant.now();
        }
        return new Output(bytes.toByteArray(), lastRead);
    }

    /**
     * Runs a command that ends with this JVM: Ctrl-C would not reach it, for timeout(1) has a process group of its own.
     *
     * @param what runs there, for messages
     */
    private Output output(List<String> command, Path input, String what)
            throws PreconditionException, IOException, InterruptedException {
        var files = ChildProcess.temporaryFolder("threadwall-ssh").resolve("ssh");
        var line = Stream.concat(
                Stream.of(
                        "bash",
                        "-c",
                        "exec \"$@\" <\"$0\"",
                        input.toAbsolutePath().toString()),
                command.stream());
        try (var process = ChildProcess.start(home, files, line.toList(), null)) {
            var bytes = read(process.output());
            boolean ended = process.await(Duration.ofSeconds(END_SECONDS));
            if (ended && process.exitCode() == 0) {
                return bytes;
            }
            var reason = process.exitReason().orElse("no reason was given");
            if (ended && process.exitCode() == SSH_FAILED && !isThisMachine()) {
                throw PreconditionException.environment(
                        "%s is not reached by ssh: %s; see that `%s` works without a password%s",
                        name, reason, check(), configurationHint());
            }
            throw PreconditionException.environment(
                    "%s failed on %s: %s",
                    what, name, ended && process.exitCode() == TIMED_OUT ? "it did not end in time" : reason);
        }
    }
}
