package threadwall.store.embedded;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import threadwall.store.FiberData;
import threadwall.store.Fortune;
import threadwall.store.NewUser;
import threadwall.store.PendingResult;
import threadwall.store.User;
import threadwall.store.World;

/** {@link FiberData} in this process. Each method is one transaction. */
public final class EmbeddedData implements FiberData {
    private final EmbeddedStore store;

    /** @param store closed with this object */
    public EmbeddedData(EmbeddedStore store) {
        this.store = store;
    }

    /** As {@link EmbeddedStore#open}. */
    public static EmbeddedData open(Path folder) {
        return new EmbeddedData(EmbeddedStore.open(folder));
    }

    /** As {@link EmbeddedStore#temporary}. */
    public static EmbeddedData temporary() {
        return new EmbeddedData(EmbeddedStore.temporary());
    }

    @Override
    public PendingResult<List<Fortune>> fortunes() {
        return store.read(Fortunes::all);
    }

    @Override
    public PendingResult<Optional<World>> world(int id) {
        return store.read(txn -> Worlds.find(txn, id));
    }

    @Override
    public PendingResult<Integer> addUser(NewUser user) {
        return store.submit(txn -> Users.add(txn, user));
    }

    @Override
    public PendingResult<Optional<User>> user(int id) {
        return store.read(txn -> Users.find(txn, id));
    }

    @Override
    public void close() {
        store.close();
    }
}
