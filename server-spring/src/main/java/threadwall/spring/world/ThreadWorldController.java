package threadwall.spring.world;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import threadwall.server.RequestCounter;
import threadwall.server.Routes;
import threadwall.store.BlockingData;
import threadwall.store.World;

/** /db2 on a thread that waits for the store. */
@RestController
@Profile({"blocking", "virtual"})
class ThreadWorldController {
    private final BlockingData data;
    private final RequestCounter counter;

    ThreadWorldController(BlockingData data, RequestCounter counter) {
        this.data = data;
        this.counter = counter;
    }

    @GetMapping(Routes.DB2)
    World db2(HttpServletRequest request) {
        int id = WorldId.draw(request);
        counter.enter();
        try {
            return WorldId.found(data.world(id), id);
        } finally {
            counter.exit();
        }
    }
}
