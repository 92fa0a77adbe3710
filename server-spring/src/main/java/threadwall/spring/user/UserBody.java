package threadwall.spring.user;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Collections;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import threadwall.server.Answer;
import threadwall.server.PostedUser;
import threadwall.server.PostedUser.Bad;
import threadwall.server.PostedUser.Good;
import threadwall.server.Routes;
import threadwall.spring.RefusedException;
import threadwall.store.NewUser;

/** The user in a request's body. */
final class UserBody {
    private UserBody() {}

    /**
     * Reads it, and no more than may be read.
     *
     * @throws RefusedException for what is too large, no JSON or no user
     */
    static NewUser read(HttpServletRequest request) throws IOException {
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
}
