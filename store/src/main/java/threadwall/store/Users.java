package threadwall.store;

import java.util.Optional;

/** How the embedded store keeps users: by their ids, a line of text each. */
public final class Users {
    /** The age, a blank, the name. */
    private static final Table<Integer, String> TABLE = new Table<>("users");

    /** The last id given, by table; ids of users that are removed some day are not given again. */
    private static final Table<String, Integer> LAST_IDS = new Table<>("last id");

    private Users() {}

    /**
     * Stores a user; for {@link FiberStore#submit}.
     *
     * @return the id
     * @throws ArithmeticException when all ids have been given
     */
    public static int add(Txn txn, NewUser user) {
        int id = txn.open(LAST_IDS).merge(TABLE.name(), 1, Math::addExact);
        txn.open(TABLE).put(id, user.age() + " " + user.name());
        return id;
    }

    /** The user of that id; for {@link FiberStore#submit}. */
    public static Optional<User> find(Txn txn, int id) {
        return Optional.ofNullable(txn.open(TABLE).get(id)).map(row -> read(id, row));
    }

    /** How many there are; for {@link FiberStore#submit}. */
    public static int count(Txn txn) {
        return txn.open(TABLE).size();
    }

    private static User read(int id, String row) {
        int blank = row.indexOf(' ');
        return new User(id, row.substring(blank + 1), Integer.parseInt(row, 0, blank, 10));
    }
}
