package threadwall.spring.world;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import threadwall.server.RequestCounter;
import threadwall.server.Routes;
import threadwall.spring.fiber.FiberAnswer;
import threadwall.store.FiberData;
import threadwall.store.World;

/** /db2 in a fiber that waits for the store. */
@RestController
@Profile("deferred")
class FiberWorldController {
    private final FiberData data;
    private final RequestCounter counter;

    FiberWorldController(FiberData data, RequestCounter counter) {
        this.data = data;
        this.counter = counter;
    }

    @GetMapping(Routes.DB2)
    DeferredResult<World> db2(HttpServletRequest request) {
        int id = WorldId.draw(request);
        return FiberAnswer.promise(counter, () -> WorldId.found(data.world(id).await(), id));
    }
}
