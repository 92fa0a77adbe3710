package threadwall.store.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Waits until a PostgreSQL answers or its start has failed. The library keeps waiting for a process that has already
 * exited; pg_ctl, which starts it, reports that in the log.
 */
final class PostgresStartup {

    /** The last line of pg_ctl when PostgreSQL's process has exited; the second form if pg_control is damaged. */
    private static final Pattern ENDED = Pattern.compile("pg_ctl: (could not start server|error: ).*");

    /** Everything that pg_ctl prints, also in front of PostgreSQL's first line. */
    private static final Pattern OF_PG_CTL = Pattern.compile(
            "(?m)^waiting for server to start\\.*| stopped waiting$|pg_ctl: .*(\\RExamine the log output\\.)?");

    /** The details may be on the next line. */
    private static final Pattern LAST_WORDS = Pattern.compile("(FATAL|PANIC):.*(\\R.*DETAIL:.*)?");

    /** From ValidatePgVersion in PostgreSQL's miscinit.c. */
    private static final Pattern OTHER_VERSION = Pattern.compile(
            "initialized by PostgreSQL version (\\S+), which is not compatible with this version (\\S+)\\.");

    private static final Pattern PORT_TAKEN = Pattern.compile("could not bind .*: Address already in use");

    private static final int LOOK_MILLIS = 50;

    private PostgresStartup() {}

    /**
     * Starts it.
     *
     * @param builder appends the output of PostgreSQL and pg_ctl to the log
     * @throws IOException when PostgreSQL has exited, or does not answer within the builder's time-out
     */
    static EmbeddedPostgres of(EmbeddedPostgres.Builder builder, Path log) throws IOException {
        var starting = new FutureTask<>(builder::start);
        Thread.ofVirtual().name("start-postgres").start(starting);
        try {
            while (true) {
                try {
                    return starting.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    var said = read(log);
                    if (ENDED.matcher(said).find()) {
                        throw new IOException(lastLine(said), e);
                    }
                }
            }
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted before PostgreSQL answered", e);
        } finally {
            starting.cancel(true);
        }
    }

    /** Why it failed, in one line: PostgreSQL's own last message is more specific than a time-out. */
    static String reason(Exception problem, DataFolder folder) throws IOException {
        var log = read(folder.log());
        var version = OTHER_VERSION.matcher(log);
        if (version.find()) {
            return "the data in %s are of PostgreSQL %s, which this one, %s, cannot read; name another folder with --data, or move"
                            .formatted(folder.path(), version.group(1), version.group(2))
                    + " them with the pg_dumpall of a PostgreSQL " + version.group(1);
        }
        return lastWords(log).orElse(problem.getMessage());
    }

    /** The last fatal message of the log, with its details. */
    static Optional<String> lastWords(String log) {
        return LAST_WORDS
                .matcher(log)
                .results()
                .map(MatchResult::group)
                .reduce((earlier, later) -> later)
                .map(words -> words.replaceFirst("\\R.*DETAIL:\\s*", "; "));
    }

    /** Whether PostgreSQL could not listen because something else has its port (StreamServerPort in pqcomm.c). */
    static boolean portWasTaken(Path log) throws IOException {
        return PORT_TAKEN.matcher(read(log)).find();
    }

    /** The last line of a log without a fatal message. */
    static String lastLine(String log) {
        return OF_PG_CTL
                .matcher(log)
                .replaceAll("")
                .lines()
                .filter(line -> !line.isBlank())
                .reduce("it ended without a message", (earlier, later) -> later);
    }

    private static String read(Path log) throws IOException {
        return Files.exists(log) ? Files.readString(log) : "";
    }
}
