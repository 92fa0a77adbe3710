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

/** One connection of {@link PipelinedConnections}, and what was asked on it. For the event loop's thread. */
final class PipelinedConnection {
    private final PgConnection connection;
    private final Runnable answered;
    private final Set<PendingResult<?>> asked = new HashSet<>();

    /** When the last answer came, or the first question after it was asked; of {@link System#nanoTime}. */
    private long heard;

    /** @param answered is told of every question that has ended */
    PipelinedConnection(PgConnection connection, Runnable answered) {
        this.connection = connection;
        this.answered = answered;
    }

    /**
     * Asks, behind all that was asked before.
     *
     * @param question begins to ask, and promises the rows
     * @param answer what they say
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

    /** Whether something was asked, and nothing heard for so long. */
    boolean isSilent(Duration patience) {
        return !asked.isEmpty() && System.nanoTime() - heard > patience.toNanos();
    }

    /**
     * Gives it up. What was asked fails now: the other side may never say that it has gone.
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
