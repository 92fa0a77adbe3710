package threadwall.spring.routes;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import threadwall.server.Answer;
import threadwall.server.Answer.Hello;
import threadwall.server.RequestCounter;
import threadwall.server.Routes;

/** /json waits for nothing, so it is the same for every model. */
@RestController
class HelloController {
    private final RequestCounter counter;

    HelloController(RequestCounter counter) {
        this.counter = counter;
    }

    @GetMapping(Routes.JSON)
    Hello json() {
        return counter.count(Answer::hello);
    }
}
