package threadwall.resilience;

import java.io.IOException;
import java.net.InetSocketAddress;
import threadwall.loadgen.testbed.ServerProcess;

/** One that is started as a process, and is killed and ended with it unless its class says otherwise. */
abstract class CrashTargetProcess implements CrashTarget {

    /** The newest; {@code null} before the first start. */
    protected ServerProcess process;

    protected InetSocketAddress address;

    /** Starts it anew; does not wait. */
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
