package threadwall.spring.world;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import threadwall.server.Answer;
import threadwall.server.Routes;
import threadwall.spring.Parameter;
import threadwall.spring.RefusedException;
import threadwall.store.World;

/** The row that a request to /db2 gets. */
final class WorldId {
    private WorldId() {}

    /**
     * Draws it.
     *
     * @throws RefusedException when the request names no number to draw up to
     */
    static int draw(HttpServletRequest request) {
        var max = Parameter.of(request, "max", Answer::badMax);
        int id = Routes.drawWorld(max);
        if (id == Routes.BAD_NUMBER) {
            throw new RefusedException(HttpStatus.BAD_REQUEST, Answer.badMax(max));
        }
        return id;
    }

    /** @throws RefusedException when there is no such row */
    static World found(Optional<World> row, int id) {
        return row.orElseThrow(() -> new RefusedException(HttpStatus.NOT_FOUND, Answer.noWorld(id)));
    }
}
