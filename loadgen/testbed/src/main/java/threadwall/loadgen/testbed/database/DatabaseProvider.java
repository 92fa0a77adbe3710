package threadwall.loadgen.testbed.database;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan;

/** Provides the PostgreSQL that the servers of a sweep share. */
@FunctionalInterface
public interface DatabaseProvider extends AutoCloseable {

    /**
     * Called once, if any step needs a PostgreSQL.
     *
     * @param steps that will be run
     * @throws PreconditionException (environment) when none can be provided
     */
    SharedDatabase open(List<StepPlan> steps) throws PreconditionException, IOException, InterruptedException;

    /** Ends what {@link #open} has started. */
    @Override
    default void close() throws IOException, InterruptedException {}

    /** A PostgreSQL that the user runs, and ends. */
    static DatabaseProvider given(String url) {
        return steps -> new SharedDatabase(url, Optional.empty());
    }
}
