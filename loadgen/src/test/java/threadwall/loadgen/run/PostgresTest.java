package threadwall.loadgen.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PostgresTest {

    @Test
    void takesAsManyConnectionsAsTheStepWithTheMostMayHaveAndSomeForThoseBesideIt() {
        var steps = List.of(Plans.onPostgres(1, 150), Plans.onPostgres(3, 60), Plans.step(100, 400, 1, 100, false));
        assertThat(Postgres.connections(steps)).containsExactly("--max-connections", "190");
    }

    @Test
    void takesAsManyAsPostgresDoesWhereThatIsEnough() {
        assertThat(Postgres.connections(List.of(Plans.onPostgres(1, 10)))).containsExactly("--max-connections", "100");
        assertThat(Postgres.connections(List.of())).containsExactly("--max-connections", "100");
    }
}
