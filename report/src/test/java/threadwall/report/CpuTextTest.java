package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import threadwall.record.CpuKind;
import threadwall.record.StepNames;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;
import threadwall.record.StepRecord.Profile;

class CpuTextTest {

    private static final Profile SEEN =
            new Profile("perf", null, new EnumMap<>(Map.of(CpuKind.SEND, 150L, CpuKind.CODE, 40L, CpuKind.JIT, 10L)));

    private static final StepRecord PLAIN = Steps.good("kilim", 1, 1_000, 5_000.0);

    @Test
    void sharesStandInTheOrderOfTheKindsAndOnlyThoseThatWereSeen() {
        assertThat(CpuText.of(List.of(with(SEEN), PLAIN))).isEqualTo("""
                step  server  connections  CPU s  user s  system s  send %  JIT %  code %
                   1  kilim         1,000   0.50    0.20      0.30    75.0    5.0    20.0
                   1  kilim         1,000   0.50    0.20      0.30

                CPU, user, system: seconds of the server's processes under the measured load, from /proc/PID/stat.
                Other columns: percent of the stacks that perf sampled meanwhile.
                Without stacks it is unknown which kernel or server code used the time; ./threadwall sweep
                --profile samples them.
                """);
    }

    @Test
    void markdownHasTheSameColumns() {
        assertThat(CpuText.markdown(List.of(with(SEEN)))).startsWith("""
                | step | server | connections | CPU s | user s | system s | send % | JIT % | code % |
                | --: | --- | --: | --: | --: | --: | --: | --: | --: |
                | 1 | kilim | 1,000 | 0.50 | 0.20 | 0.30 | 75.0 | 5.0 | 20.0 |
                """);
    }

    @Test
    void stepsWithSeveralNumbersOfWorkersAreToldApart() {
        var steps = List.of(Steps.workers(1, PLAIN), Steps.workers(null, PLAIN));
        assertThat(CpuText.of(steps)).contains("   1  kilim, 1 worker  ", "   1  kilim, default workers  ");
        assertThat(CpuText.of(steps.getFirst(), StepNames.ofDone(steps), Map.of()))
                .startsWith("step 1: kilim, 1 worker, 1,000 connections, ");
    }

    @Test
    void whatCouldNotBeSeenIsTold() {
        var refused = with(new Profile(null, "perf sampled no stacks: Access is limited.\u001b", Map.of()));
        assertThat(CpuText.of(List.of(refused, refused)))
                .contains("Step 1, 1: perf sampled no stacks: Access is limited.")
                .doesNotContain("send", "samples them", "percent of");
    }

    @Test
    void oneStepHasItsKindsAndFunctionsByShare() {
        var stacks = Map.of(
                "loop-0;main;tcp_sendmsg_[k]", 150L,
                "loop-1;void a.B.c(int, long)", 30L,
                "loop-0;void a.B.c(int, long)", 10L,
                "C2 CompilerThre;PhaseChaitin::split", 10L);
        assertThat(CpuText.of(with(SEEN), StepNames.ofDone(List.of(PLAIN)), stacks))
                .startsWith("""
                step 1: kilim, 1,000 connections, /json2?time=100

                CPU 0.50 s: user 0.20 (40 %), system 0.30 (60 %)

                   %  stacks        what the thread was doing
                75.0     150  send  writing to a socket, including TCP's work
                20.0      40  code  the server's code and its libraries
                 5.0      10  JIT   compiling methods

                   %          innermost function
                75.0  kernel  tcp_sendmsg
                20.0          a.B.c
                 5.0          PhaseChaitin::split
                """);
    }

    @Test
    void aStepThatFailedEarlyHasNothingToExplain() {
        var failed = Steps.bad("kilim", 1, 1_000, Outcome.FAILED, "gone");
        var early = copy(failed, null, null);
        assertThat(CpuText.isMeasured(early)).isFalse();
        assertThat(CpuText.of(List.of(early))).startsWith("The run has no step whose");
        assertThat(CpuText.of(early, StepNames.ofDone(List.of(early)), Map.of()))
                .endsWith("Its server's CPU time was not measured.\n");
    }

    private static StepRecord with(Profile profile) {
        return copy(PLAIN, PLAIN.server(), profile);
    }

    private static StepRecord copy(StepRecord step, StepRecord.ServerSide server, Profile profile) {
        return new StepRecord(
                step.schema(),
                step.at(),
                step.seconds(),
                step.outcome(),
                step.reason(),
                step.asked(),
                step.warmUp(),
                step.load(),
                step.latency(),
                step.arrivals(),
                step.verified(),
                step.connections(),
                server,
                step.client(),
                step.database(),
                step.kernel(),
                step.gc(),
                step.steadiness(),
                step.sampling(),
                profile,
                step.warnings());
    }
}
