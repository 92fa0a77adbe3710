package threadwall.loadgen.sweep.profile;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import threadwall.record.CpuKind;

/**
 * Counts of sampled stacks.
 *
 * @param folded samples by {@link SampledStack#folded}
 * @param kinds samples by kind; kinds without a sample are left out
 * @param kernel whether any stack has a kernel function
 */
public record StackCounts(Map<String, Long> folded, Map<CpuKind, Long> kinds, boolean kernel) {

    /** @param lines of {@code perf script} */
    public static StackCounts of(Stream<String> lines) {
        var folded = new TreeMap<String, Long>();
        var kinds = new EnumMap<CpuKind, Long>(CpuKind.class);
        boolean kernel = false;
        var script = new PerfScript(lines);
        for (var stack = script.next(); stack.isPresent(); stack = script.next()) {
            if (stack.get().frames().isEmpty()) {
                continue; // cannot be classified
            }
            folded.merge(stack.get().folded(), 1L, Long::sum);
            kinds.merge(StackClassifier.of(stack.get()), 1L, Long::sum);
            kernel |= stack.get().frames().stream().anyMatch(SampledStack.Frame::isKernel);
        }
        return new StackCounts(folded, kinds, kernel);
    }
}
