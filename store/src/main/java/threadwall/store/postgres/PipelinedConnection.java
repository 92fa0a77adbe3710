package threadwall.store.postgres;

import io.vertx.core.Future;
import io.vertx.core.VertxException;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import threadwall.store.PendingResult;
import threadwall.store.StoreUnavailableException;

/** One connection of {@link PipelinedConnections} and the requests waiting on it. For the event loop's thread. */
final class PipelinedConnection {
    private final PgConnection connection;
    private final Runnable answered;
    private final BiConsumer<PipelinedConnection, StoreUnavailableException> lost;
    private final Set<PendingResult<?>> asked = new HashSet<>();

    /** {@link System#nanoTime} of the last answer, or of the first request after an idle period. */
    private long heard;

    /**
     * Takes a connection, which may be closed already: its close handler is then set too late to be called. So a request
     * that finds it closed reports that too.
     *
     * @param answered called whenever a request has ended
     * @param lost called when the connection is closed, perhaps more than once
     */
    PipelinedConnection(
            PgConnection connection,
            Runnable answered,
            BiConsumer<PipelinedConnection, StoreUnavailableException> lost) {
        this.connection = connection;
        this.answered = answered;
        this.lost = lost;
        connection.closeHandler(end -> lost.accept(this, PostgresFailure.lost(null)));
    }

    /**
     * Sends a query, behind all earlier ones.
     *
     * @param question starts the query
     * @param answer converts the rows
     */
    <R, T> void ask(Function<PgConnection, Future<R>> question, Function<R, T> answer, PendingResult<T> pending) {
        if (asked.isEmpty()) {
            heard = System.nanoTime();
        }
        asked.add(pending);
        question.apply(connection).map(answer).onComplete((value, problem) -> {
            heard = System.nanoTime();
            if (asked.remove(pending)) {
                if (problem == null) {
                    pending.complete(value);
                } else {
                    pending.fail(failure(problem));
                }
                answered.run();
                if (isLost(problem)) {
                    lost.accept(this, PostgresFailure.lost(problem));
                }
            }
        });
    }

    /** Anything but an error of the database's own, which is a VertxException, too. */
    private static boolean isLost(Throwable problem) {
        return !(problem instanceof PgException)
                && (problem instanceof VertxException || problem instanceof IOException);
    }

    private static Throwable failure(Throwable problem) {
        return switch (problem) {
            case PgException said ->
                PostgresFailure.isUnavailable(said.getSqlState())
                        ? PostgresFailure.unavailable(said.getErrorMessage(), said)
                        : said;
            default -> isLost(problem) ? PostgresFailure.lost(problem) : problem;
        };
    }

    /** Whether a request is waiting and no answer has come for that long. */
    boolean isSilent(Duration patience) {
        return !asked.isEmpty() && System.nanoTime() - heard > patience.toNanos();
    }

    /**
     * Closes the connection. Its waiting requests fail now, because the peer may never close its side.
     *
     * @param reason why
     */
    void giveUp(Throwable reason) {
        var left = Set.copyOf(asked);
        asked.clear();
        left.forEach(pending -> {
            pending.fail(reason);
            answered.run();
        });
        connection.close();
    }
}
