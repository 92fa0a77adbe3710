package threadwall.store.embedded;

import java.util.Optional;
import threadwall.store.NewUser;
import threadwall.store.User;

/** How the embedded store keeps users: by id, the fields of each in an array. */
public final class Users {
    /** Name and age. Versions before November 2026 wrote a text instead, {@code "AGE NAME"}. */
    private static final Table<Integer, Object> TABLE = new Table<>("users");

    /** The last id by table, so that ids of deleted users are never reused. */
    private static final Table<String, Integer> LAST_IDS = new Table<>("last id");

    private Users() {}

    /**
     * Stores a user; for {@link EmbeddedStore#submit}.
     *
     * @return the id
     * @throws ArithmeticException when all ids are used up
     */
    public static int add(Txn txn, NewUser user) {
        int id = txn.open(LAST_IDS).merge(TABLE.name(), 1, Math::addExact);
        txn.open(TABLE).put(id, new Object[] {user.name(), user.age()});
        return id;
    }

    /** The user with that id; for {@link EmbeddedStore#read}. */
    public static Optional<User> find(Txn txn, int id) {
        return Optional.ofNullable(txn.open(TABLE).get(id)).map(row -> read(id, row));
    }

    /** The number of users; for {@link EmbeddedStore#read}. */
    public static int count(Txn txn) {
        return txn.open(TABLE).size();
    }

    private static User read(int id, Object row) {
        if (row instanceof String text) {
            int blank = text.indexOf(' ');
            return new User(id, text.substring(blank + 1), Integer.parseInt(text, 0, blank, 10));
        }
        var fields = (Object[]) row;
        return new User(id, (String) fields[0], (Integer) fields[1]);
    }
}
