package threadwall.loadgen.testbed.database;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan;

/** Provides the PostgreSQL that the servers of a sweep share. */
public interface DatabaseProvider extends AutoCloseable {

    /**
     * Called once, if any step needs a PostgreSQL.
     *
     * @param steps that will be run
     * @throws PreconditionException (environment) when none can be provided
     */
    SharedDatabase open(List<StepPlan> steps) throws PreconditionException, IOException, InterruptedException;

    @Override
    void close() throws IOException, InterruptedException;

    /** A PostgreSQL that the user runs. */
    static DatabaseProvider given(String url) {
        return new DatabaseProvider() {
            @Override
            public SharedDatabase open(List<StepPlan> steps) {
                return new SharedDatabase(url, Optional.empty());
            }

            @Override
            public void close() {
                // the user ends it
            }
        };
    }
}
