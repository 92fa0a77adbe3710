package threadwall.store.db4j;

import java.nio.file.Path;
import threadwall.store.FiberData;
import threadwall.store.StoreProvider;

/** Provides {@link Db4jData} to servers that have this module on their class path. */
public final class Db4jProvider implements StoreProvider {
    @Override
    public FiberData open(Path folder) {
        return Db4jData.open(folder);
    }

    @Override
    public FiberData temporary() {
        return Db4jData.temporary();
    }
}
