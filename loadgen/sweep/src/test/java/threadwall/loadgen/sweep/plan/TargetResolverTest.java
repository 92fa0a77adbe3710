package threadwall.loadgen.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import threadwall.process.PreconditionException;

class TargetResolverTest {

    /** An address that this machine has and that is not in 127.0.0.0/8. */
    private static final String ADDRESS = "[::1]";

    @Test
    void anAddressThatIsNotLoopbackIsTakenOnlyIfTheHostsReachThisMachineThere() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getByName(ADDRESS))) {
            var url = "http://%s:%d".formatted(ADDRESS, server.getLocalPort());
            var text = "mine=%s,pid=%d".formatted(url, ProcessHandle.current().pid());
            assertThat(TargetResolver.resolve(text, ADDRESS).url()).hasToString(url);
            assertThatThrownBy(() -> TargetResolver.resolve(text, null))
                    .isInstanceOf(PreconditionException.class)
                    .hasMessage("--target '%s': load goes to 127.0.0.0/8 only", text);
        }
    }
}
