package threadwall.store;

import java.util.List;
import java.util.Optional;

/** A store for fibers, used by a thread that waits for each result. */
public record BlockingAdapter(FiberData data) implements BlockingData {
    @Override
    public List<Fortune> fortunes() {
        return data.fortunes().get();
    }

    @Override
    public Optional<World> world(int id) {
        return data.world(id).get();
    }

    @Override
    public int addUser(NewUser user) {
        return data.addUser(user).get();
    }

    @Override
    public Optional<User> user(int id) {
        return data.user(id).get();
    }

    @Override
    public void close() {
        data.close();
    }
}
