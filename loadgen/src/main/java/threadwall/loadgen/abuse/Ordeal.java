package threadwall.loadgen.abuse;

import java.io.IOException;
import threadwall.loadgen.plan.Refused;
import threadwall.loadgen.run.Progress;
import threadwall.record.AbuseRecord;

/** A test that a server stands or does not. */
public sealed interface Ordeal permits Abuse, Crash {

    /**
     * Sees to it, before anything starts, that the server is there and this can be done to it.
     *
     * @throws Refused (usage) when the server has not what it takes, (environment) when this machine has not
     */
    void check(Trial trial) throws Refused, IOException;

    /**
     * @throws Refused as {@link #check}, and (environment) when the server does not start
     * @throws IOException when the server is right but what looks at it fails
     */
    AbuseRecord on(Trial trial, Progress progress) throws Refused, IOException, InterruptedException;
}
