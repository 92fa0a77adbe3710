package threadwall.loadgen.run;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import threadwall.loadgen.plan.Refused;
import threadwall.record.StepPlan;

/** Where the servers of a sweep get the PostgreSQL that they share. */
public interface Databases extends AutoCloseable {

    /**
     * Called once, when there are steps that need one.
     *
     * @param steps those that are to be run
     * @throws Refused (environment) when there is none to be had
     */
    Database open(List<StepPlan> steps) throws Refused, IOException, InterruptedException;

    @Override
    void close() throws IOException, InterruptedException;

    /** One that the user runs. */
    static Databases given(String url) {
        return new Databases() {
            @Override
            public Database open(List<StepPlan> steps) {
                return new Database(url, Optional.empty());
            }

            @Override
            public void close() {
                // the user's
            }
        };
    }
}
