package threadwall.store;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The embedded store in a folder. */
class EmbeddedDataTest extends DataContract {
    @TempDir
    Path folder;

    @Override
    protected BlockingData open() {
        return new Waited(EmbeddedData.open(folder));
    }

    @Override
    protected void put(World row) {
        try (var store = EmbeddedStore.open(folder)) {
            store.submit(txn -> txn.open(Worlds.TABLE).put(row.id(), row.randomNumber()))
                    .get();
        }
    }
}
