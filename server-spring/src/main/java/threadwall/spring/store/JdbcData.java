package threadwall.spring.store;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import threadwall.store.BlockingData;
import threadwall.store.Fortune;
import threadwall.store.NewUser;
import threadwall.store.TransactionException;
import threadwall.store.User;
import threadwall.store.World;
import threadwall.store.postgres.PostgresFailure;
import threadwall.store.postgres.PostgresPool;

/** {@link BlockingData} in PostgreSQL, as typical Spring code does it: JdbcTemplate over a connection pool. */
public final class JdbcData implements BlockingData {
    private final PostgresPool pool;
    private final JdbcTemplate jdbc;

    /** @param pool closed with this object */
    JdbcData(PostgresPool pool) {
        this.pool = pool;
        jdbc = new JdbcTemplate(pool);
    }

    @Override
    public List<Fortune> fortunes() {
        return ask(() -> jdbc.query(
                "select id, message from fortune order by id",
                (row, number) -> new Fortune(row.getInt("id"), row.getString("message"))));
    }

    @Override
    public Optional<World> world(int id) {
        return ask(() -> jdbc.query(
                        "select id, randomnumber from world where id = ?",
                        (row, number) -> new World(row.getInt("id"), row.getInt("randomnumber")),
                        id))
                .stream()
                .findFirst();
    }

    @Override
    public int addUser(NewUser user) {
        return ask(() -> jdbc.queryForObject(
                "insert into users (name, age) values (?, ?) returning id", Integer.class, user.name(), user.age()));
    }

    @Override
    public Optional<User> user(int id) {
        return ask(() -> jdbc.query(
                        "select id, name, age from users where id = ?",
                        (row, number) -> new User(row.getInt("id"), row.getString("name"), row.getInt("age")),
                        id))
                .stream()
                .findFirst();
    }

    private <T> T ask(Supplier<T> question) {
        try {
            return pool.inTurn(question);
        } catch (DataAccessException e) {
            throw failure(e);
        }
    }

    private RuntimeException failure(DataAccessException problem) {
        if (pool.isClosed()) {
            return new IllegalStateException("the connections to PostgreSQL are closed and accept no queries", problem);
        }
        return problem.getCause() instanceof SQLException said
                ? PostgresFailure.of(said)
                : new TransactionException(problem);
    }

    @Override
    public void close() {
        pool.close();
    }
}
