package threadwall.probes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.probes.ProbeFailure.Kind;
import threadwall.record.DoctorRecord.Effect;
import threadwall.record.ProbeRecord.Gauge;

/** Names a limit only when the evidence leaves exactly one. */
class LimitAttributionTest {

    private static final ProbeFailure EAGAIN = new ProbeFailure(Kind.REFUSED, "EAGAIN", "no thread");
    private static final ProbeFailure ABORT = new ProbeFailure(Kind.ABORTED, "ENOMEM", "mmap failed");
    private static final ProbeFailure SIGNAL_9 = new ProbeFailure(Kind.KILLED, null, "killed");

    private static final Gauge NPROC_FULL = gauge("RLIMIT_NPROC", 600, 600);
    private static final Gauge NPROC = gauge("RLIMIT_NPROC", 600, 500);
    private static final Gauge PID_MAX = gauge("kernel.pid_max", 32_768, 1_006);
    private static final Gauge PID_MAX_FULL = gauge("kernel.pid_max", 32_768, 32_760);
    private static final Gauge MAPS = new Gauge("vm.max_map_count", Effect.KILLS, 65_530L, 2, 160L, 1_307L, null, null);
    private static final Gauge MAPS_FULL =
            new Gauge("vm.max_map_count", Effect.KILLS, 65_530L, 2, 160L, 65_526L, null, null);

    private static Gauge gauge(String limit, long inForce, long used) {
        return new Gauge(limit, Effect.REFUSES, inForce, 1, 12L, used, null, null);
    }

    private static Gauge pids(String path, Long max, long used, long refusals) {
        return new Gauge("pids.max of " + path, Effect.REFUSES, max, 1, 12L, used, 3L, 3 + refusals);
    }

    @Test
    void namesTheOneThatStandsAtItsValue() {
        assertThat(LimitAttribution.find(EAGAIN, List.of(NPROC_FULL, PID_MAX, MAPS)))
                .isEqualTo(new LimitAttribution("RLIMIT_NPROC", List.of("RLIMIT_NPROC: 600 of 600 used (12 before)")));
        assertThat(LimitAttribution.find(EAGAIN, List.of(NPROC, PID_MAX_FULL, MAPS))
                        .limit())
                .isEqualTo("kernel.pid_max");
        assertThat(LimitAttribution.find(EAGAIN, List.of(NPROC, PID_MAX, MAPS_FULL))
                        .limit())
                .as("mmap of a stack fails, which pthread_create tells as EAGAIN")
                .isEqualTo("vm.max_map_count");
    }

    @Test
    void anAbortComesFromALimitThatKills() {
        assertThat(LimitAttribution.find(ABORT, List.of(NPROC_FULL, PID_MAX, MAPS_FULL))
                        .limit())
                .isEqualTo("vm.max_map_count");
        assertThat(LimitAttribution.find(ABORT, List.of(NPROC_FULL, PID_MAX_FULL, MAPS))
                        .limit())
                .isNull();
    }

    @Test
    void namesTheAncestorThatIsFullAndTheCgroupThatCounted() {
        var full = pids("/pids/a", 800L, 800, 0);
        var own = pids("/pids/a/b", null, 797, 4);
        var attribution = LimitAttribution.find(EAGAIN, List.of(full, PID_MAX, own));
        assertThat(attribution.limit()).isEqualTo("pids.max of /pids/a");
        assertThat(attribution.because()).hasSize(2);
        assertThat(attribution.because().getLast()).startsWith("/pids/a/b/pids.events counted 4 refusals");
    }

    @Test
    void aPidsMaxRefusesOnlyWhereTheKernelCountedIt() {
        var refused = pids("/pids/a", 800L, 800, 4);
        var nearly = gauge("RLIMIT_NPROC", 600, 598);
        assertThat(LimitAttribution.find(EAGAIN, List.of(nearly, refused)).limit())
                .isEqualTo("pids.max of /pids/a");
        var silent = pids("/pids/a", 800L, 800, 0);
        assertThat(LimitAttribution.find(EAGAIN, List.of(NPROC_FULL, silent)).limit())
                .isEqualTo("RLIMIT_NPROC");
        assertThat(LimitAttribution.find(EAGAIN, List.of(silent, NPROC)).limit())
                .isNull();
        assertThat(LimitAttribution.find(EAGAIN, List.of(NPROC_FULL, refused)).limit())
                .as("the refusal may have been somebody else's")
                .isNull();
    }

    @Test
    void aRefusalByACgroupThatHidesNamesNoneThatIsNearItsValue() {
        var own = pids("/pids", null, 797, 4);
        var attribution = LimitAttribution.find(EAGAIN, List.of(own, gauge("RLIMIT_NPROC", 600, 598)));
        assertThat(attribution.limit()).isNull();
        assertThat(attribution.because().getFirst())
                .contains("a cgroup's pids.max refused", "A hidden ancestor cgroup has that limit");
        assertThat(LimitAttribution.find(EAGAIN, List.of(own, NPROC_FULL)).limit())
                .isEqualTo("RLIMIT_NPROC");
    }

    @Test
    void ofTwoNearTheirValuesTheFullOneRefuses() {
        var nearly = gauge("RLIMIT_NPROC", 600, 598);
        var full = gauge("kernel.threads-max", 700, 700);
        assertThat(LimitAttribution.find(EAGAIN, List.of(nearly, full)).limit()).isEqualTo("kernel.threads-max");
        assertThat(LimitAttribution.find(EAGAIN, List.of(nearly, PID_MAX_FULL)).limit())
                .isNull();
    }

