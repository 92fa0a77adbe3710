package threadwall.spring.fortune;

import java.util.List;
import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import threadwall.server.RequestCounter;
import threadwall.server.Routes;
import threadwall.store.BlockingData;
import threadwall.store.Fortune;

/** /fortunes on a thread that waits for the store. */
@RestController
@Profile({"blocking", "virtual"})
class ThreadFortuneController {
    private final BlockingData data;
    private final RequestCounter counter;

    ThreadFortuneController(BlockingData data, RequestCounter counter) {
        this.data = data;
        this.counter = counter;
    }

    @GetMapping(Routes.FORTUNES)
    List<Fortune> fortunes() {
        counter.enter();
        try {
            return data.fortunes();
        } finally {
            counter.exit();
        }
    }
}
