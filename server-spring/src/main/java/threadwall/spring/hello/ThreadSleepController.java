package threadwall.spring.hello;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import threadwall.server.Answer;
import threadwall.server.Answer.Hello;
import threadwall.server.RequestCounter;
import threadwall.server.Routes;

/** /json2 on a thread that sleeps, a platform thread or a virtual one. */
@RestController
@Profile({"blocking", "virtual"})
class ThreadSleepController {
    private final RequestCounter counter;

    ThreadSleepController(RequestCounter counter) {
        this.counter = counter;
    }

    @GetMapping(Routes.JSON2)
    Hello json2(HttpServletRequest request) throws InterruptedException {
        int millis = SleepTime.of(request);
        counter.enter();
        try {
            Thread.sleep(millis);
            return Answer.hello(millis);
        } finally {
            counter.exit();
        }
    }
}
