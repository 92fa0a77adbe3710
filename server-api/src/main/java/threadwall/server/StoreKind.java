package threadwall.server;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Where a server keeps its data. In options and JSON the name is in lower case. */
public enum StoreKind {
    POSTGRES,
    EMBEDDED,
    /** In builds with the Maven profile {@code db4j} alone. */
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
