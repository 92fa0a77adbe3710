package threadwall.spring.user;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import threadwall.server.Answer;
import threadwall.server.Answer.Created;
import threadwall.server.RequestCounter;
import threadwall.server.Routes;
import threadwall.spring.RefusedException;
import threadwall.spring.fiber.FiberAnswer;
import threadwall.store.FiberData;
import threadwall.store.User;

/** /users in a fiber that waits for the store. The body is read before, on Tomcat's thread. */
@RestController
@Profile("deferred")
class FiberUserController {
    private final FiberData data;
    private final RequestCounter counter;

    FiberUserController(FiberData data, RequestCounter counter) {
        this.data = data;
        this.counter = counter;
    }

    @PostMapping(Routes.USERS)
    DeferredResult<Created> add(HttpServletRequest request) throws IOException {
        var user = UserBody.read(request);
        return FiberAnswer.promise(counter, () -> {
            int id = data.addUser(user).await(); // by itself: the weaver takes no pause between new and its object
            return new Created(id);
        });
    }

    /** Its parameter is named for Spring: the weaver keeps no names in a class where fibers wait. */
    @GetMapping(Routes.USERS + "/{id}")
    DeferredResult<User> user(@PathVariable("id") String id) {
        return FiberAnswer.promise(counter, () -> {
            var user = data.user(Routes.userId(id)).await();
            return user.orElseThrow(() -> new RefusedException(HttpStatus.NOT_FOUND, Answer.noUser(id)));
        });
    }
}
