package threadwall.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.coyote.AbstractProtocol;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.tomcat.TomcatWebServer;
import picocli.CommandLine;
import threadwall.server.RequestCounter;
import threadwall.server.ServerOptions;
import threadwall.server.StoreKind;

@Tag("slow")
class TomcatOptionsTest {

    static TomcatOptions options(String... arguments) {
        return CommandLine.populateCommand(new TomcatOptions(), arguments);
    }

    @ParameterizedTest
    @CsvSource({", -1", "--processor-cache=200, 200", "--processor-cache=0, 0"})
    void theProcessorCacheIsUnboundedUnlessTold(String asked, int cache) throws Exception {
        var server = start(asked == null ? new String[0] : new String[] {asked});
        try {
            assertThat(protocol(server).getProcessorCache()).isEqualTo(cache);
            assertThat(protocol(server).getKeepAliveTimeout()).isEqualTo(60_000);
        } finally {
            server.stop();
        }
    }

    @Test
    void theFirstProbeComesAfterTheIdleTime() throws Exception {
        var server = start("--idle-time=5m");
        try (var client = new RawConnection(server.identity().url())) {
            assertThat(client.ask("HTTP/1.1", "GET", "/json").status()).isEqualTo(200);
            assertThat(protocol(server).getKeepAliveTimeout()).isEqualTo(300_000);
            var timer = KernelTimer.of(client.localPort());
            assertThat(timer.kind()).as("keepalive").isEqualTo(2);
            assertThat(timer.seconds()).isBetween(240.0, 300.0);
        } finally {
            server.stop();
        }
    }

    private static RunningSpring start(String... arguments) throws Exception {
        var options = CommandLine.populateCommand(new ServerOptions(), "--port", "0");
        return RunningSpring.start(
                ConcurrencyModel.DEFERRED, StoreKind.EMBEDDED, options, options(arguments), new RequestCounter());
    }

    private static AbstractProtocol<?> protocol(RunningSpring server) {
        var tomcat = ((TomcatWebServer) server.context().getWebServer()).getTomcat();
        return (AbstractProtocol<?>) tomcat.getConnector().getProtocolHandler();
    }
}
