package threadwall.resilience;

import java.io.IOException;
import java.net.InetSocketAddress;
import threadwall.loadgen.testbed.ServerProcess;

/** A target that is a process. */
abstract class CrashTargetProcess implements CrashTarget {

    /** The last one; {@code null} before the first start. */
    protected ServerProcess process;

    protected InetSocketAddress address;

    /** Starts a new process without waiting. */
    protected abstract ServerProcess launch() throws IOException;

    @Override
    public final void startAndKill(long millis) throws IOException, InterruptedException {
        process = launch();
        Thread.sleep(millis);
        kill();
    }

    @Override
    public void kill() throws IOException, InterruptedException {
        process.kill();
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public boolean isBehindServer() {
        return false;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        if (process != null) {
            process.stop();
            process.close();
        }
    }
}
