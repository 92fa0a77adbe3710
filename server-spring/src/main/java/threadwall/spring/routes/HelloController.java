package threadwall.spring.routes;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import threadwall.server.Answer;
import threadwall.server.Answer.Hello;
import threadwall.server.RequestCounter;
import threadwall.server.Routes;

/** /json does not wait, so it is the same in every model. */
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
