package threadwall.resilience;

import java.io.IOException;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.record.ResilienceRecord;

/** What clients can do to a server that they should not, and what it has to stand. */
public sealed interface ClientAttack extends ResilienceTest
        permits SlowClients, HangupAttack, DescriptorExhaustion, SoakTest {

    /** As the command line and the record call it. */
    String name();

    /** Descriptors that the server may have; 0 for as many as this process. */
    default int nofile() {
        return 0;
    }

    /**
     * Sees to it, before anything starts, that it can be done to this server on this machine.
     *
     * @throws PreconditionException (usage) when the server has not what it takes, (environment) when this machine has not
     */
    void check(ServerCatalog server) throws PreconditionException, IOException;

    @Override
    default void check(TestRun trial) throws PreconditionException, IOException {
        trial.check(this);
    }

    @Override
    default ResilienceRecord on(TestRun trial, Progress progress)
            throws PreconditionException, IOException, InterruptedException {
        return trial.run(this, progress);
    }

    /** Bytes of live heap that a JVM may keep afterwards, beside what it had at rest. */
    long heapAllowance();

    /** Objects that stand for a client or its request, of which a JVM may keep so many more (a pool's). */
    long objectAllowance();

    /** Does it to a server that is warmed up and at rest, and leaves when its clients have left. */
    void against(ServerUnderTest victim, TestFindings findings) throws IOException, InterruptedException;
}
