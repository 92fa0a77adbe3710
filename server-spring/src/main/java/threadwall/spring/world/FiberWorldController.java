package threadwall.spring.world;

import jakarta.servlet.http.HttpServletRequest;
import kilim.Pausable;
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
        return new Reader(data, WorldId.draw(request), counter).promise();
    }

    private static final class Reader extends FiberAnswer<World> {
        private final FiberData data;
        private final int id;

        private Reader(FiberData data, int id, RequestCounter counter) {
            super(counter, 0);
            this.data = data;
            this.id = id;
        }

        @Override
        protected World answer() throws Pausable {
            return WorldId.found(data.world(id).await(), id);
        }
    }
}
