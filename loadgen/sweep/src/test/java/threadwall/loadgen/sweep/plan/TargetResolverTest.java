package threadwall.loadgen.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import threadwall.loadgen.sweep.plan.SweepConfig.Target;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan.Program;
import threadwall.record.StepPlan.TargetSettings;

class TargetResolverTest {

    /** An address that this machine has and that is not in 127.0.0.0/8. */
    private static final String ADDRESS = "[::1]";

    private static final TargetSettings SETTINGS =
            new TargetSettings(new Program(".", "/up", 60), 201, "price", null, null);

    @Test
    void anAddressThatTheHostsDoNotReachIsRefusedBeforeItIsTried() {
        assertThatThrownBy(() -> TargetResolver.resolve("mine=http://127.0.0.9:1", "198.18.0.1", SETTINGS))
                .hasMessage("--target mine=http://127.0.0.9:1: the hosts of --clients reach this machine at 198.18.0.1;"
                        + " name the target by that address");
    }

    @Test
    void aCommandIsStartedAndAUrlIsNot() throws Exception {
        assertThat(TargetResolver.resolve("mine=MODE=a shop --url=http://{host}:{port}/", null, SETTINGS))
                .isEqualTo(new Target.Started("mine", "MODE=a shop --url=http://{host}:{port}/", SETTINGS));
        try (var server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            var target = TargetResolver.resolve("mine=http://127.0.0.1:" + server.getLocalPort(), null, SETTINGS);
            assertThat(target.settings()).isEqualTo(new TargetSettings(null, 201, "price", null, null));
        }
    }

    @Test
    void anAddressThatIsNotLoopbackIsTakenOnlyIfTheHostsReachThisMachineThere() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getByName(ADDRESS))) {
            var url = "http://%s:%d".formatted(ADDRESS, server.getLocalPort());
            var text = "mine=%s,pid=%d".formatted(url, ProcessHandle.current().pid());
            assertThat(TargetResolver.resolve(text, ADDRESS, SETTINGS))
                    .isInstanceOfSatisfying(
                            Target.Running.class,
                            target -> assertThat(target.url()).hasToString(url));
            assertThatThrownBy(() -> TargetResolver.resolve(text, null, SETTINGS))
                    .isInstanceOf(PreconditionException.class)
                    .hasMessage("--target '%s': load goes to 127.0.0.0/8 only", text);
        }
    }
}
