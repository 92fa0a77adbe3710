package threadwall.spring.routes;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import threadwall.server.Routes;
import threadwall.server.ServerIdentity;

/** Identity of this server and the limits in force. */
@RestController
class HealthController {
    private final ObjectProvider<ServerIdentity> identity;

    /** @param identity exists only once the port is known */
    HealthController(ObjectProvider<ServerIdentity> identity) {
        this.identity = identity;
    }

    @GetMapping(Routes.HEALTH)
    ServerIdentity.Health health() {
        return identity.getObject().health();
    }
}
