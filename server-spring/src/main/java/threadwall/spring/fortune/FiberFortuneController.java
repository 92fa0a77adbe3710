package threadwall.spring.fortune;

import java.util.List;
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
        return FiberAnswer.promise(counter, () -> data.fortunes().await());
    }
}
