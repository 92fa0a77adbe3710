package threadwall.loadgen.sweep.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.loadgen.testbed.database.PostgresServer;

class PostgresServerTest {

    @Test
    void allowsTheMostConnectionsOfAnyStepAndSomeForOtherClients() {
        var steps = List.of(Plans.onPostgres(1, 150), Plans.onPostgres(3, 60), Plans.step(100, 400, 1, 100, false));
        assertThat(PostgresServer.connections(steps)).containsExactly("--max-connections", "190");
    }

    @Test
    void keepsTheDefaultOfPostgresIfThatIsEnough() {
        assertThat(PostgresServer.connections(List.of(Plans.onPostgres(1, 10))))
                .containsExactly("--max-connections", "100");
        assertThat(PostgresServer.connections(List.of())).containsExactly("--max-connections", "100");
    }
}
