package threadwall.spring;

import java.util.Locale;
import java.util.Optional;
import threadwall.server.StoreKind;

/** How a request waits in this server; the name in lower case is the option's value and the Spring profile. */
enum Model {
    /** On the Tomcat thread that it has to itself. */
    BLOCKING("threads", StoreKind.POSTGRES),
    /** On a virtual thread of its own. */
    VIRTUAL("virtual threads", StoreKind.POSTGRES),
    /** In a fiber, while Tomcat's few threads go on. */
    DEFERRED("deferred", StoreKind.EMBEDDED);

    private static final int TOMCATS_DEFAULT = 200;
    private static final int FEW = 2;

    private final String kind;
    private final StoreKind store;

    Model(String kind, StoreKind store) {
        this.kind = kind;
        this.store = store;
    }

    static Optional<Model> named(String name) {
        for (var model : values()) {
            if (model.toString().equals(name)) {
                return Optional.of(model);
            }
        }
        return Optional.empty();
    }

    /** The server's name on command lines and in tables. */
    String server() {
        return "spring-" + this;
    }

    /** The model as READY and /health name it. */
    String kind() {
        return kind;
    }

    /** The only store that fits how this model waits. */
    StoreKind store() {
        return store;
    }

    /** Why it has no other. */
    String otherStoreRefusal() {
        return switch (this) {
            case BLOCKING, VIRTUAL -> "the embedded store is made for fibers, and " + server() + " waits in JDBC";
            case DEFERRED -> "no fiber ever waits in JDBC on a scheduler thread";
        };
    }

    int defaultWorkers() {
        return switch (this) {
            case BLOCKING -> TOMCATS_DEFAULT;
            case VIRTUAL -> Runtime.getRuntime().availableProcessors();
            case DEFERRED -> FEW;
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
