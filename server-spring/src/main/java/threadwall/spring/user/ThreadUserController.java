package threadwall.spring.user;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import threadwall.server.Answer;
import threadwall.server.Answer.Created;
import threadwall.server.RequestCounter;
import threadwall.server.Routes;
import threadwall.spring.RefusedException;
import threadwall.store.BlockingData;
import threadwall.store.User;

/** /users on a thread that waits for the store. */
@RestController
@Profile({"blocking", "virtual"})
class ThreadUserController {
    private final BlockingData data;
    private final RequestCounter counter;

    ThreadUserController(BlockingData data, RequestCounter counter) {
        this.data = data;
        this.counter = counter;
    }

    @PostMapping(Routes.USERS)
    Created add(HttpServletRequest request) throws IOException {
        var user = UserBody.read(request);
        counter.enter();
        try {
            return new Created(data.addUser(user));
        } finally {
            counter.exit();
        }
    }

    @GetMapping(Routes.USERS + "/{id}")
    User user(@PathVariable String id) {
        counter.enter();
        try {
            return data.user(Routes.userId(id))
                    .orElseThrow(() -> new RefusedException(HttpStatus.NOT_FOUND, Answer.noUser(id)));
        } finally {
            counter.exit();
        }
    }
}
