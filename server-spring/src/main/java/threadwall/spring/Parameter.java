package threadwall.spring;

import jakarta.servlet.http.HttpServletRequest;
import java.util.function.Function;
import org.springframework.http.HttpStatus;
import threadwall.server.Answer.Refusal;

/** Parameters in a request's query. */
public final class Parameter {
    private Parameter() {}

    /**
     * A parameter's value. Several are joined by commas, as Spring's own binding joins them, and so they are no number:
     * which of them was meant nobody can tell.
     *
     * @param refusal what to say of a query that cannot be read: a broken %-escape somewhere
     * @return null if it is missing
     * @throws RefusedException for such a query
     */
    public static String of(HttpServletRequest request, String name, Function<String, Refusal> refusal) {
        try {
            var values = request.getParameterValues(name);
            return values == null ? null : String.join(",", values);
        } catch (IllegalStateException e) {
            throw new RefusedException(HttpStatus.BAD_REQUEST, refusal.apply(request.getQueryString()));
        }
    }
}
