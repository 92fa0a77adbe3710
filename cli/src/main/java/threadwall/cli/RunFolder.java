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
import threadwall.process.FolderChecks;
import threadwall.process.PreconditionException;
import threadwall.record.RunFile;

/** {@code results/<UTC time>}: the default folder of a run. */
final class RunFolder {

    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private RunFolder() {}

    /** The first unused name; creates nothing. */
    static Path now(Path home) {
        var folder = home.resolve("results").resolve(NAME.format(Instant.now()));
        return names(folder).filter(Files::notExists).findFirst().orElseThrow();
    }

    /** Creates the folder, or one with the next unused name if another run has created it meanwhile. */
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
     * Creates the folder of a run whose plan contains its name.
     *
     * @throws PreconditionException (environment) when another run has created it meanwhile
     */
    static void take(Path folder) throws IOException, PreconditionException {
        Files.createDirectories(folder.getParent());
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException taken) {
            throw PreconditionException.environment("another run has just created %s; start this one again", folder);
        }
    }

    /** Two runs can start in the same second: NAME, NAME-2, NAME-3, … */
    private static Stream<Path> names(Path folder) {
        return Stream.concat(
                Stream.of(folder),
                IntStream.iterate(2, number -> number + 1)
                        .mapToObj(number -> folder.resolveSibling(folder.getFileName() + "-" + number)));
    }

    /**
     * Checks, before anything is measured, that a record can be written there.
     *
     * @throws PreconditionException (environment) when it cannot; (usage) when the folder contains other files than a
     *     run's
     */
    static void requireWritable(Path folder) throws PreconditionException, IOException {
        if (!FolderChecks.isWritable(
                FolderChecks.nearestExisting(folder.toAbsolutePath().normalize()))) {
            throw PreconditionException.environment(
                    "cannot write the record to %s; choose another folder with --out", folder);
        }
        if (Files.isDirectory(folder) && !RunFile.in(folder).exists() && !FolderChecks.isEmptyOrMissing(folder)) {
            throw PreconditionException.usage(
                    "%s has files but no %s, so it is not a run's folder; choose another with --out, or empty it",
                    folder, RunFile.NAME);
        }
    }

    /** The folder as command lines name it, which run from the project's root. */
    static String shown(Path folder) {
        var home = Threadwall.home();
        var absolute = folder.toAbsolutePath().normalize();
        return (absolute.startsWith(home) ? home.relativize(absolute) : absolute).toString();
    }

    /** Marks the folder as a run's before there is a record: a start that fails leaves its logs there, too. */
    static void markAsRun(Path folder) throws IOException {
        if (!RunFile.in(folder).exists()) {
            Files.createFile(RunFile.in(folder).path());
        }
    }

    /**
     * Checks that the folder contains a run.
     *
     * @param command to mention in the message
     * @throws PreconditionException (usage) when there is none
     */
    static void requireRun(String command, Path folder) throws PreconditionException {
        if (RunFile.in(folder).exists()) {
            return;
        }
        if (Files.isRegularFile(folder)) {
            throw PreconditionException.usage(
                    "%s %s: that is a file; name the folder that contains %s", command, folder, RunFile.NAME);
        }
        throw PreconditionException.usage(
                "%s %s: %s; name the folder of a run, such as results/<UTC time>",
                command,
                folder,
                Files.isDirectory(folder) ? "there is no " + RunFile.NAME + " in it" : "there is no such folder");
    }
}
