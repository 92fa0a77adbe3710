package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.loadgen.testbed.ServerProcess;
import threadwall.server.DataRoutesContract;
import threadwall.server.Json;
import threadwall.server.PostedUser;
import threadwall.server.Postgres;
import threadwall.server.StoreKind;
import threadwall.store.embedded.Fortunes;
import threadwall.store.postgres.TestProxy;

/** The peer in JavaScript has the routes of our servers that come from a database, in callbacks. */
class NodeDataTest extends DataRoutesContract {
    private static final int CONNECTIONS = 5;

    /** Of those that may be damaged: enough for all reasons of {@link PostedUser} to be given. */
    private static final int BODIES = 400;

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static final List<String> USER = List.of("{", "\"name\"", ":", "\"Ada\"", ",", "\"age\"", ":", "36", "}");

    private static final List<String> WORDS = Stream.of(
                    "{ } [ ] : , \"name\" \"age\" \"Name\" \"x\" \"\" \"Ada \"糸😀\" \"\\u0041\\n\" \"\\ud800\" \"\\x\" \"\t\"",
                    "0 -0 -1 150 151 007 36. 36.0 3e1 3e +3 - 2147483648 99999999999999999999 true tru null nullx NaN '")
            .flatMap(words -> Stream.of(words.split(" ")))
            .toList();

    @TempDir
    private static Path temporary;

    private static TestProxy gate;
    private static ServerProcess server;
    private static URI url;

    @BeforeAll
    static void start() throws Exception {
        var home = Home.with(ServerCatalog.NODE);
        var database = Postgres.with(WORLDS);
        gate = TestProxy.to(URI.create(database.substring("jdbc:".length())).getPort());
        var options = List.of(
                "--port",
                "" + Ports.free(),
                "--workers",
                "2",
                "--db-connections",
                "" + CONNECTIONS,
                "--store",
                "postgres",
                "--postgres",
                through(gate, database));
        server =
                ServerProcess.start("node", home, temporary.resolve("node"), ServerCatalog.NODE.command(null, options));
        var ready = server.awaitReady();
        assertThat(ready.path("store").asString()).isEqualTo("postgres");
        url = URI.create(ready.path("url").asString());
        assertThat(connections())
                .as("of both processes")
                .hasSize(CONNECTIONS)
                .containsOnly("threadwall-server-" + ready.path("pid").asLong());
    }

    /** The names of all to the database, which nobody else uses. */
    private static List<String> connections() {
        try (var connection = DriverManager.getConnection(Postgres.url());
                var statement = connection.createStatement();
                var rows = statement.executeQuery("""
                        select application_name from pg_stat_activity
                        where backend_type = 'client backend' and pid <> pg_backend_pid()""")) {
            var names = new ArrayList<String>();
            while (rows.next()) {
                names.add(rows.getString(1));
            }
            return names;
        } catch (SQLException | IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String through(TestProxy gate, String database) {
        return database.replaceFirst(":\\d+/", ":" + gate.port() + "/");
    }

    @AfterAll
    static void stop() throws Exception {
        try (var ending = server;
                var open = gate) {
            if (ending != null) { // else it could not be built here
                assertThat(ending.stop().orElseThrow().path("requests").asLong())
                        .isGreaterThan(BODIES);
            }
        }
    }

    @Override
    protected URI url() {
        return url;
    }

    @Override
    protected StoreKind store() {
        return StoreKind.POSTGRES;
    }

    @Test
    void fortunesAreThoseOfOurServers() throws Exception {
        assertThat(get("/fortunes").body()).isEqualTo(Json.line(Fortunes.INITIAL));
        assertThat(get("/FORTUNES").body()).isEqualTo("{\"error\":\"no such route: /FORTUNES\"}");
        assertThat(get("/fortunes/").body()).isEqualTo("{\"error\":\"no such route: /fortunes/\"}");
    }

    @Test
    void readsABodyAsOurServersDo() throws Exception {
        var random = new SplittableRandom(8);
        for (int i = 0; i < BODIES; i++) {
            var body = damagedUser(random);
            var answer = post(body);
            switch (PostedUser.read(body.getBytes(StandardCharsets.UTF_8))) {
                case PostedUser.Good good -> {
                    assertThat(answer.statusCode()).as(body).isEqualTo(201);
                    var user = get(answer.headers().firstValue("Location").orElseThrow());
                    assertThat(Json.MAPPER.readTree(user.body()).get("name").asString())
                            .isEqualTo(good.user().name());
                    assertThat(Json.MAPPER.readTree(user.body()).get("age").asInt())
                            .isEqualTo(good.user().age());
                }
                case PostedUser.Bad bad -> {
                    assertThat(answer.body()).as(body).isEqualTo(Json.line(bad.reason()));
                    assertThat(answer.statusCode()).isEqualTo(400);
                }
            }
        }
    }

    /** One in which some words were put in others' places, left out, or said again. */
    private static String damagedUser(SplittableRandom random) {
        var words = new ArrayList<>(USER);
        for (int damage = random.nextInt(4); damage > 0; damage--) {
            int at = random.nextInt(words.size());
            switch (random.nextInt(4)) {
                case 0 -> words.remove(at);
                case 1 -> words.add(at, WORDS.get(random.nextInt(WORDS.size())));
                case 2 ->
                    words.addAll(
                            at,
                            words.subList(at, random.nextInt(at, words.size())).stream()
                                    .toList());
                default -> words.set(at, WORDS.get(random.nextInt(WORDS.size())));
            }
        }
        return String.join(random.nextBoolean() ? "" : " ", words);
    }

    @Test
    void aHundredAtOnceShareTheConnections() {
        var answers = Stream.generate(
                        () -> CLIENT.sendAsync(request("/fortunes").build(), BodyHandlers.ofString()))
                .limit(100)
                .toList();
        assertThat(answers.stream().map(CompletableFuture::join).map(HttpResponse::statusCode))
                .containsOnly(200);
        Await.until(
                "no more connections than were asked for", () -> connections().size() <= CONNECTIONS);
    }

    @Test
    void aDatabaseThatIsGoneIsToldAndFoundAgain() throws Exception {
        gate.shut();
        for (int i = 0; i < 2 * CONNECTIONS; i++) {
            var answer = get("/users/1");
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body())
                    .matches("\\{\"error\":\"the database cannot be used now: .+; try again, the server reconnects"
                            + " automatically\"}");
        }
        gate.open();
        for (int i = 0; i < 2 * CONNECTIONS; i++) {
            assertThat(get("/fortunes").statusCode()).isEqualTo(200);
        }
    }

    private HttpResponse<String> get(String target) throws Exception {
        return CLIENT.send(request(target).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String body) throws Exception {
        var request = request("/users").header("Content-Type", "application/json");
        return CLIENT.send(request.POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(String target) {
        return HttpRequest.newBuilder(url.resolve(target)).timeout(Duration.ofSeconds(20));
    }
}
