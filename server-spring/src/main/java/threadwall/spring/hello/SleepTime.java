package threadwall.spring.hello;

import jakarta.servlet.http.HttpServletRequest;
import threadwall.server.Routes;

/** How long a request asks /json2 to sleep. */
final class SleepTime {
    private SleepTime() {}

    /**
     * In ms. Several values are joined by commas, as Spring's own binding joins them, and so they are no number: which of
     * them was meant nobody can tell.
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
            var values = request.getParameterValues("time");
            return values == null ? null : String.join(",", values);
        } catch (IllegalStateException e) { // a broken %-escape somewhere in the query
            throw new BadTimeException(request.getQueryString());
        }
    }
}
