package threadwall.kilim;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
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
@ParameterizedClass
@MethodSource("threadwall.kilim.io.Transports#all")
@Tag("slow")
class RfcTest {
    private static FiberServer server;

    @Parameter
    TransportKind kind;

    @BeforeParameterizedClassInvocation
    static void start(TransportKind kind) throws IOException {
        server = FiberServer.bind("127.0.0.1", 0, 2, kind, ConnectionLimits.DEFAULT)
                .start(StoreKind.EMBEDDED, EmbeddedData.temporary(), new RequestCounter(), null);
    }

    @AfterParameterizedClassInvocation
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
