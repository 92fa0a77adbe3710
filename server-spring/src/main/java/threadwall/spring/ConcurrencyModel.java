package threadwall.spring;

import java.util.Locale;
import java.util.Optional;
import threadwall.server.ServerOptions;
import threadwall.server.StoreKind;
import threadwall.spring.store.StoreBean;

/** How a request waits in this server; the name in lower case is the option's value and the Spring profile. */
enum ConcurrencyModel {
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

    ConcurrencyModel(String kind, StoreKind store) {
        this.kind = kind;
        this.store = store;
    }

    static Optional<ConcurrencyModel> named(String name) {
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

    /** The store that it has unless another one is asked for. */
    StoreKind store() {
        return store;
    }

    /**
     * The store asked for.
     *
     * @throws picocli.CommandLine.ParameterException when it does not fit how this model waits, or no database is named
     */
    StoreKind store(ServerOptions options) {
        return switch (this) {
            case BLOCKING, VIRTUAL -> options.store(store, "it is made for fibers, and " + server() + " waits in JDBC");
            case DEFERRED -> options.store(store);
        };
    }

    /** Opens that store for how this model waits. */
    StoreBean open(StoreKind kind, ServerOptions options) {
        return switch (this) {
            case BLOCKING, VIRTUAL -> StoreBean.forThreads(options);
            case DEFERRED -> StoreBean.forFibers(kind, options);
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
