package threadwall.limits;

import java.util.OptionalLong;

/** How many platform threads a new JVM can have now, and how many more a process that runs. */
public final class ThreadLimits {

    private ThreadLimits() {}

    /**
     * Assesses every limit on threads: limits that count them, and limits on the memory they take.
     *
     * @param costs of a thread on this machine; {@link ThreadCosts#estimate} where they were not measured
     * @param requested how many threads are wanted; empty for the most
     */
    public static Diagnosis diagnose(SystemSnapshot snapshot, ThreadCosts costs, OptionalLong requested) {
        DiagnosisBuilder diagnosis = new DiagnosisBuilder(snapshot);
        ThreadCountRules.assess(diagnosis);
        RunningProcess running = snapshot.running();
        ThreadMemoryRules.assess(diagnosis, running == null ? costs : costs.of(running));
        return diagnosis.build(LimitSubject.THREADS, requested);
    }
}
