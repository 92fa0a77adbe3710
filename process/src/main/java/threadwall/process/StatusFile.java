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
 * What {@code process/supervise.sh} notes of a process, and of how it ended. It is written line by line: what is not there
 * yet, or never came since the supervisor was killed, is empty.
 */
public record StatusFile(Path path, List<String> lines) {

    /** How the names of these files end. */
    public static final String ENDING = ".status";

    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
    private static final Pattern TIMES = Pattern.compile("(\\d+)m([\\d.]+)s (\\d+)m([\\d.]+)s");

    /** One that is missing has no lines. */
    public static StatusFile read(Path path) throws IOException {
        try {
            // a command line may hold any bytes
            return new StatusFile(path, Files.readAllLines(path, StandardCharsets.ISO_8859_1));
        } catch (NoSuchFileException notYet) {
            return new StatusFile(path, List.of());
        }
    }

    /**
     * Notes a process that no supervisor started, as one would have.
     *
     * @param keeper with whom it ends
     */
    public static void write(Path path, ProcessIdentity process, ProcessIdentity keeper) throws IOException {
        var lines = List.of(
                "pid " + process.pid(),
                "started " + process.startTicks(),
                "boot " + ProcessIdentity.boot(),
                "keeper " + keeper.pid(),
                "keeping " + keeper.startTicks(),
                "command " + process.command());
        Files.write(path, lines, StandardCharsets.ISO_8859_1);
    }

    public OptionalLong pid() {
        return number("pid ");
    }

    /** When it started, in clock ticks after boot. */
    public OptionalLong startTicks() {
        return number("started ");
    }

    /** The kernel's boot_id when it was started. */
    public Optional<String> boot() {
        return value("boot ");
    }

    /** Who looks after it and ends it in order. */
    public OptionalLong keeper() {
        return number("keeper ");
    }

    /** When the keeper was started, in clock ticks after boot. */
    public OptionalLong keeperStartTicks() {
        return number("keeping ");
    }

    /** Its command line, the words with blanks between. */
    public Optional<String> command() {
        return value("command ");
    }

    /** Whether its end is noted. */
    public boolean ended() {
        return value("exit ").isPresent();
    }

    /** CPU seconds, user and system, of a process that has ended. */
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
        // a disk may have been full in the middle of it, or a file with such a name be somebody else's
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
