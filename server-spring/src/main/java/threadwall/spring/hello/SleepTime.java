package threadwall.spring.hello;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.HttpStatus;
import threadwall.server.Answer;
import threadwall.server.Routes;
import threadwall.spring.Parameter;
import threadwall.spring.RefusedException;

/** How long a request asks /json2 to sleep. */
final class SleepTime {
    private SleepTime() {}

    /**
     * In ms.
     *
     * @throws RefusedException for what cannot be granted
     */
    static int of(HttpServletRequest request) {
        var time = Parameter.of(request, "time", Answer::badTime);
        int millis = Routes.sleepMillis(time);
        if (millis == Routes.BAD_NUMBER) {
            throw new RefusedException(HttpStatus.BAD_REQUEST, Answer.badTime(time));
        }
        return millis;
    }
}
