package threadwall.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.coyote.AbstractProtocol;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.tomcat.TomcatWebServer;
import picocli.CommandLine;
import threadwall.server.RequestCounter;
import threadwall.server.ServerOptions;
import threadwall.server.StoreKind;

@Tag("slow")
class ProcessorCacheTest {

    @ParameterizedTest
    @CsvSource({", -1", "200, 200", "0, 0"})
    void isUnboundedUnlessTold(Integer asked, int cache) throws Exception {
        var options = CommandLine.populateCommand(new ServerOptions(), "--port", "0");
        var server = RunningSpring.start(
                ConcurrencyModel.DEFERRED, StoreKind.EMBEDDED, options, asked, new RequestCounter());
        try {
            var tomcat = ((TomcatWebServer) server.context().getWebServer()).getTomcat();
            var protocol = (AbstractProtocol<?>) tomcat.getConnector().getProtocolHandler();
            assertThat(protocol.getProcessorCache()).isEqualTo(cache);
        } finally {
            server.stop();
        }
    }
}
