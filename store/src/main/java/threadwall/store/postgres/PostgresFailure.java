package threadwall.store.postgres;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import threadwall.store.StoreUnavailableException;
import threadwall.store.TransactionException;

/** Translates failures of PostgreSQL into exceptions of the store. */
public final class PostgresFailure {
    private PostgresFailure() {}

    /**
     * Translates a JDBC exception.
     *
     * @return a {@link StoreUnavailableException} if the database is unavailable, or else a {@link
     *     TransactionException}
     */
    public static RuntimeException of(SQLException problem) {
        boolean noConnection = problem instanceof SQLTransientConnectionException
                || problem instanceof SQLNonTransientConnectionException;
        return noConnection || isUnavailable(problem.getSQLState())
                ? unavailable(problem.getMessage(), problem)
                : new TransactionException(problem);
    }

    /**
     * Whether a statement failed because of the database's state, not because of its content. By SQLSTATE class
     * (PostgreSQL's documentation, appendix A): 08 connection, 53 resources (a full disk is 53100), 57P operator
     * (stops, starts or crashed), 58 system (an I/O error is 58030).
     */
    static boolean isUnavailable(String sqlState) {
        return sqlState != null && sqlState.matches("(08|53|57P|58).*");
    }

    /** The outcome of the request is unknown. */
    static StoreUnavailableException lost(Throwable cause) {
        return unavailable("the connection was lost before the answer came", cause);
    }

    static StoreUnavailableException unavailable(String reason, Throwable cause) {
        return new StoreUnavailableException(
                "the database cannot be used now: " + reason.strip().replaceAll("\\s*\\R\\s*", "; ")
                        + "; try again, the server reconnects automatically",
                cause);
    }
}
