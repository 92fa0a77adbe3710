package threadwall.store.postgres;

import io.vertx.core.Future;
import io.vertx.core.VertxException;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import threadwall.store.PendingResult;

/** One connection of {@link PipelinedConnections} and the requests waiting on it. For the event loop's thread. */
final class PipelinedConnection {
    private final PgConnection connection;
    private final Runnable answered;
    private final Set<PendingResult<?>> asked = new HashSet<>();

    /** {@link System#nanoTime} of the last answer, or of the first request after an idle period. */
    private long heard;

    /** @param answered called whenever a request has ended */
    PipelinedConnection(PgConnection connection, Runnable answered) {
        this.connection = connection;
        this.answered = answered;
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
            }
        });
    }

    private static Throwable failure(Throwable problem) {
        return switch (problem) {
            case PgException said ->
                PostgresFailure.isUnavailable(said.getSqlState())
                        ? PostgresFailure.unavailable(said.getErrorMessage(), said)
                        : said;
            case VertxException lost -> PostgresFailure.lost(lost);
            case IOException lost -> PostgresFailure.lost(lost);
            default -> problem;
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
