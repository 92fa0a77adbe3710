package threadwall.resilience;

import java.io.IOException;
import java.net.InetSocketAddress;
import threadwall.loadgen.testbed.ServerProcess.StartFailed;

/** What a crash test kills and restarts with its data. */
interface CrashTarget extends AutoCloseable {

    /** Starts it and waits until it is ready. */
    void start() throws StartFailed, IOException, InterruptedException;

    /** Starts it and kills it after that time, ready or not. */
    void startAndKill(long millis) throws IOException, InterruptedException;

    /** Kills all of its processes (SIGKILL), and waits until they have ended. */
    void kill() throws IOException, InterruptedException;

    /** Kills it as above while clients store users, at a moment that is as bad as it can make it. */
    default void killDuringWrites() throws IOException, InterruptedException {
        kill();
    }

    /**
     * Kills it and takes away what it has never synced, after its users were read back.
     *
     * @return false: it cannot, and goes on
     */
    default boolean cutPower() throws IOException, InterruptedException {
        return false;
    }

    /** Where clients store and read users, once it has been started. */
    InetSocketAddress address();

    /** Whether clients use a server that survives while this is dead. */
    boolean isBehindServer();

    /** Longest time from the first acknowledged user to the kill. */
    default int longestStreamMillis() {
        return 1_000;
    }

    /** Stops it in an orderly way. */
    @Override
    void close() throws IOException, InterruptedException;
}