    @Test
    void ofTwoFullCgroupsTheInnerRefuses() {
        var inner = pids("/pids/a/b", 800L, 800, 4);
        var outer = pids("/pids/a", 800L, 800, 0);
        assertThat(LimitAttribution.find(EAGAIN, List.of(inner, outer)).limit()).isEqualTo("pids.max of /pids/a/b");
        assertThat(LimitAttribution.find(EAGAIN, List.of(inner, outer))
                        .because()
                        .getLast())
                .isEqualTo("also full, but the kernel checks inner cgroups first: pids.max of /pids/a");
        assertThat(LimitAttribution.find(EAGAIN, List.of(outer, inner)).limit())
                .as("in whatever order they come")
                .isEqualTo("pids.max of /pids/a/b");
        var nearly = pids("/pids/a/b", 800L, 797, 4);
        assertThat(LimitAttribution.find(EAGAIN, List.of(nearly, outer)).limit())
                .as("it counts where the fork came from")
                .isEqualTo("pids.max of /pids/a");
    }

    @Test
    void neverGuesses() {
        var none = LimitAttribution.find(EAGAIN, List.of(NPROC, PID_MAX, MAPS));
        assertThat(none.limit()).isNull();
        assertThat(none.because().getFirst()).startsWith("unknown: no limit");
        assertThat(none.because()).as("with all that was read").hasSize(4);
        var two = LimitAttribution.find(EAGAIN, List.of(NPROC_FULL, gauge("kernel.threads-max", 700, 700)));
        assertThat(two.limit()).isNull();
        assertThat(two.because().getFirst()).contains("several limits are reached");
        var unread = new Gauge("RLIMIT_NPROC", Effect.REFUSES, 600L, 1, null, null, null, null);
        assertThat(LimitAttribution.find(EAGAIN, List.of(unread)).limit()).isNull();
    }

    private static Gauge memory(String limit, Long inForce, long used, long refusals) {
        return new Gauge(limit, Effect.KILLS, inForce, 45_000, 0L, used, 5L, 5 + refusals);
    }

    @Test
    void signal9IsWantOfMemoryOnlyWhenTheKernelSaysSo() {
        var killed = memory("memory of the machine", 1L << 30, 1_000L << 20, 1);
        var spared = memory("memory of the machine", 1L << 30, 1_000L << 20, 0);
        assertThat(LimitAttribution.find(SIGNAL_9, List.of(killed, NPROC_FULL)).limit())
                .isEqualTo("memory of the machine");
        assertThat(LimitAttribution.find(SIGNAL_9, List.of(spared, NPROC_FULL)).limit())
                .isNull();
    }

    @Test
    void theMemoryOfTheCgroupWhoseLimitWasMet() {
        var machine = memory("memory of the machine", 1L << 30, 300L << 20, 1);
        var own = memory("memory.max of /m/a/b", null, 200L << 20, 1);
        var full = memory("memory.max of /m/a", 200L << 20, 180L << 20, 3);
        var above = memory("memory.max of /m", 900L << 20, 300L << 20, 3);
        var roomy = memory("memory.max of /m", 900L << 20, 300L << 20, 0);
        assertThat(LimitAttribution.find(SIGNAL_9, List.of(above, full, own, machine))
                        .limit())
                .as("an ancestor may count what is met below")
                .isEqualTo("memory.max of /m/a");
        var hidden = LimitAttribution.find(SIGNAL_9, List.of(roomy, own, machine));
        assertThat(hidden.limit())
                .as("neither the machine nor one that can be seen")
                .isNull();
        assertThat(hidden.because().getFirst()).contains("look at the ancestor cgroups");
    }

    @Test
    void anErrnoOfItsOwnLeavesOneLimit() {
        var emfile = new ProbeFailure(Kind.REFUSED, "EMFILE", "Too many open files");
        var nofile = gauge("RLIMIT_NOFILE", 500, 500);
        var soft = new Gauge("RLIMIT_NOFILE (soft)", Effect.REFUSES_OTHERS, 500L, 1, 12L, 500L, null, null);
        var ports = gauge("net.ipv4.ip_local_port_range", 500, 500);
        assertThat(LimitAttribution.find(emfile, List.of(ports, soft, nofile)).limit())
                .isEqualTo("RLIMIT_NOFILE");
        assertThat(LimitAttribution.find(emfile, List.of(ports, gauge("RLIMIT_NOFILE", 500, 300)))
                        .limit())
                .as("the errno says so, the count does not")
                .isNull();
        var noAddress = new ProbeFailure(Kind.REFUSED, "EADDRNOTAVAIL", "Cannot assign requested address");
        assertThat(LimitAttribution.find(noAddress, List.of(ports, nofile)).limit())
                .isEqualTo("net.ipv4.ip_local_port_range");
    }

    @Test
    void whatWasStoppedByTimeHasNoCulprit() {
        var late = new ProbeFailure(Kind.OUT_OF_TIME, null, "stopped by time");
        assertThat(LimitAttribution.find(late, List.of(NPROC_FULL))).isEqualTo(new LimitAttribution(null, List.of()));
    }
}
