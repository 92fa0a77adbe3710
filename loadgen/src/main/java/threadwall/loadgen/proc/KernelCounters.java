package threadwall.loadgen.proc;

import java.nio.file.Path;

/**
 * Counters of the whole machine since boot, from {@code /proc/stat}: take two readings. Null when not readable.
 *
 * @param contextSwitches of all CPUs
 */
public record KernelCounters(Long contextSwitches) {

    public static KernelCounters read() {
        return new KernelCounters(Keyed.read(Path.of("/proc/stat")).number("ctxt"));
    }

    /** Context switches between an earlier reading and this one. */
    public Long contextSwitchesSince(KernelCounters earlier) {
        return contextSwitches == null || earlier.contextSwitches == null
                ? null
                : Long.valueOf(contextSwitches - earlier.contextSwitches);
    }
}
