package threadwall.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.tx.TransactionStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.store.BlockingAdapter;
import threadwall.store.BlockingData;
import threadwall.store.DataContract;
import threadwall.store.NewUser;
import threadwall.store.User;
import threadwall.store.World;

/** The embedded store in a folder. */
class EmbeddedDataTest extends DataContract {
    @TempDir
    Path folder;

    @Override
    protected BlockingData open() {
        return new BlockingAdapter(EmbeddedData.open(folder));
    }

    @Override
    protected void put(World row) {
        try (var store = EmbeddedStore.open(folder)) {
            store.submit(txn -> txn.open(Worlds.TABLE).put(row.id(), row.randomNumber()))
                    .get();
        }
    }

    /** Versions before November 2026 wrote a user as the text "AGE NAME". */
    @Test
    void readsUsersThatOlderVersionsWrote() {
        try (var file = new MVStore.Builder()
                .fileName(folder.resolve(EmbeddedStore.FILE).toString())
                .open()) {
            var transactions = new TransactionStore(file);
            transactions.init();
            var transaction = transactions.begin();
            var users = transaction.<Integer, String>openMap("users");
            users.put(1, "36 Ada");
            users.put(2, "0  a name with blanks ");
            transaction.<String, Integer>openMap("last id").put("users", 2);
            transaction.commit();
        }
        for (int opened = 1; opened <= 2; opened++) {
            try (var data = open()) {
                assertThat(data.user(1)).contains(new User(1, "Ada", 36));
                assertThat(data.user(2)).contains(new User(2, " a name with blanks ", 0));
                assertThat(data.addUser(new NewUser("7 of 9", 150))).isEqualTo(2 + opened);
                assertThat(data.user(3)).contains(new User(3, "7 of 9", 150));
            }
        }
        try (var store = EmbeddedStore.open(folder)) {
            assertThat(store.submit(Users::count).get()).isEqualTo(4);
        }
    }
}
