package threadwall.kilim;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import threadwall.kilim.connection.ConnectionLimits;
import threadwall.kilim.io.TransportKind;
import threadwall.server.RequestCounter;
import threadwall.server.StoreKind;
import threadwall.server.http.RfcCase;
import threadwall.server.http.RfcCases;
import threadwall.server.http.RfcCheck;
import threadwall.store.embedded.EmbeddedData;

/** Every case of the RFC table; where the RFC allows several responses, ours must be the strict one. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a blocked socket read ignores interrupts
@Tag("slow")
class RfcTest {
    private static FiberServer server;

    @BeforeAll
    static void start() throws IOException {
        server = FiberServer.bind("127.0.0.1", 0, 2, TransportKind.AUTO, ConnectionLimits.DEFAULT)
                .start(StoreKind.EMBEDDED, EmbeddedData.temporary(), new RequestCounter(), null);
    }

    @AfterAll
    static void stop() {
        server.stop();
    }

    static Stream<RfcCase> cases() {
        return RfcCases.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void answersAsTheTableSays(RfcCase rfcCase) throws IOException {
        RfcCheck.everything(server.url(), rfcCase);
    }
}
