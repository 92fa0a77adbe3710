package threadwall.spring.routes;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import threadwall.server.Routes;
import threadwall.server.ServerIdentity;

/** Who answers, and under which limits. */
@RestController
class HealthController {
    private final ObjectProvider<ServerIdentity> identity;

    /** @param identity there is one only once the port is known */
    HealthController(ObjectProvider<ServerIdentity> identity) {
        this.identity = identity;
    }

    @GetMapping(Routes.HEALTH)
    ServerIdentity.Health health() {
        return identity.getObject().health();
    }
}
