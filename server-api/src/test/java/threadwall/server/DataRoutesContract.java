package threadwall.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import threadwall.store.World;

/** What /db2 and /users answer on each of our servers, over any store. */
public abstract class DataRoutesContract {
    /** The only rows that the store must have in {@code world}. */
    protected static final List<World> WORLDS = List.of(new World(1, 7), new World(2, 10_000), new World(3, 1));

    private static final String JSON = "application/json";
    private static final String ADA = "{\"name\":\"Ada\",\"age\":36}";
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(20))
            .build();

    /** URL of the server. */
    protected abstract URI url();

    /** Its store. PostgreSQL must be that of {@link Postgres}. */
    protected abstract StoreKind store();

    @Test
    void aRowIsDrawnFromThoseAskedFor() throws Exception {
        assertThat(get("/db2?max=1").body()).isEqualTo("{\"id\":1,\"randomNumber\":7}");
        var drawn = new HashSet<String>();
        while (drawn.size() < WORLDS.size()) { // fails by chance once in 10^40 runs of 250 draws
            var answer = get("/db2?max=3");
            assertThat(answer.statusCode()).isEqualTo(200);
            drawn.add(answer.body());
        }
        assertThat(drawn)
                .containsExactlyInAnyOrderElementsOf(
                        WORLDS.stream().map(Json::line).toList());
    }

    /** Nothing comes from a cache of the server. */
    @Test
    void aRowIsReadForEachRequest() throws Exception {
        assumeTrue(store() == StoreKind.POSTGRES, "an embedded store is in the server's memory, as far as it fits");
        var first = WORLDS.getFirst();
        try {
            for (int number = 101; number < 104; number++) {
                Postgres.execute("update world set randomnumber = %d where id = %d".formatted(number, first.id()));
                assertThat(get("/db2?max=1").body())
                        .isEqualTo("{\"id\":%d,\"randomNumber\":%d}".formatted(first.id(), number));
            }
        } finally {
            Postgres.execute(
                    "update world set randomnumber = %d where id = %d".formatted(first.randomNumber(), first.id()));
        }
    }

    @Test
    void aRowThatIsNotLoadedSaysHowToLoadIt() throws Exception {
        var answer = get("/db2?max=2147483647");
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body())
                .matches("\\{\"error\":\"world has no row \\d+; './threadwall data load --rows N'.*\"}");
    }

    @Test
    void aUserIsStoredAndFound() throws Exception {
        var answer = post(JSON, "{\"age\":0,\"name\":\"糸 \\\"q\\\" <b>\\u0026\"}");
        assertThat(answer.statusCode()).isEqualTo(201);
        int id = id(answer);
        assertThat(answer.headers().firstValue("Location")).contains("/users/" + id);
        checkHeaders(answer);
        var user = get("/users/" + id);
        assertThat(user.statusCode()).isEqualTo(200);
        assertThat(user.body()).isEqualTo("{\"id\":" + id + ",\"name\":\"糸 \\\"q\\\" <b>&\",\"age\":0}");
        checkHeaders(user);
        var head = send(request("/users/" + id).method("HEAD", BodyPublishers.noBody()));
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.headers().firstValue("Content-Length"))
                .contains("" + user.body().getBytes(StandardCharsets.UTF_8).length);
    }

    @Test
    void manyAreStoredAtOnce() throws Exception {
        int users = 50;
        var answers = IntStream.range(0, users)
                .mapToObj(i -> CLIENT.sendAsync(
                        posting(JSON, publisher("{\"name\":\"n" + i + "\",\"age\":" + i + "}"))
                                .build(),
                        BodyHandlers.ofString()))
                .toList(); // all requests are sent before the first response is awaited
        var ids = answers.stream()
                .map(CompletableFuture::join)
                .map(DataRoutesContract::id)
                .toList();
        assertThat(ids).doesNotHaveDuplicates().hasSize(users);
        for (int i = 0; i < users; i++) {
            assertThat(get("/users/" + ids.get(i)).body())
                    .isEqualTo("{\"id\":%d,\"name\":\"n%d\",\"age\":%d}".formatted(ids.get(i), i, i));
        }
    }

    @Test
    void aFullDiskIsToldAndOver() throws Exception {
        assumeTrue(store() == StoreKind.POSTGRES, "EmbeddedStoreTest fills that of the embedded store");
        Postgres.execute("""
                create or replace function fill() returns trigger language plpgsql as $$ begin
                    raise 'could not extend file: No space left on device' using errcode = 'disk_full';
                end $$;
                create trigger full_disk before insert on users for each row execute function fill()""");
        try {
            var answer = post(JSON, ADA);
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body())
                    .matches(
                            "\\{\"error\":\"the database cannot be used now: .*No space left on device.*try again.*\"}");
            checkHeaders(answer);
        } finally {
            Postgres.execute("drop trigger full_disk on users");
        }
        assertThat(post(JSON, ADA).statusCode()).isEqualTo(201);
    }

    @ParameterizedTest
    @CsvSource({"application/json; charset=utf-8", "APPLICATION/JSON", "'  application/json ;x=\"y\"'"})
    void jsonMayBeDeclaredInManyWays(String type) throws Exception {
        assertThat(post(type, ADA).statusCode()).isEqualTo(201);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            GET     | /db2?max=0          |                    |                             | 400 | max must be a whole number from 1 to 2147483647, not '0'
            GET     | /db2?max=2147483648 |                    |                             | 400 | max must be a whole number from 1 to 2147483647, not '2147483648'
            GET     | /db2?max=           |                    |                             | 400 | max must be a whole number from 1 to 2147483647, not ''
            GET     | /db2?max=1&max=2    |                    |                             | 400 | max must be a whole number from 1 to 2147483647, not '1,2'
            POST    | /db2                | application/json   | {}                          | 405 | POST is not allowed on /db2; allowed: GET, HEAD
            GET     | /users              |                    |                             | 405 | GET is not allowed on /users; allowed: POST
            PUT     | /users              | application/json   | {}                          | 405 | PUT is not allowed on /users; allowed: POST
            OPTIONS | /users              |                    |                             | 405 | OPTIONS is not allowed on /users; allowed: POST
            DELETE  | /users/1            |                    |                             | 405 | DELETE is not allowed on /users/1; allowed: GET, HEAD
            GET     | /users/2147483647   |                    |                             | 404 | no such user: 2147483647
            GET     | /users/2147483648   |                    |                             | 404 | no such user: 2147483648
            GET     | /users/0            |                    |                             | 404 | no such user: 0
            GET     | /users/-1           |                    |                             | 404 | no such user: -1
            GET     | /users/Ada          |                    |                             | 404 | no such user: Ada
            GET     | /users/             |                    |                             | 404 | no such route: /users/
            GET     | /users/1/x          |                    |                             | 404 | no such route: /users/1/x
            POST    | /users              |                    | {"name":"Ada","age":36}     | 415 | the Content-Type must be application/json
            POST    | /users              | text/plain         | {"name":"Ada","age":36}     | 415 | the Content-Type must be application/json
            POST    | /users              | application/json5  | {"name":"Ada","age":36}     | 415 | the Content-Type must be application/json
            POST    | /users              | application/json   |                             | 400 | the body must be JSON like {\\"name\\":\\"Ada\\",\\"age\\":36}
            POST    | /users              | application/json   | {"name":"Ada","age":36      | 400 | the body must be JSON like {\\"name\\":\\"Ada\\",\\"age\\":36}
            POST    | /users              | application/json   | {"name":"","age":36}        | 400 | name must be a string of 1 to 100 characters, none of them a control character
            POST    | /users              | application/json   | {"name":"Ada","age":151}    | 400 | age must be a whole number from 0 to 150
            POST    | /users              | application/json   | {"name":"Ada"}              | 400 | the field age is missing
            POST    | /users              | application/json   | {"name":"A","name":"B"}     | 400 | the field name occurs twice
            POST    | /users              | application/json   | {"name":"A","id":1,"age":1} | 400 | unknown field 'id'; a user has name and age
            """)
    void refusesWithAReason(String method, String target, String type, String body, int status, String reason)
            throws Exception {
        var request = request(target).method(method, publisher(body));
        if (type != null) {
            request.header("Content-Type", type);
        }
        var answer = send(request);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).isEqualTo("{\"error\":\"" + reason + "\"}");
        assertThat(answer.headers().firstValue("Allow").orElse(null))
                .isEqualTo(status == 405 ? reason.replaceFirst(".*allowed: ", "") : null);
        checkHeaders(answer);
    }

    @Test
    void ofTwoTypesNoneIsBelieved() throws Exception {
        var answer = send(posting(JSON, publisher(ADA)).header("Content-Type", "text/plain"));
        assertThat(answer.statusCode()).isEqualTo(415);
    }

    @Test
    void aBodyHasSixtyFourKilobytesAtMost() throws Exception {
        var longest = ADA + " ".repeat(64 * 1024 - ADA.length());
        assertThat(post(JSON, longest).statusCode()).isEqualTo(201);
        for (var body : List.of(publisher(longest + " "), inChunks(longest + " "))) {
            var answer = send(posting(JSON, body));
            assertThat(answer.statusCode()).isEqualTo(413);
            assertThat(answer.body()).isEqualTo("{\"error\":\"the body is longer than 65536 bytes\"}");
        }
    }

    @Test
    void aBodyMayComeInChunks() throws Exception {
        assertThat(send(posting(JSON, inChunks(ADA))).statusCode()).isEqualTo(201);
    }

    private static void checkHeaders(HttpResponse<String> answer) {
        assertThat(answer.headers().firstValue("Content-Type")).contains(JSON);
        assertThat(answer.headers().firstValue("Content-Length"))
                .contains("" + answer.body().getBytes(StandardCharsets.UTF_8).length);
    }

    private static int id(HttpResponse<String> answer) {
        assertThat(answer.body()).matches("\\{\"id\":[1-9]\\d*}");
        return Json.MAPPER.readTree(answer.body()).get("id").asInt();
    }

    private HttpResponse<String> get(String target) throws IOException, InterruptedException {
        return send(request(target));
    }

    private HttpResponse<String> post(String type, String body) throws IOException, InterruptedException {
        return send(posting(type, publisher(body)));
    }

    private HttpRequest.Builder posting(String type, BodyPublisher body) {
        return request("/users").header("Content-Type", type).POST(body);
    }

    private HttpRequest.Builder request(String target) {
        return HttpRequest.newBuilder(url().resolve(target)).timeout(Duration.ofSeconds(20));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    private static BodyPublisher publisher(String body) {
        return body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
    }

    private static BodyPublisher inChunks(String body) {
        return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
    }
}
