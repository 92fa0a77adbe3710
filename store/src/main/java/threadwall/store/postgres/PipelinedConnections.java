package threadwall.store.postgres;

import io.netty.channel.EventLoop;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.net.NetClientOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import io.vertx.pgclient.spi.PgDriver;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import threadwall.store.PendingResult;
import threadwall.store.ProcessEnd;
import threadwall.store.StoreUnavailableException;

/**
 * A fixed number of PostgreSQL connections for a server's fibers, all opened before the first request. Connections are
 * shared; queries are pipelined round-robin.
 *
 * <p>One thread, a Vert.x event loop, reads and writes all of them and completes the results. When a connection is
 * lost, its waiting requests fail, and it is reopened until that succeeds.
 */
final class PipelinedConnections implements AutoCloseable {
    private static final Duration RETRY = Duration.ofMillis(500);

    /** On close, how long to wait for the last answers; the server has already let its clients finish. */
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private final String url;
    private final PgConnectOptions options;
    private final Duration patience;
    private final int mostWaiting;
    private final UnaryOperator<Future<PgConnection>> connecting;
    private final Vertx vertx;
    private final Context loop;

    private final AtomicInteger waiting = new AtomicInteger();
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private volatile boolean closed;

    /** Null while a connection is being reopened. This and the following fields belong to the event loop's thread. */
    private final PipelinedConnection[] links;

    private int turn;

    private PipelinedConnections(
            String url, int count, Duration patience, int mostWaiting, UnaryOperator<Future<PgConnection>> connecting) {
        this.url = PostgresUrl.shown(url);
        options = FiberUrl.options(url);
        this.patience = patience;
        this.mostWaiting = mostWaiting;
        this.connecting = connecting;
        links = new PipelinedConnection[count];
        vertx = vertx();
        loop = vertx.getOrCreateContext();
    }

    /**
     * Opens the connections and creates the tables.
     *
     * @param patience a connection with a waiting request that is silent for this long is lost
     * @param mostWaiting limit of waiting requests
     * @throws StoreUnavailableException when the database does not answer, refuses that many connections, or refuses
     *     the tables
     */
    static PipelinedConnections open(String url, int count, Duration patience, int mostWaiting) {
        return open(url, count, patience, mostWaiting, UnaryOperator.identity());
    }

    /** @param connecting applied to each connection before it is used; tests delay or close it there */
    static PipelinedConnections open(
            String url, int count, Duration patience, int mostWaiting, UnaryOperator<Future<PgConnection>> connecting) {
        var opened = new PipelinedConnections(url, count, patience, mostWaiting, connecting);
        try {
            opened.connectAll();
            return opened;
        } catch (Throwable e) { // Throwable, because Vert.x' await throws undeclared checked exceptions
            opened.close();
            throw e;
        }
    }

    private static Vertx vertx() {
        return Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(1)
                .setUseDaemonThread(true)
                // a file cache would be a temporary folder that survives a kill
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
    }

    private void connectAll() {
        var connecting = IntStream.range(0, links.length)
                .mapToObj(i -> connect(i, PostgresPool.PATIENCE))
                .toList();
        try {
            Future.join(connecting).await();
        } catch (Throwable e) { // undeclared checked exceptions too
            long there = connecting.stream().filter(Future::succeeded).count();
            throw there == 0 ? PostgresPool.silent(url, e) : PostgresPool.tooFew(url, links.length, there);
        }
        makeTables(connecting.getFirst().result());
        eventLoop().terminationFuture().addListener(end -> endWithLoop());
        loop.runOnContext(now -> vertx.setPeriodic(patience.toMillis() / 4, timer -> giveUpSilent()));
    }

    /** Netty's thread, which an Error ends, such as an OutOfMemoryError outside of a handler. */
    EventLoop eventLoop() {
        return ((ContextInternal) loop).nettyEventLoop();
    }

    private void endWithLoop() {
        if (!closed) {
            ProcessEnd.because(
                    "store: " + url + ": the thread of the connections has ended, for the reason logged above;"
                            + " start the server again");
        }
    }

    private void makeTables(PgConnection connection) {
        try {
            connection
                    .query(PostgresSchema.SCRIPT)
                    .execute()
                    .timeout(patience.toMillis(), TimeUnit.MILLISECONDS)
                    .await();
        } catch (Throwable e) { // undeclared checked exceptions too; anything that is not the database's own error is a
            // connection problem
            boolean refused = e instanceof PgException said && !PostgresFailure.isUnavailable(said.getSqlState());
            throw PostgresPool.withoutTables(url, e, refused);
        }
    }

