package threadwall.peers.webflux;

import io.netty.channel.ChannelOption;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;
import threadwall.server.HttpDate;
import threadwall.server.Json;
import threadwall.server.PeerCommand.Settings;
import tools.jackson.databind.json.JsonMapper;

/** Spring's configuration. */
@SpringBootApplication(proxyBeanMethods = false)
class Application {

    /** Shared by all our servers, so that bodies are equal byte for byte. */
    @Bean
    JsonMapper jsonMapper() {
        return Json.MAPPER;
    }

    @Bean
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> backlog() {
        return netty -> netty.addServerCustomizers(server -> server.option(ChannelOption.SO_BACKLOG, Settings.BACKLOG));
    }

    /** Reactor Netty sends no Date by itself. */
    @Bean
    WebFilter date() {
        return (exchange, chain) -> {
            var response = exchange.getResponse();
            response.beforeCommit(
                    () -> Mono.fromRunnable(() -> response.getHeaders().set(HttpHeaders.DATE, HttpDate.now())));
            return chain.filter(exchange);
        };
    }
}
