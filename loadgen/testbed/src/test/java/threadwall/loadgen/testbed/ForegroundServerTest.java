package threadwall.loadgen.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForegroundServerTest {

    @ParameterizedTest
    @CsvSource({
        "KILIM, --port 0, false",
        "KILIM, --store postgres, true",
        "KILIM, --store=postgres, true",
        "KILIM, --store embedded, false",
        "KILIM, --store postgres --postgres jdbc:postgresql://h/d, false",
        "KILIM, --store=postgres --postgres=jdbc:postgresql://h/d, false",
        "KILIM, --store postgres --help, false",
        "SPRING_BLOCKING, --port 0, true",
        "SPRING_BLOCKING, --store postgres, true",
        "SPRING_BLOCKING, --store embedded, false",
        "SPRING_BLOCKING, --postgres jdbc:postgresql://h/d, false",
        "SPRING_BLOCKING, -h, false",
        "VERTX, --port 0, false"
    })
    void startsADatabaseForAServerThatNeedsOneAndNamesNone(ServerCatalog server, String options, boolean starts) {
        assertThat(ForegroundServer.needsPostgres(server, List.of(options.split(" "))))
                .isEqualTo(starts);
    }
}
