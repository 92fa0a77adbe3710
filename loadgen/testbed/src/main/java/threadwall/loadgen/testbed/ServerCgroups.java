package threadwall.loadgen.testbed;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import threadwall.process.PreconditionException;
import threadwall.process.cgroup.CgroupLimits;
import threadwall.process.cgroup.TemporaryCgroups;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.ServerLimits;

/** Cgroups that limit the servers of a step, one for each process. */
final class ServerCgroups implements AutoCloseable {

    private final StepPlan step;
    private final List<TemporaryCgroups> cgroups = new ArrayList<>();

    ServerCgroups(StepPlan step) {
        this.step = step;
    }

    /** @throws PreconditionException (environment) where no cgroup with these limits can be made; nothing is made */
    static void check(ServerLimits limits) throws PreconditionException {
        TemporaryCgroups.plannedFolders(cgroupLimits(limits));
    }

    private static CgroupLimits cgroupLimits(ServerLimits limits) {
        return new CgroupLimits(limits.memoryBytes(), null, limits.cpus());
    }

    /** The command of a server, in a cgroup of its own if the step limits its servers. */
    List<String> enter(List<String> command) throws StepFailedException, IOException, InterruptedException {
        var limits = step.servers().limits();
        if (limits == null) {
            return command;
        }
        try {
            var name = "step-%d-server-%d".formatted(step.number(), cgroups.size() + 1);
            cgroups.add(TemporaryCgroups.of(cgroupLimits(limits), name));
            return cgroups.getLast().enter(command);
        } catch (PreconditionException e) {
            throw new StepFailedException(e.getMessage());
        }
    }

    /** What follows how a server ended, if the kernel killed it because memory was used up; else an empty text. */
    String killedForMemory() {
        if (cgroups.stream().allMatch(cgroup -> cgroup.killedForMemory() == 0)) {
            return "";
        }
        var memory = step.servers().limits().memoryBytes();
        return memory == null
                ? ", because the kernel had no memory left for it"
                : ", because it used more than its %,d MB of memory (--server-memory)".formatted(memory >> 20);
    }

    /** Deletes all of them once their processes have ended, whether or not one fails. */
    @Override
    public void close() throws IOException {
        IOException failed = null;
        for (var cgroup : cgroups) {
            try {
                cgroup.close();
            } catch (IOException e) {
                failed = e;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // its cleaner goes on without this process
            }
        }
        if (failed != null) {
            throw failed;
        }
    }
}
