package threadwall.cli;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import threadwall.process.PreconditionException;
import threadwall.record.RunFile;

/** {@code results/<UTC time>}: where a run is kept unless it is told otherwise. */
final class RunFolder {

    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private RunFolder() {}

    /** A name that is free; nothing is made. */
    static Path now(Path home) {
        var folder = home.resolve("results").resolve(NAME.format(Instant.now()));
        return names(folder).filter(Files::notExists).findFirst().orElseThrow();
    }

    /** Makes a folder that nobody else has; where another run was quicker, under the next free name. */
    static Path make(Path folder) throws IOException {
        Files.createDirectories(folder.getParent());
        for (var free : (Iterable<Path>) names(folder)::iterator) {
            try {
                return Files.createDirectory(free);
            } catch (FileAlreadyExistsException taken) {
                continue;
            }
        }
        throw new AssertionError("names do not end");
    }

    /**
     * The same for a run whose plan has the folder's name in it.
     *
     * @throws PreconditionException (environment) when another run was quicker
     */
    static void take(Path folder) throws IOException, PreconditionException {
        Files.createDirectories(folder.getParent());
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException taken) {
            throw PreconditionException.environment("another run has taken %s meanwhile; start this one again", folder);
        }
    }

    /** Two can start in one second: NAME, NAME-2, NAME-3, … */
    private static Stream<Path> names(Path folder) {
        return Stream.concat(
                Stream.of(folder),
                IntStream.iterate(2, number -> number + 1)
                        .mapToObj(number -> folder.resolveSibling(folder.getFileName() + "-" + number)));
    }

    /**
     * Sees to it that a record can be kept there, before anything is measured.
     *
     * @throws PreconditionException (environment) when it cannot; (usage) when other files than a run's are there
     */
    static void requireWritable(Path folder) throws PreconditionException, IOException {
        var existing = folder.toAbsolutePath().normalize();
        while (!Files.exists(existing)) {
            existing = existing.getParent();
        }
        // a trial: rights alone do not tell that no folder can be made in /proc or on a disk that is read-only
        try {
            Files.delete(Files.createTempFile(existing, ".threadwall", null));
        } catch (IOException e) {
            throw PreconditionException.environment(
                    "cannot write to %s, where the record is kept; choose another by --out", folder);
        }
        if (Files.isDirectory(folder) && !RunFile.in(folder).exists() && !isEmpty(folder)) {
            throw PreconditionException.usage(
                    "%s has files in it and no %s: choose a new folder by --out, or empty it", folder, RunFile.NAME);
        }
    }

    /** The folder as command lines name it, which run from the project's root. */
    static String shown(Path folder) {
        var home = Threadwall.home();
        var absolute = folder.toAbsolutePath().normalize();
        return (absolute.startsWith(home) ? home.relativize(absolute) : absolute).toString();
    }

    /** Has the folder known as a run's before there is a record: a start that fails leaves its logs there, too. */
    static void claim(Path folder) throws IOException {
        if (!RunFile.in(folder).exists()) {
            Files.createFile(RunFile.in(folder).path());
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (var files = Files.newDirectoryStream(folder)) {
            return !files.iterator().hasNext();
        }
    }

    /**
     * Sees to it that there is a run to show.
     *
     * @param command that was asked for it
     * @throws PreconditionException (usage) when there is none
     */
    static void requireRun(String command, Path folder) throws PreconditionException {
        if (RunFile.in(folder).exists()) {
            return;
        }
        if (Files.isRegularFile(folder)) {
            throw PreconditionException.usage(
                    "%s %s: that is a file; name the folder that has %s", command, folder, RunFile.NAME);
        }
        throw PreconditionException.usage(
                "%s %s: %s; name the folder of a run, results/<UTC time>",
                command,
                folder,
                Files.isDirectory(folder) ? "there is no " + RunFile.NAME + " in it" : "there is no such folder");
    }
}