    /**
     * Opens the connection of that slot. An attempt that times out, even after the TCP handshake, is closed with its
     * own client. The client only shuts down its sending side; the socket stays until the other side closes too.
     */
    private Future<PgConnection> connect(int i, Duration time) {
        var client = PgDriver.INSTANCE.createConnectionFactory(vertx, new NetClientOptions());
        var connected = connecting
                .apply(client.connect(loop, options).map(PgConnection::cast))
                .timeout(time.toMillis(), TimeUnit.MILLISECONDS);
        return connected.onFailure(problem -> client.close(Promise.promise())).onSuccess(connection -> {
            connection.noticeHandler(notice -> {}); // such as "relation already exists"
            connection.exceptionHandler(problem -> {}); // only the close matters
            links[i] = new PipelinedConnection(connection, this::answered, (link, reason) -> lost(i, link, reason));
        });
    }

    /**
     * Sends a query on the next connection. Returns at once.
     *
     * @param question starts the query
     * @param answer converts the rows
     * @throws IllegalStateException once this is closed
     */
    <R, T> PendingResult<T> ask(Function<PgConnection, Future<R>> question, Function<R, T> answer) {
        int before = waiting.getAndIncrement();
        if (closed) {
            answered();
            throw new IllegalStateException("the connections to " + url + " are closed and accept no queries");
        }
        var pending = new PendingResult<T>();
        if (before < mostWaiting) {
            loop.runOnContext(now -> askNext(question, answer, pending));
        } else {
            refuse(pending, before + " requests are waiting for it");
        }
        return pending;
    }

    private <R, T> void askNext(
            Function<PgConnection, Future<R>> question, Function<R, T> answer, PendingResult<T> pending) {
        for (int i = 0; i < links.length; i++) {
            turn = (turn + 1) % links.length;
            if (links[turn] != null) {
                links[turn].ask(question, answer, pending);
                return;
            }
        }
        refuse(pending, "all connections to it are lost");
    }

    private void refuse(PendingResult<?> pending, String reason) {
        answered();
        pending.fail(PostgresFailure.unavailable(reason, null));
    }

    private void answered() {
        if (waiting.decrementAndGet() == 0 && closed) {
            drained.complete(null);
        }
    }

    private void giveUpSilent() {
        for (int i = 0; i < links.length; i++) {
            if (links[i] != null && links[i].isSilent(patience)) {
                lost(i, links[i], PostgresFailure.unavailable("no answer within " + patience.toSeconds() + " s", null));
            }
        }
    }

    private void lost(int i, PipelinedConnection link, StoreUnavailableException reason) {
        if (links[i] == link) { // else it was handled already
            links[i] = null;
            link.giveUp(reason);
            if (!closed) {
                if (Arrays.stream(links).filter(Objects::isNull).count() == 1) {
                    tell("lost a connection; reconnecting until it succeeds");
                }
                replace(i);
            }
        }
    }

    /** One attempt at a time, each as long as a request may wait: otherwise unanswered attempts would pile up. */
    private void replace(int i) {
        connect(i, patience).onComplete((connection, problem) -> {
            if (problem != null && !closed) {
                vertx.setTimer(RETRY.toMillis(), timer -> replace(i));
            } else if (problem == null && Arrays.stream(links).noneMatch(Objects::isNull)) {
                tell("all connections are back");
            }
        });
    }

    private void tell(String what) {
        System.err.println("store: " + url + ": " + what);
    }

    /** Refuses new queries, waits briefly for the answers of those sent, and frees everything. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (waiting.get() == 0) {
            drained.complete(null);
        }
        endWithin(FAREWELL, drained);
        loop.runOnContext(now -> Arrays.stream(links)
                .filter(Objects::nonNull)
                .forEach(link -> link.giveUp(PostgresFailure.unavailable("the server is stopping", null))));
        // a database that hangs does not acknowledge; its sockets are then closed with the process
        endWithin(FAREWELL, vertx.close().toCompletionStage().toCompletableFuture());
    }

    private static void endWithin(Duration time, CompletableFuture<?> end) {
        end.completeOnTimeout(null, time.toMillis(), TimeUnit.MILLISECONDS).join();
    }
}
