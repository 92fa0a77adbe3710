package threadwall.resilience;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A server on a {@link LossyDisk}: it is killed between a write and its sync, and afterwards the power is cut. */
final class CrashTargetLossyDisk extends CrashTargetServer {

    private final LossyDisk disk;

    /** As {@link CrashTargetServer}. */
    CrashTargetLossyDisk(String name, Path home, Path files, List<String> command, LossyDisk disk) {
        super(name, home, files, command, disk.environment());
        this.disk = disk;
    }

    @Override
    public void killDuringWrites() throws IOException, InterruptedException {
        disk.holdSyncs();
        kill();
        disk.releaseSyncs();
    }

    @Override
    public boolean cutPower() throws IOException, InterruptedException {
        kill();
        disk.loseUnsynced();
        return true;
    }
}
