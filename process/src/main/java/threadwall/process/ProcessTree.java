package threadwall.process;

import java.util.OptionalLong;
import java.util.stream.LongStream;
import threadwall.process.proc.ProcStat;

/** A process and all below it, such as PostgreSQL's postmaster and its backends, or the workers of a server. */
public record ProcessTree(long root) {

    /** Those that are there now, the root first. */
    public LongStream pids() {
        return LongStream.concat(
                LongStream.of(root),
                ProcessHandle.of(root).stream()
                        .flatMap(ProcessHandle::descendants)
                        .mapToLong(ProcessHandle::pid));
    }

    /** CPU seconds of those that are alive; those of ended ones are lost. */
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
