package threadwall.spring.routes;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import threadwall.server.Answer;
import threadwall.server.Answer.Created;
import threadwall.server.Answer.Hello;
import threadwall.server.RequestCounter;
import threadwall.server.Routes;
import threadwall.spring.client.ClientSleep;
import threadwall.store.FiberData;
import threadwall.store.Fortune;
import threadwall.store.User;
import threadwall.store.World;

/** The routes that wait, in a fiber. The Tomcat thread reads the request before the fiber starts. */
@RestController
@Profile("deferred")
class FiberController {
    private final FiberData data;
    private final RequestCounter counter;
    private final ClientSleep clientSleep;

    FiberController(FiberData data, RequestCounter counter, ClientSleep clientSleep) {
        this.data = data;
        this.counter = counter;
        this.clientSleep = clientSleep;
    }

    @GetMapping(Routes.JSON2)
    DeferredResult<Hello> json2(HttpServletRequest request) {
        int millis = RequestReader.sleepMillis(request);
        var sleep = clientSleep.of(millis, request);
        return FiberAnswer.promise(counter, millis, () -> {
            sleep.execute();
            return Answer.hello(millis);
        });
    }

    @GetMapping(Routes.FORTUNES)
    DeferredResult<List<Fortune>> fortunes() {
        return FiberAnswer.promise(counter, () -> data.fortunes().await());
    }

    @GetMapping(Routes.DB2)
    DeferredResult<World> db2(HttpServletRequest request) {
        int id = RequestReader.worldId(request);
        return FiberAnswer.promise(
                counter, () -> RequestReader.found(data.world(id).await(), () -> Answer.noWorld(id)));
    }

    @PostMapping(Routes.USERS)
    DeferredResult<Created> addUser(HttpServletRequest request) throws IOException {
        var user = RequestReader.user(request);
        return FiberAnswer.promise(counter, () -> {
            int id = data.addUser(user).await(); // the weaver rejects a pause between "new" and its constructor
            return new Created(id);
        });
    }

    /** The path variable is named explicitly: the weaver drops parameter names from classes that it weaves. */
    @GetMapping(Routes.USERS + "/{id}")
    DeferredResult<User> user(@PathVariable("id") String id) {
        return FiberAnswer.promise(
                counter, () -> RequestReader.found(data.user(Routes.userId(id)).await(), () -> Answer.noUser(id)));
    }
}
