package threadwall.spring.routes;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Collections;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import threadwall.server.Answer;
import threadwall.server.Answer.Refusal;
import threadwall.server.PostedUser;
import threadwall.server.PostedUser.Bad;
import threadwall.server.PostedUser.Good;
import threadwall.server.Routes;
import threadwall.spring.RefusedException;
import threadwall.store.NewUser;

/** Reads what a request asks for. Each method throws a {@link RefusedException} for a bad request. */
final class RequestReader {
    private RequestReader() {}

    /** How long /json2 sleeps, in ms. */
    static int sleepMillis(HttpServletRequest request) {
        return number(request, "time", Routes::sleepMillis, Answer::badTime);
    }

    /** Draws the id of the row that /db2 reads. */
    static int worldId(HttpServletRequest request) {
        return number(request, "max", Routes::drawWorld, Answer::badMax);
    }

    private static int number(
            HttpServletRequest request, String name, ToIntFunction<String> parse, Function<String, Refusal> refusal) {
        var value = parameter(request, name, refusal);
        int number = parse.applyAsInt(value);
        if (number == Routes.BAD_NUMBER) {
            throw new RefusedException(HttpStatus.BAD_REQUEST, refusal.apply(value));
        }
        return number;
    }

    /**
     * A parameter's value; null if it is missing. Several values are joined by commas, as Spring's own binding does, and
     * therefore are no number.
     *
     * @param refusal built for a query that cannot be decoded, such as one with a broken %-escape
     */
    private static String parameter(HttpServletRequest request, String name, Function<String, Refusal> refusal) {
        try {
            var values = request.getParameterValues(name);
            return values == null ? null : String.join(",", values);
        } catch (IllegalStateException e) {
            throw new RefusedException(HttpStatus.BAD_REQUEST, refusal.apply(request.getQueryString()));
        }
    }

    /** The user in the body. It never reads more than the largest allowed body. */
    static NewUser user(HttpServletRequest request) throws IOException {
        var body = request.getInputStream().readNBytes(PostedUser.MOST_BYTES + 1);
        if (body.length > PostedUser.MOST_BYTES) {
            throw new RefusedException(HttpStatus.CONTENT_TOO_LARGE, Answer.tooLarge(PostedUser.MOST_BYTES));
        }
        var types = Collections.list(request.getHeaders(HttpHeaders.CONTENT_TYPE));
        if (types.size() != 1 || !Routes.isJson(types.getFirst())) {
            throw new RefusedException(HttpStatus.UNSUPPORTED_MEDIA_TYPE, Answer.notJson());
        }
        return switch (PostedUser.read(body)) {
            case Good good -> good.user();
            case Bad bad -> throw new RefusedException(HttpStatus.BAD_REQUEST, bad.reason());
        };
    }

    /** The row that the store has found, or a 404. */
    static <T> T found(Optional<T> row, Supplier<Refusal> otherwise) {
        return row.orElseThrow(() -> new RefusedException(HttpStatus.NOT_FOUND, otherwise.get()));
    }
}
