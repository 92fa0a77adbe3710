package threadwall.spring.fortune;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import threadwall.server.ServerOptions;
import threadwall.server.StoreKind;
import threadwall.store.EmbeddedStore;
import threadwall.store.FiberStore;
import threadwall.store.postgres.PostgresPool;

/** A store that is open before Spring starts, to become beans of its context, which then closes it. */
@FunctionalInterface
public interface Stores {

    void register(GenericApplicationContext beans);

    /** @throws threadwall.store.StoreUnavailableException when the store does not answer */
    static Stores open(StoreKind kind, ServerOptions options) throws SQLException {
        return switch (kind) {
            case POSTGRES -> {
                var pool = PostgresPool.open(options.postgres(), options.connections());
                yield beans -> {
                    beans.registerBean(DataSource.class, () -> pool);
                    beans.registerBean(JdbcTemplate.class, () -> new JdbcTemplate(pool));
                };
            }
            case EMBEDDED -> {
                var store = options.data().map(EmbeddedStore::open).orElseGet(EmbeddedStore::temporary);
                yield beans -> beans.registerBean(FiberStore.class, () -> store);
            }
        };
    }
}
