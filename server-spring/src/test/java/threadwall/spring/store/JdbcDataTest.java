package threadwall.spring.store;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import threadwall.server.Postgres;
import threadwall.store.BlockingData;
import threadwall.store.postgres.PostgresContract;
import threadwall.store.postgres.PostgresPool;

/** PostgreSQL, used by threads. */
@Tag("slow")
class JdbcDataTest extends PostgresContract {
    @Override
    protected String server() throws Exception {
        return Postgres.url();
    }

    @Override
    protected BlockingData open(String url, int connections, Duration patience) throws Exception {
        return new JdbcData(PostgresPool.open(url, connections, patience));
    }
}
