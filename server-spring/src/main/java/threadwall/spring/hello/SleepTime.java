package threadwall.spring.hello;

import jakarta.servlet.http.HttpServletRequest;
import threadwall.server.Routes;

/** How long a request asks /json2 to sleep. */
final class SleepTime {
    private SleepTime() {}

    /**
     * In ms. The first value counts, where Spring's own binding would join several with commas.
     *
     * @throws BadTimeException for what cannot be granted
     */
    static int of(HttpServletRequest request) {
        var time = parameter(request);
        int millis = Routes.sleepMillis(time);
        if (millis == Routes.BAD_TIME) {
            throw new BadTimeException(time);
        }
        return millis;
    }

    private static String parameter(HttpServletRequest request) {
        try {
            return request.getParameter("time");
        } catch (IllegalStateException e) { // a broken %-escape somewhere in the query
            throw new BadTimeException(request.getQueryString());
        }
    }
}
