package threadwall.spring.routes;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import threadwall.server.Answer;
import threadwall.server.Answer.Created;
import threadwall.server.Answer.Hello;
import threadwall.server.RequestCounter;
import threadwall.server.Routes;
import threadwall.store.BlockingData;
import threadwall.store.Fortune;
import threadwall.store.User;
import threadwall.store.World;

/** The routes that wait, each on its request's own thread, a platform thread or a virtual one. */
@RestController
@Profile({"blocking", "virtual"})
class ThreadController {
    private final BlockingData data;
    private final RequestCounter counter;

    ThreadController(BlockingData data, RequestCounter counter) {
        this.data = data;
        this.counter = counter;
    }

    @GetMapping(Routes.JSON2)
    Hello json2(HttpServletRequest request) throws InterruptedException {
        int millis = RequestReader.sleepMillis(request);
        return counter.count(() -> {
            Thread.sleep(millis);
            return Answer.hello(millis);
        });
    }

    @GetMapping(Routes.FORTUNES)
    List<Fortune> fortunes() {
        return counter.count(data::fortunes);
    }

    @GetMapping(Routes.DB2)
    World db2(HttpServletRequest request) {
        int id = RequestReader.worldId(request);
        return counter.count(() -> RequestReader.found(data.world(id), () -> Answer.noWorld(id)));
    }

    @PostMapping(Routes.USERS)
    Created addUser(HttpServletRequest request) throws IOException {
        var user = RequestReader.user(request);
        return counter.count(() -> new Created(data.addUser(user)));
    }

    @GetMapping(Routes.USERS + "/{id}")
    User user(@PathVariable String id) {
        return counter.count(() -> RequestReader.found(data.user(Routes.userId(id)), () -> Answer.noUser(id)));
    }
}
