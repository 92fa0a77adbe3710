package threadwall.loadgen.abuse;

import java.io.IOException;
import threadwall.loadgen.plan.Refused;

/** What clients can do to a server that they should not, and what it has to stand. */
public sealed interface Abuse permits Slow, Hangup, Descriptors, Soak {

    /** As the command line and the record call it. */
    String name();

    /** Descriptors that the server may have; 0 for as many as this process. */
    default int nofile() {
        return 0;
    }

    /**
     * Sees to it, before anything starts, that this machine can do it.
     *
     * @throws Refused (environment) when it cannot
     */
    void check() throws Refused, IOException;

    /** Bytes of live heap that the server may keep afterwards, beside what it had at rest. */
    long heapAllowance();

    /** Objects that stand for a client or its request, of which the server may keep so many more (a pool's). */
    long objectAllowance();

    /** Does it to a server that is warmed up and at rest, and leaves when its clients have left. */
    void against(Victim victim, Findings findings) throws IOException, InterruptedException;
}
