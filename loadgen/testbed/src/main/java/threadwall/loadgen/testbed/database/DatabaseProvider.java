package threadwall.loadgen.testbed.database;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan;

/** Where the servers of a sweep get the PostgreSQL that they share. */
public interface DatabaseProvider extends AutoCloseable {

    /**
     * Called once, when there are steps that need one.
     *
     * @param steps those that are to be run
     * @throws PreconditionException (environment) when there is none to be had
     */
    SharedDatabase open(List<StepPlan> steps) throws PreconditionException, IOException, InterruptedException;

    @Override
    void close() throws IOException, InterruptedException;

    /** One that the user runs. */
    static DatabaseProvider given(String url) {
        return new DatabaseProvider() {
            @Override
            public SharedDatabase open(List<StepPlan> steps) {
                return new SharedDatabase(url, Optional.empty());
            }

            @Override
            public void close() {
                // the user's
            }
        };
    }
}
