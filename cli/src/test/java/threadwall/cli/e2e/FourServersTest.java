package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.loadgen.testbed.ServerProcess;
import threadwall.loadgen.testbed.StoreKind;
import threadwall.loadgen.testbed.database.PostgresServer;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;
import tools.jackson.databind.json.JsonMapper;

/** Our four servers, side by side: alike in every byte of a body, and without a failure under a small load. */
class FourServersTest {

    private static final List<ServerCatalog> FOUR = List.of(
            ServerCatalog.SPRING_BLOCKING,
            ServerCatalog.SPRING_VIRTUAL,
            ServerCatalog.SPRING_DEFERRED,
            ServerCatalog.KILIM);

    private static final int REQUESTS = 400;

    @TempDir
    private Path temporary;

    private final List<AutoCloseable> running = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void stop() throws Exception {
        for (var one : running.reversed()) {
            one.close();
        }
    }

    @Test
    void fortunesFromAllWithoutAFailure() throws Exception {
        var result = Cli.run(
                "sweep",
                "--connections",
                "20",
                "--requests",
                "" + REQUESTS,
                "--route",
                "/fortunes",
                "--port",
                String.valueOf(Ports.free()),
                "--out",
                temporary.resolve("run").toString());
        assertThat(result.exitCode()).as(result.err() + result.out()).isZero();
        assertAllGood();
        assertThat(Cli.steps(temporary.resolve("run")))
                .filteredOn(step -> step.asked().server().matches("spring-(blocking|virtual)"))
                .allMatch(step -> step.database().cpuSeconds() >= 0)
                .allMatch(step ->
                        step.database().connectionsPeak().equals(step.asked().databaseConnections()));
    }

    @Test
    void allAnswerAlike() throws Exception {
        var servers = startAll();
        for (var route : List.of("/json", "/json2?time=0", "/json2?time=15", "/json2", "/fortunes")) {
            var bodies = new LinkedHashMap<ServerCatalog, String>();
            for (var server : servers.entrySet()) {
                bodies.put(server.getKey(), get(server.getValue(), route));
            }
            assertThat(bodies.values()).as(route + ": " + bodies).containsOnly(bodies.get(ServerCatalog.KILIM));
        }
        var json = new JsonMapper();
        var keys = new LinkedHashMap<ServerCatalog, List<String>>();
        for (var server : servers.entrySet()) {
            var health = json.readTree(get(server.getValue(), "/health"));
            assertThat(health.path("server").asString())
                    .isEqualTo(server.getKey().label());
            // of kilim alone: the others have no transport to choose
            keys.put(
                    server.getKey(),
                    health.propertyNames().stream()
                            .filter(key -> !key.equals("transport"))
                            .toList());
        }
        assertThat(keys.values()).as(keys.toString()).containsOnly(keys.get(ServerCatalog.KILIM));
        sweepAsTargets(servers);
    }

    private Map<ServerCatalog, URI> startAll() throws Exception {
        var postgres = PostgresServer.start(Home.path(), temporary);
        running.add(postgres);
        var starting = new LinkedHashMap<ServerCatalog, ServerProcess>();
        for (var server : FOUR) {
            var options = new ArrayList<>(List.of("--port", String.valueOf(Ports.free())));
            if (server.stores().getFirst() == StoreKind.POSTGRES) {
                options.addAll(List.of("--postgres", postgres.url()));
            }
            var files = temporary.resolve(server.label());
            var process = ServerProcess.start(server.label(), Home.path(), files, server.command(null, options));
            running.add(process);
            starting.put(server, process);
        }
        var urls = new LinkedHashMap<ServerCatalog, URI>();
        for (var server : starting.entrySet()) {
            var ready = server.getValue().awaitReady();
            urls.put(server.getKey(), URI.create(ready.path("url").asString()));
        }
        return urls;
    }

    private String get(URI server, String route) throws Exception {
        var answer = http.send(HttpRequest.newBuilder(server.resolve(route)).build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(server + route).isEqualTo(200);
        return answer.body();
    }

    private void sweepAsTargets(Map<ServerCatalog, URI> servers) throws Exception {
        var arguments = new ArrayList<>(
                List.of("sweep", "--out", temporary.resolve("run").toString()));
        servers.forEach((server, url) ->
                arguments.addAll(List.of("--target", "my-%s=%s".formatted(server.label(), url))));
        arguments.addAll(
                List.of("--connections", "20", "--requests", "" + REQUESTS, "--route", "/json", "--keep-alive"));
        var result = Cli.run(arguments.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.err() + result.out()).isZero();
        assertAllGood();
    }

    private void assertAllGood() throws Exception {
        var records = Cli.steps(temporary.resolve("run"));
        assertThat(records).hasSize(FOUR.size()).extracting(StepRecord::outcome).containsOnly(Outcome.OK);
        assertThat(records)
                .allMatch(step -> step.load().failed() == 0 && step.load().requestsCompleted() == REQUESTS);
    }
}
