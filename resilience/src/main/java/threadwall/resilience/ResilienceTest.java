package threadwall.resilience;

import java.io.IOException;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.record.ResilienceRecord;

/** A test that a server stands or does not. */
public sealed interface ResilienceTest permits ClientAttack, CrashTest {

    /**
     * Sees to it, before anything starts, that the server is there and this can be done to it.
     *
     * @throws PreconditionException (usage) when the server has not what it takes, (environment) when this machine has not
     */
    void check(TestRun trial) throws PreconditionException, IOException;

    /**
     * @throws PreconditionException as {@link #check}, and (environment) when the server does not start
     * @throws IOException when the server is right but what looks at it fails
     */
    ResilienceRecord on(TestRun trial, Progress progress)
            throws PreconditionException, IOException, InterruptedException;
}
