package threadwall.limits;

import java.util.OptionalLong;

/** How many platform threads one new JVM can have now. */
public final class Threads {

    private Threads() {}

    /**
     * Judges every limit on threads: those that count them, and those on what they take.
     *
     * @param costs of a thread on this machine; {@link ThreadCosts#estimate} where it was not measured
     * @param asked how many there shall be; empty for the most
     */
    public static Diagnosis diagnose(SystemSnapshot situation, ThreadCosts costs, OptionalLong asked) {
        Assessments findings = new Assessments(situation);
        ThreadCounts.judge(findings);
        ThreadMemory.judge(findings, costs);
        return findings.diagnosis(LimitSubject.THREADS, asked);
    }
}
