package threadwall.loadgen.testbed;

import java.util.Locale;
import java.util.stream.Stream;
import threadwall.process.PreconditionException;

/** Where a server stores its data. */
public enum StoreKind {
    POSTGRES,
    /** In the server's own process. */
    EMBEDDED;

    /** @throws PreconditionException (usage) for an unknown name */
    public static StoreKind named(String name) throws PreconditionException {
        return Stream.of(values())
                .filter(store -> store.toString().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        PreconditionException.usage("--store must be %s or %s, not %s", POSTGRES, EMBEDDED, name));
    }

    /** The value of {@code --store}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
