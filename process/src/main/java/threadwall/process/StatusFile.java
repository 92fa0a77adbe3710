package threadwall.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import threadwall.process.proc.ProcessIdentity;

/**
 * The file in which {@code process/supervise.sh} records a process and how it ended. It is written line by line: a
 * value is empty until its line is written, or for ever when the supervisor was killed before.
 */
public record StatusFile(Path path, List<String> lines) {

    /** Suffix of the file names. */
    public static final String SUFFIX = ".status";

    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
    private static final Pattern TIMES = Pattern.compile("(\\d+)m([\\d.]+)s (\\d+)m([\\d.]+)s");

    /** A missing file has no lines. */
    public static StatusFile read(Path path) throws IOException {
        try {
            // a command line may contain any bytes
            return new StatusFile(path, Files.readAllLines(path, StandardCharsets.ISO_8859_1));
        } catch (NoSuchFileException notYet) {
            return new StatusFile(path, List.of());
        }
    }

    /**
     * Records a process that was not started by the supervisor itself.
     *
     * @param supervisor the process whose end makes this one a leftover
     */
    public static void write(Path path, ProcessIdentity process, ProcessIdentity supervisor) throws IOException {
        var lines = List.of(
                "pid " + process.pid(),
                "started " + process.startTicks(),
                "boot " + ProcessIdentity.bootId(),
                "keeper " + supervisor.pid(),
                "keeping " + supervisor.startTicks(),
                "command " + process.command());
        Files.write(path, lines, StandardCharsets.ISO_8859_1);
    }

    public OptionalLong pid() {
        return number("pid ");
    }

    /** The process's start time, in clock ticks after boot. */
    public OptionalLong startTicks() {
        return number("started ");
    }

    /** The kernel's boot_id at that time. */
    public Optional<String> boot() {
        return value("boot ");
    }

    /** PID of the supervisor, which ends the process in order. */
    public OptionalLong supervisor() {
        return number("keeper ");
    }

    /** The supervisor's start time, in clock ticks after boot. */
    public OptionalLong supervisorStartTicks() {
        return number("keeping ");
    }

    /** The command line, its words separated by blanks. */
    public Optional<String> command() {
        return value("command ");
    }

    /** Whether the process has ended. */
    public boolean ended() {
        return value("exit ").isPresent();
    }

    /** CPU seconds of the ended process, user and system. */
    public Optional<Double> cpuSeconds() {
        if (!ended()) {
            return Optional.empty();
        }
        var times = TIMES.matcher(lines.getLast());
        boolean both =
                lines.stream().filter(line -> TIMES.matcher(line).matches()).count() == 2;
        return both && times.matches()
                ? Optional.of(60 * Double.parseDouble(times.group(1))
                        + Double.parseDouble(times.group(2))
                        + 60 * Double.parseDouble(times.group(3))
                        + Double.parseDouble(times.group(4)))
                : Optional.empty();
    }

    private OptionalLong number(String name) {
        // the line is cut when the disk was full, and another program may have written a file of that name
        var value = value(name).filter(text -> NUMBER.matcher(text).matches());
        return value.isPresent() ? OptionalLong.of(Long.parseLong(value.get())) : OptionalLong.empty();
    }

    private Optional<String> value(String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()))
                .findFirst();
    }
}
