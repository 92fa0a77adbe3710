package threadwall.spring.user;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import kilim.Pausable;
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
import threadwall.store.NewUser;
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
        return new Writer(data, UserBody.read(request), counter).promise();
    }

    @GetMapping(Routes.USERS + "/{id}")
    DeferredResult<User> user(@PathVariable String id) {
        return new Reader(data, id, counter).promise();
    }

    private static final class Writer extends FiberAnswer<Created> {
        private final FiberData data;
        private final NewUser user;

        private Writer(FiberData data, NewUser user, RequestCounter counter) {
            super(counter, 0);
            this.data = data;
            this.user = user;
        }

        @Override
        protected Created answer() throws Pausable {
            int id = data.addUser(user)
                    .await(); // by itself: the weaver does not take a pause between new and its object
            return new Created(id);
        }
    }

    private static final class Reader extends FiberAnswer<User> {
        private final FiberData data;
        private final String id;

        private Reader(FiberData data, String id, RequestCounter counter) {
            super(counter, 0);
            this.data = data;
            this.id = id;
        }

        @Override
        protected User answer() throws Pausable {
            var user = data.user(Routes.userId(id)).await();
            return user.orElseThrow(() -> new RefusedException(HttpStatus.NOT_FOUND, Answer.noUser(id)));
        }
    }
}
