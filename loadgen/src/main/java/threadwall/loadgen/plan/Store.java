package threadwall.loadgen.plan;

import java.util.Locale;
import java.util.stream.Stream;

/** Where a server's data are. */
public enum Store {
    POSTGRES,
    /** In the server's own process. */
    EMBEDDED;

    /** @throws Refused (usage) for a name that is none */
    public static Store named(String name) throws Refused {
        return Stream.of(values())
                .filter(store -> store.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> Refused.usage("--store must be %s or %s, not %s", POSTGRES, EMBEDDED, name));
    }

    /** As {@code --store} takes it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
