package threadwall.spring.hello;

import jakarta.servlet.http.HttpServletRequest;
import kilim.Task;
import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import threadwall.server.Answer;
import threadwall.server.Answer.Hello;
import threadwall.server.RequestCounter;
import threadwall.server.Routes;
import threadwall.spring.fiber.FiberAnswer;

/** /json2 in a fiber that sleeps. */
@RestController
@Profile("deferred")
class FiberSleepController {
    private final RequestCounter counter;

    FiberSleepController(RequestCounter counter) {
        this.counter = counter;
    }

    @GetMapping(Routes.JSON2)
    DeferredResult<Hello> json2(HttpServletRequest request) {
        int millis = SleepTime.of(request);
        return FiberAnswer.promise(counter, millis, () -> {
            Task.sleep(millis);
            return Answer.hello(millis);
        });
    }
}
