package threadwall.spring.store;

import org.springframework.beans.factory.config.SingletonBeanRegistry;
import threadwall.server.FiberStores;
import threadwall.server.ServerOptions;
import threadwall.server.StoreKind;
import threadwall.store.postgres.PostgresPool;

/**
 * A server's store. It is opened before Spring starts, so that an unreachable database is reported at once, and closed
 * after Spring has stopped.
 *
 * @param bean given to controllers: {@link threadwall.store.BlockingData} or {@link threadwall.store.FiberData}
 * @param end closes it
 */
public record StoreBean(Object bean, Runnable end) {

    /** For requests on threads; @throws threadwall.store.StoreUnavailableException when the database does not answer */
    public static StoreBean forThreads(ServerOptions options) {
        var data = new JdbcData(PostgresPool.open(options.postgres(), options.connections()));
        return new StoreBean(data, data::close);
    }

    /** For requests in fibers; @throws threadwall.store.StoreUnavailableException when the store does not answer */
    public static StoreBean forFibers(StoreKind kind, ServerOptions options) {
        var data = FiberStores.open(kind, options);
        return new StoreBean(data, data::close);
    }

    /** Spring does not close singletons that it did not create. */
    public void register(SingletonBeanRegistry beans) {
        beans.registerSingleton("store", bean);
    }

    public void close() {
        end.run();
    }
}
