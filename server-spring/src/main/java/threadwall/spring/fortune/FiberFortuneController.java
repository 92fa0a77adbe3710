package threadwall.spring.fortune;

import java.util.List;
import kilim.Pausable;
import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import threadwall.server.RequestCounter;
import threadwall.server.Routes;
import threadwall.spring.fiber.FiberAnswer;
import threadwall.store.FiberStore;
import threadwall.store.Fortune;
import threadwall.store.Fortunes;

/** /fortunes in a fiber that waits for the embedded store. */
@RestController
@Profile("deferred")
class FiberFortuneController {
    private final FiberStore store;
    private final RequestCounter counter;

    FiberFortuneController(FiberStore store, RequestCounter counter) {
        this.store = store;
        this.counter = counter;
    }

    @GetMapping(Routes.FORTUNES)
    DeferredResult<List<Fortune>> fortunes() {
        return new Reader(store, counter).promise();
    }

    private static final class Reader extends FiberAnswer<List<Fortune>> {
        private final FiberStore store;

        private Reader(FiberStore store, RequestCounter counter) {
            super(counter, 0);
            this.store = store;
        }

        @Override
        protected List<Fortune> answer() throws Pausable {
            return store.submit(Fortunes::all).await();
        }
    }
}
