package threadwall.server;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Where a server keeps its data. Options and JSON use the name in lower case. */
public enum StoreKind {
    POSTGRES,
    EMBEDDED,
    /** Only in builds with the Maven profile {@code db4j}. */
    DB4J;

    static Optional<StoreKind> named(String name) {
        return Arrays.stream(values())
                .filter(kind -> kind.toString().equals(name))
                .findFirst();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
