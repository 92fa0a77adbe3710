package threadwall.resilience;

import java.io.IOException;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.record.ResilienceRecord;

/** A test in which clients load a running server, which must afterwards hold no more resources than before. */
public sealed interface ClientAttack extends ResilienceTest
        permits SlowClientAttack, HangupAttack, DescriptorExhaustion, SoakTest {

    /** Its name on the command line and in the record. */
    String name();

    /** Limit of the server's descriptors; 0 for the limit of this process. */
    default int nofile() {
        return 0;
    }

    /**
     * Checks, before anything starts, that this server and this machine allow the attack.
     *
     * @throws PreconditionException (usage) when the server lacks what it needs, (environment) when this machine does
     */
    void check(ServerCatalog server) throws PreconditionException, IOException;

    @Override
    default void check(TestRun run) throws PreconditionException, IOException {
        run.check(this);
    }

    @Override
    default ResilienceRecord run(TestRun run, Progress progress)
            throws PreconditionException, IOException, InterruptedException {
        return run.run(this, progress);
    }

    /** The most connections that it has open at once. */
    long connectionsAtOnce();

    /** Bytes by which the live heap of a JVM may have grown afterwards, beside {@link ServerCatalog#pooledBytes}. */
    long heapAllowance();

    /**
     * Number by which objects that represent a client or its request may have grown afterwards, beside
     * {@link ServerCatalog#pooledObjects}.
     */
    long objectAllowance();

    /** Attacks a server that is warmed up and idle; returns when all clients have disconnected. */
    void against(ServerUnderTest server, AttackResults results) throws IOException, InterruptedException;
}
