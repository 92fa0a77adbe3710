package threadwall.store.postgres;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlResult;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import threadwall.store.FiberData;
import threadwall.store.Fortune;
import threadwall.store.NewUser;
import threadwall.store.PendingResult;
import threadwall.store.StoreUnavailableException;
import threadwall.store.User;
import threadwall.store.World;

/** {@link FiberData} in PostgreSQL. Answers resume fibers; no thread is blocked. */
public final class PostgresData implements FiberData {
    private static final Collector<Row, ?, List<Fortune>> FORTUNES = Collectors.mapping(
            row -> new Fortune(row.getInteger(0), row.getString(1)), Collectors.toUnmodifiableList());

    private final PipelinedConnections connections;

    PostgresData(PipelinedConnections connections) {
        this.connections = connections;
    }

    /**
     * Connects and creates the tables.
     *
     * @param url jdbc:postgresql://…
     * @param connections exact number of connections
     * @throws StoreUnavailableException when the database does not answer, refuses that many connections, or refuses
     *     the tables
     */
    public static PostgresData open(String url, int connections) {
        return open(url, connections, LONGEST_WAIT, MOST_WAITING);
    }

    /** As {@link PipelinedConnections#open}. */
    static PostgresData open(String url, int connections, Duration patience, int mostWaiting) {
        return new PostgresData(PipelinedConnections.open(url, connections, patience, mostWaiting));
    }

    @Override
    public PendingResult<List<Fortune>> fortunes() {
        return connections.ask(
                connection -> connection
                        .preparedQuery("select id, message from fortune order by id")
                        .collecting(FORTUNES)
                        .execute(),
                SqlResult::value);
    }

    @Override
    public PendingResult<Optional<World>> world(int id) {
        return one(
                "select id, randomnumber from world where id = $1",
                Tuple.of(id),
                row -> new World(row.getInteger(0), row.getInteger(1)));
    }

    @Override
    public PendingResult<Integer> addUser(NewUser user) {
        return connections.ask(
                connection -> connection
                        .preparedQuery("insert into users (name, age) values ($1, $2) returning id")
                        .execute(Tuple.of(user.name(), user.age())),
                rows -> rows.iterator().next().getInteger(0));
    }

    @Override
    public PendingResult<Optional<User>> user(int id) {
        return one(
                "select id, name, age from users where id = $1",
                Tuple.of(id),
                row -> new User(row.getInteger(0), row.getString(1), row.getInteger(2)));
    }

    private <T> PendingResult<Optional<T>> one(String query, Tuple parameters, Function<Row, T> read) {
        return connections.ask(
                connection -> connection.preparedQuery(query).execute(parameters),
                rows -> first(rows).map(read));
    }

    private static Optional<Row> first(RowSet<Row> rows) {
        var iterator = rows.iterator();
        return iterator.hasNext() ? Optional.of(iterator.next()) : Optional.empty();
    }

    @Override
    public void close() {
        connections.close();
    }
}
