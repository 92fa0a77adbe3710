package threadwall.resilience;

import java.io.IOException;
import java.net.InetSocketAddress;
import threadwall.loadgen.testbed.ServerProcess.StartFailed;

/** What is killed in a test of crashes, and comes back with its data. */
interface CrashTarget extends AutoCloseable {

    /** Starts it and waits until it can answer. */
    void start() throws StartFailed, IOException, InterruptedException;

    /** Starts it and kills it so long after, ready or not. */
    void startAndKill(long millis) throws IOException, InterruptedException;

    /** Kills all of its processes (SIGKILL), and waits until they are gone. */
    void kill() throws IOException, InterruptedException;

    /** Where users are stored and read, once it has been started. */
    InetSocketAddress address();

    /** Whether those who store users go on talking to a server that lives on, while this is dead. */
    boolean isBehindServer();

    /** The kill comes so long, at most, after the first user was acknowledged. */
    default int longestStreamMillis() {
        return 1_000;
    }

    /** Ends it in order. */
    @Override
    void close() throws IOException, InterruptedException;
}
