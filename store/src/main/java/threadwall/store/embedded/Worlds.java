package threadwall.store.embedded;

import java.util.Optional;
import threadwall.store.World;

/** How the embedded store keeps worlds: random numbers by id. */
public final class Worlds {
    public static final Table<Integer, Integer> TABLE = new Table<>("world");

    private Worlds() {}

    /** The row with that id; for {@link EmbeddedStore#read}. */
    public static Optional<World> find(Txn txn, int id) {
        return Optional.ofNullable(txn.open(TABLE).get(id)).map(number -> new World(id, number));
    }
}
