package threadwall.spring.fortune;

import java.sql.SQLException;
import org.springframework.beans.factory.config.SingletonBeanRegistry;
import org.springframework.jdbc.core.JdbcTemplate;
import threadwall.server.ServerOptions;
import threadwall.server.StoreKind;
import threadwall.store.EmbeddedData;
import threadwall.store.postgres.PostgresPool;

/**
 * A server's store: open before Spring starts, because a silent database is to be told at once, and closed after it has
 * stopped, whether or not any request ever asked for it.
 *
 * @param bean what controllers get of it
 * @param end lets go of it
 */
public record Store(Object bean, Runnable end) {

    /** @throws threadwall.store.StoreUnavailableException when the store does not answer */
    public static Store open(StoreKind kind, ServerOptions options) throws SQLException {
        return switch (kind) {
            case POSTGRES -> {
                var pool = PostgresPool.open(options.postgres(), options.connections());
                yield new Store(new JdbcTemplate(pool), pool::close);
            }
            case EMBEDDED -> {
                var data = options.data().map(EmbeddedData::open).orElseGet(EmbeddedData::temporary);
                yield new Store(data, data::close);
            }
        };
    }

    /** Spring closes no singletons that others have made. */
    public void register(SingletonBeanRegistry beans) {
        beans.registerSingleton("store", bean);
    }

    public void close() {
        end.run();
    }
}
