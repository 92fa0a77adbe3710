package threadwall.process;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import threadwall.record.ClientHost;

/**
 * A host that ssh(1) reaches without a password. Names, users and keys are those of ssh's configuration, or of the file
 * that {@code THREADWALL_SSH_CONFIG} names.
 *
 * @param name as ssh knows it; {@code localhost} is this machine, without ssh
 */
public record RemoteHost(String name) {

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
                output(ssh(List.of("-G", "--", name)), Path.of("/dev/null"), "ssh -G"), StandardCharsets.UTF_8);
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
        return run(script, SCRIPT_SECONDS);
    }

    /** The login shell there may hang as well, before the script begins: ssh has a limit of its own. */
    byte[] run(Path script, int seconds) throws PreconditionException, IOException, InterruptedException {
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
        var config = config();
        if (config != null) {
            line.addAll(List.of("-F", config));
        }
        line.addAll(words);
        return line;
    }

    /** @param what runs there, for messages */
    private byte[] output(List<String> command, Path input, String what)
            throws PreconditionException, IOException, InterruptedException {
        var errors = Files.createTempFile("threadwall-ssh", ".err");
        try {
            var end = new EndWithUs();
            Runtime.getRuntime().addShutdownHook(end);
            var process = end.start(() -> start(command, input, errors));
            try (InputStream output = process.getInputStream()) {
                var bytes = output.readAllBytes();
                boolean ended = process.waitFor(END_SECONDS, TimeUnit.SECONDS);
                if (ended && process.exitValue() == 0) {
                    return bytes;
                }
                if (ended && process.exitValue() == SSH_FAILED && !isThisMachine()) {
                    throw PreconditionException.environment(
                            "%s is not reached by ssh: %s; see that `%s` works without a password",
                            name, lastLine(errors), check());
                }
                throw PreconditionException.environment(
                        "%s failed on %s: %s",
                        what,
                        name,
                        ended && process.exitValue() == TIMED_OUT ? "it did not end in time" : lastLine(errors));
            } finally {
                process.destroyForcibly();
                removeShutdownHook(end);
            }
        } finally {
            Files.delete(errors);
        }
    }

    /**
     * Ends a process when this JVM ends. Ctrl-C does not reach it: timeout(1) has a process group of its own. The process
     * starts while the hook waits, so that none is missed.
     */
    private static final class EndWithUs extends Thread {
        private Process process;
        private boolean ending;

        synchronized Process start(Start start) throws PreconditionException, IOException {
            if (ending) {
                throw new IOException("this process is ending");
            }
            process = start.call();
            return process;
        }

        @Override
        public synchronized void run() {
            ending = true;
            if (process != null) {
                process.destroy();
            }
        }
    }

    private interface Start {
        Process call() throws PreconditionException, IOException;
    }

    private static void removeShutdownHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // it runs
        }
    }

    private Process start(List<String> command, Path input, Path errors) throws PreconditionException {
        try {
            return new ProcessBuilder(command)
                    .redirectInput(input.toFile())
                    .redirectError(errors.toFile())
                    .start();
        } catch (IOException e) {
            throw PreconditionException.environment("%s is not reached: ssh is missing (%s)", name, e.getMessage());
        }
    }

    private static String lastLine(Path errors) throws IOException {
        return Files.readAllLines(errors, StandardCharsets.ISO_8859_1).stream()
                .filter(line -> !line.isBlank())
                .reduce((first, last) -> last)
                .map(String::strip)
                .orElse("no reason was given");
    }
}
