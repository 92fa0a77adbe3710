package threadwall.resilience;

import java.io.IOException;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.record.ResilienceRecord;

/** A test that a server passes or fails. */
public sealed interface ResilienceTest permits ClientAttack, CrashTest {

    /**
     * Checks, before anything starts, that the server is built and that this test applies to it.
     *
     * @throws PreconditionException (usage) when the server lacks what the test needs, (environment) when this machine does
     */
    void check(TestRun run) throws PreconditionException, IOException;

    /**
     * @throws PreconditionException as {@link #check}, and (environment) when the server does not start
     * @throws IOException when observing the server fails, though it runs
     */
    ResilienceRecord run(TestRun run, Progress progress)
            throws PreconditionException, IOException, InterruptedException;
}
