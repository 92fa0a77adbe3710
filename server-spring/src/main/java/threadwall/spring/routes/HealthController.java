package threadwall.spring.routes;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import threadwall.server.Identity;
import threadwall.server.Routes;

/** Who answers, and under which limits. */
@RestController
class HealthController {
    private final ObjectProvider<Identity> identity;

    /** @param identity there is one only once the port is known */
    HealthController(ObjectProvider<Identity> identity) {
        this.identity = identity;
    }

    @GetMapping(Routes.HEALTH)
    Identity.Health health() {
        return identity.getObject().health();
    }
}
