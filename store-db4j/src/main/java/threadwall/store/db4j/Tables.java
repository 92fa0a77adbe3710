package threadwall.store.db4j;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kilim.Pausable;
import org.db4j.Btrees;
import org.db4j.Database;
import org.db4j.Db4j.Transaction;
import org.db4j.HunkCount;
import threadwall.store.Fortune;
import threadwall.store.embedded.Fortunes;
import threadwall.store.NewUser;
import threadwall.store.User;
import threadwall.store.World;

/**
 * The tables in db4j: one B-tree per column, with the rows' ids as keys. db4j finds or creates the trees by the names
 * of this class and its fields, so these names are part of the file format. The methods run inside a transaction.
 */
final class Tables extends Database {
    private Btrees.IS fortunes;

    /** The random numbers. */
    private Btrees.IL worlds;

    private Btrees.IS userNames;
    private Btrees.IL userAges;

    private HunkCount lastUser;

    void fill(Transaction txn) throws Pausable {
        for (var fortune : Fortunes.INITIAL) {
            fortunes.insert(txn, fortune.id(), fortune.message());
        }
    }

    /** In id order. */
    List<Fortune> fortunes(Transaction txn) throws Pausable {
        var all = new ArrayList<Fortune>();
        var rows = fortunes.getall(txn);
        while (rows.next()) {
            all.add(new Fortune(rows.cc.key, rows.cc.val));
        }
        return all;
    }

    void put(Transaction txn, World world) throws Pausable {
        worlds.insert(txn, world.id(), (long) world.randomNumber());
    }

    Optional<World> world(Transaction txn, int id) throws Pausable {
        var number = worlds.find(txn, id);
        return number == null ? Optional.empty() : Optional.of(new World(id, number.intValue()));
    }

    /**
     * Stores a user.
     *
     * @return the id
     * @throws ArithmeticException when all ids have been given
     */
    int add(Transaction txn, NewUser user) throws Pausable {
        int last = lastUser.get(txn);
        int id = Math.addExact(last, 1);
        lastUser.set(txn, id);
        userNames.insert(txn, id, user.name());
        userAges.insert(txn, id, (long) user.age());
        return id;
    }

    Optional<User> user(Transaction txn, int id) throws Pausable {
        var name = userNames.find(txn, id);
        if (name == null) {
            return Optional.empty();
        }
        var age = userAges.find(txn, id);
        return Optional.of(new User(id, name, age.intValue()));
    }
}
