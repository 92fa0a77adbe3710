package threadwall.peers.webflux;

import java.time.Duration;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;
import threadwall.server.Answer;
import threadwall.server.Answer.Hello;
import threadwall.server.PeerCommand.Settings;
import threadwall.server.Routes;
import threadwall.server.ServerIdentity;

/** The routes of a peer. */
@RestController
class Routing {
    private final Settings settings;

    Routing(Settings settings) {
        this.settings = settings;
    }

    @GetMapping(Routes.JSON)
    Hello json() {
        return settings.counter().count(Answer::hello);
    }

    @GetMapping(Routes.JSON2)
    Mono<Hello> json2(@RequestParam(required = false) String time) {
        int millis = Routes.sleepMillis(time);
        if (millis == Routes.BAD_NUMBER) {
            throw new ResponseStatusException(
                    HttpStatus.BAD_REQUEST, Answer.badTime(time).error());
        }
        settings.counter().enter();
        return Mono.delay(Duration.ofMillis(millis))
                .map(woken -> Answer.hello(millis))
                .doFinally(how -> settings.counter().exit());
    }

    @GetMapping(Routes.HEALTH)
    ServerIdentity.Health health(ServerHttpRequest request) {
        return settings.identity(request.getLocalAddress().getPort()).health();
    }
}
