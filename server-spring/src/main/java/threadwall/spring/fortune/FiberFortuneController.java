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
import threadwall.store.FiberData;
import threadwall.store.Fortune;

/** /fortunes in a fiber that waits for the store. */
@RestController
@Profile("deferred")
class FiberFortuneController {
    private final FiberData data;
    private final RequestCounter counter;

    FiberFortuneController(FiberData data, RequestCounter counter) {
        this.data = data;
        this.counter = counter;
    }

    @GetMapping(Routes.FORTUNES)
    DeferredResult<List<Fortune>> fortunes() {
        return new Reader(data, counter).promise();
    }

    private static final class Reader extends FiberAnswer<List<Fortune>> {
        private final FiberData data;

        private Reader(FiberData data, RequestCounter counter) {
            super(counter, 0);
            this.data = data;
        }

        @Override
        protected List<Fortune> answer() throws Pausable {
            return data.fortunes().await();
        }
    }
}
