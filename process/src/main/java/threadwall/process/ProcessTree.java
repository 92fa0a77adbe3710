package threadwall.process;

import java.util.OptionalLong;
import java.util.stream.LongStream;
import threadwall.process.proc.ProcStat;

/** A process and its descendants, such as PostgreSQL's postmaster and its backends, or a server's workers. */
public record ProcessTree(long root) {

    /** PIDs of the processes alive now, the root first. */
    public LongStream pids() {
        return LongStream.concat(
                LongStream.of(root),
                ProcessHandle.of(root).stream()
                        .flatMap(ProcessHandle::descendants)
                        .mapToLong(ProcessHandle::pid));
    }

    /** CPU seconds of the processes alive now; the time of those that have ended is lost. */
    public double cpuSeconds() {
        return pids().mapToObj(ProcStat::read)
                .flatMap(java.util.Optional::stream)
                .mapToDouble(ProcStat::cpuSeconds)
                .sum();
    }

    public long pssBytes() {
        return pids().mapToObj(ProcStat::pssBytes)
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .sum();
    }
}
