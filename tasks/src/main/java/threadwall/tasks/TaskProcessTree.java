package threadwall.tasks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import threadwall.process.proc.ProcStat;

/** The processes of a program: the one that was started, and all below it. */
final class TaskProcessTree {

    /** Finding them reads every process of the machine. */
    private static final long SEARCH_NANOS = 250_000_000;

    private final long root;
    private List<Long> pids;
    private long searched;

    TaskProcessTree(long root) {
        this.root = root;
        this.pids = List.of(root);
    }

    List<Long> pids() {
        if (searched == 0 || System.nanoTime() - searched >= SEARCH_NANOS) {
            search();
        }
        return pids;
    }

    private void search() {
        var found = new ArrayList<>(List.of(root));
        ProcessHandle.of(root).ifPresent(process -> process.descendants().forEach(child -> found.add(child.pid())));
        pids = List.copyOf(found);
        searched = System.nanoTime();
    }

    /** The one with the most threads: a runtime may have helpers, which have no tasks. */
    long main() {
        return pids.stream()
                .max(Comparator.comparingLong(pid ->
                        ResidentMemory.read(pid).map(ResidentMemory::threads).orElse(0L)))
                .orElse(root);
    }

    /** The sum; empty where one cannot be read. It walks the page tables of all of them. */
    OptionalLong pssBytes() {
        long sum = 0;
        for (var pid : pids()) {
            var pss = ProcStat.pssBytes(pid);
            if (pss.isEmpty() && ProcStat.read(pid).isPresent()) {
                return OptionalLong.empty();
            }
            sum += pss.orElse(0);
        }
        return sum == 0 ? OptionalLong.empty() : OptionalLong.of(sum);
    }

    /** Of those that are alive. It sums over all their threads. */
    double cpuSeconds() {
        return pids().stream()
                .map(ProcStat::read)
                .flatMap(Optional::stream)
                .mapToDouble(ProcStat::cpuSeconds)
                .sum();
    }

    /** Out of memory the kernel ends whoever has the highest score: that must not be the tool. Children inherit it. */
    void letTheKernelKillItFirst() {
        try {
            Files.writeString(Path.of("/proc", Long.toString(root), "oom_score_adj"), "1000");
        } catch (IOException gone) {
            // it has ended already
        }
    }

    void kill() {
        search();
        pids.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    }
}
