package threadwall.store.db4j;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import threadwall.store.BlockingData;
import threadwall.store.DataContract;
import threadwall.store.BlockingAdapter;
import threadwall.store.World;

/** The contract of all stores, for db4j. */
class Db4jDataTest extends DataContract {
    @TempDir
    Path folder;

    @Override
    protected BlockingData open() {
        return new BlockingAdapter(Db4jData.open(folder));
    }

    @Override
    protected void put(World row) {
        try (var data = Db4jData.open(folder)) {
            Db4jFileTest.put(data, row);
        }
    }
}
