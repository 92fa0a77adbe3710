package threadwall.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import threadwall.process.proc.ProcStat;
import threadwall.process.proc.ProcessStatus;

/** A process and all its descendants, such as PostgreSQL's postmaster and its backends, or the workers of a server. */
public final class ProcessTree {

    private final long root;
    private final long searchNanos;
    private List<Long> pids;
    private long searched;

    /** A tree whose processes are searched at each call. */
    public ProcessTree(long root) {
        this(root, Duration.ZERO);
    }

    /** @param searchInterval how long a search stays valid, since it reads every process of the machine */
    public ProcessTree(long root, Duration searchInterval) {
        this.root = root;
        this.searchNanos = searchInterval.toNanos();
    }

    public long root() {
        return root;
    }

    /** The processes that exist now, the root first. */
    public List<Long> pids() {
        if (pids == null || System.nanoTime() - searched >= searchNanos) {
            pids = LongStream.concat(
                            LongStream.of(root),
                            ProcessHandle.of(root).stream()
                                    .flatMap(ProcessHandle::descendants)
                                    .mapToLong(ProcessHandle::pid))
                    .boxed()
                    .toList();
            searched = System.nanoTime();
        }
        return pids;
    }

    /** The process with the most threads. */
    public long busiest() {
        return pids().stream()
                .max(Comparator.comparingLong(pid ->
                        ProcessStatus.read(pid).map(ProcessStatus::threads).orElse(0L)))
                .orElse(root);
    }

    /** CPU seconds of the live processes; those of ended ones are lost. It sums over all their threads. */
    public double cpuSeconds() {
        return pids().stream()
                .map(ProcStat::read)
                .flatMap(Optional::stream)
                .mapToDouble(ProcStat::cpuSeconds)
                .sum();
    }

    /** Their PSS; null when one of them cannot be read. It walks the page tables of all of them. */
    public Long pssBytes() {
        long sum = 0;
        for (var pid : pids()) {
            var pss = ProcStat.pssBytes(pid);
            if (pss.isEmpty() && ProcStat.read(pid).isPresent()) {
                return null;
            }
            sum += pss.orElse(0);
        }
        return sum == 0 ? null : sum;
    }

    /** Makes the kernel kill this tree first when memory runs out, and not the tool. Children inherit it. */
    public void preferForOomKill() {
        try {
            Files.writeString(Path.of("/proc", Long.toString(root), "oom_score_adj"), "1000");
        } catch (IOException ended) {
            // then there is nothing to kill
        }
    }

    /** Kills all of them (SIGKILL), the root first, so that it sees no child die; does not wait. */
    public void kill() {
        pids = null;
        pids().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    }
}
