package threadwall.spring;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import threadwall.server.ServerOptions;
import threadwall.server.StoreKind;
import threadwall.spring.store.StoreBean;

/** What a request waits in. The lower-case name is the option's value and the Spring profile. */
enum ConcurrencyModel {
    /** Its own Tomcat thread. */
    BLOCKING("threads", StoreKind.POSTGRES),
    /** Its own virtual thread. */
    VIRTUAL("virtual threads", StoreKind.POSTGRES),
    /** A fiber, while Tomcat's few threads go on. */
    DEFERRED("deferred", StoreKind.EMBEDDED);

    private static final int TOMCATS_DEFAULT = 200;
    private static final int FEW = 2;

    private final String kind;

    /** The default store. */
    private final StoreKind store;

    ConcurrencyModel(String kind, StoreKind store) {
        this.kind = kind;
        this.store = store;
    }

    static Optional<ConcurrencyModel> named(String name) {
        return Arrays.stream(values())
                .filter(model -> model.toString().equals(name))
                .findFirst();
    }

    /** The server's name on command lines and in tables. */
    String server() {
        return "spring-" + this;
    }

    /** The model's name in READY and /health. */
    String kind() {
        return kind;
    }

    /**
     * The requested store.
     *
     * @throws picocli.CommandLine.ParameterException when it does not fit the model, or no database is named
     */
    StoreKind store(ServerOptions options) {
        return switch (this) {
            case BLOCKING, VIRTUAL ->
                options.store(store, "it is made for fibers, but " + server() + " blocks in JDBC");
            case DEFERRED -> options.store(store);
        };
    }

    /** Opens that store for the model. */
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
