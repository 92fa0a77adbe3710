package threadwall.loadgen.abuse;

import java.io.IOException;
import threadwall.loadgen.plan.Refused;
import threadwall.loadgen.plan.Servers;
import threadwall.loadgen.run.Progress;
import threadwall.record.AbuseRecord;

/** What clients can do to a server that they should not, and what it has to stand. */
public sealed interface Abuse extends Ordeal permits Slow, Hangup, Descriptors, Soak {

    /** As the command line and the record call it. */
    String name();

    /** Descriptors that the server may have; 0 for as many as this process. */
    default int nofile() {
        return 0;
    }

    /**
     * Sees to it, before anything starts, that it can be done to this server on this machine.
     *
     * @throws Refused (usage) when the server has not what it takes, (environment) when this machine has not
     */
    void check(Servers server) throws Refused, IOException;

    @Override
    default void check(Trial trial) throws Refused, IOException {
        trial.check(this);
    }

    @Override
    default AbuseRecord on(Trial trial, Progress progress) throws Refused, IOException, InterruptedException {
        return trial.run(this, progress);
    }

    /** Bytes of live heap that a JVM may keep afterwards, beside what it had at rest. */
    long heapAllowance();

    /** Objects that stand for a client or its request, of which a JVM may keep so many more (a pool's). */
    long objectAllowance();

    /** Does it to a server that is warmed up and at rest, and leaves when its clients have left. */
    void against(Victim victim, Findings findings) throws IOException, InterruptedException;
}
