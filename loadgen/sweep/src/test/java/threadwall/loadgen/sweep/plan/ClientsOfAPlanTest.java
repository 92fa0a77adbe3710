package threadwall.loadgen.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static threadwall.loadgen.sweep.plan.SweepConfigBuilder.CONTAINER;
import static threadwall.loadgen.sweep.plan.SweepConfigBuilder.at;
import static threadwall.loadgen.sweep.plan.SweepConfigBuilder.host;
import static threadwall.loadgen.sweep.plan.SweepConfigBuilder.target;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import threadwall.loadgen.http.AnswerVerifier;
import threadwall.loadgen.sweep.plan.SweepConfig.Requests;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.Client;

/** How the load of a step is partitioned over {@code ab} processes. */
class ClientsOfAPlanTest {

    private static final long SEED = 20_260_203;

    @Test
    void makesExactlyTheConfiguredConnectionsAndRequests() throws PreconditionException {
        var random = new Random(SEED);
        for (int i = 0; i < 500; i++) {
            int connections = 1 + random.nextInt(40_000);
            int requests = connections + random.nextInt(Math.min(1_000_000, 8_000 * connections));
            var host = host(8_000 + random.nextInt(20_000), 3_000 + random.nextInt(25_000));
            var step = at(connections)
                    .requests(new Requests.Fixed(requests))
                    .on(host)
                    .getFirst();
            assertThat(step.load().requests()).isEqualTo(requests);
            assertThat(sum(step, client -> (long) client.measured().load().connections()))
                    .isEqualTo(connections);
            assertThat(sum(step, client -> client.measured().load().requests())).isEqualTo(requests);
            assertThat(sum(step, client -> option(client.measured().command().words(), "-n")))
                    .isEqualTo(requests);
            assertThat(sum(step, client -> option(client.measured().command().words(), "-c")))
                    .isEqualTo(connections);
            assertThat(sum(step, client -> option(client.warmUp().command().words(), "-n")))
                    .isEqualTo(step.warmUp().warmUpRequests());
            assertThat(sum(step, client -> option(client.warmUp().command().words(), "-c")))
                    .isEqualTo(connections);
        }
    }

    @Test
    void aWarmUpOfOneRequestAConnectionHasTheSourceOfTheLoadWhereThereArePortsForBoth() throws PreconditionException {
        assertThat(at(40_000).on(CONTAINER).getFirst().clients())
                .allSatisfy(client -> assertThat(client.warmUp().load().source())
                        .isEqualTo(client.measured().load().source()));
        assertThat(at(10_000).on(CONTAINER).getFirst().clients())
                .as("four fifths of the ports")
                .allSatisfy(
                        client -> assertThat(client.warmUp().load().source()).startsWith("127.2."));
        assertThat(at(5_000).on(CONTAINER).getFirst().clients())
                .as("two requests a connection")
                .allSatisfy(
                        client -> assertThat(client.warmUp().load().source()).startsWith("127.2."));
    }

    /** ab closes kept connections itself at the end of a round, and their ports stay in TIME_WAIT. */
    @Test
    void roundsOfKeptConnectionsHavePortsForAll() throws PreconditionException {
        for (int connections : new int[] {100, 1_000, 5_000, 10_000, 20_000, 40_000}) {
            var kept = at(connections)
                    .keepAlive()
                    .requests(Requests.Lasting.DEFAULT)
                    .on(CONTAINER)
                    .getFirst();
            var each = at(connections)
                    .requests(Requests.Lasting.DEFAULT)
                    .on(CONTAINER)
                    .getFirst();
            assertThat(kept.clients())
                    .allSatisfy(client -> assertThat(kept.warmUp().warmUpRounds()
                                    * client.warmUp().load().connections())
                            .isLessThanOrEqualTo(CONTAINER.portsPerSource()));
            assertThat((double) kept.warmUp().warmUpRounds() * kept.warmUp().warmUpRequests())
                    .as("as many requests in all as without keep-alive")
                    .isCloseTo(
                            (double) each.warmUp().warmUpRounds()
                                    * each.warmUp().warmUpRequests(),
                            org.assertj.core.data.Percentage.withPercentage(1));
            assertThat(kept.clients().getFirst().warmUp().load().source()).startsWith("127.2.");
        }
    }

    /** Their only round is not cut short: 15 s have three requests of 4 s, and one of 50 s takes longer anyway. */
    @ParameterizedTest
    @CsvSource({"1000, 15", "4000, 3", "50000, 1"})
    void aRoundOfKeptConnectionsFitsIntoTheTimeOfTheWarmUp(int sleep, int requests) throws PreconditionException {
        var step = at(10_000)
                .route("/json2?time=" + sleep)
                .keepAlive()
                .requests(new Requests.PerConnection(5))
                .on(CONTAINER)
                .getFirst();
        assertThat(step.warmUp().warmUpRounds()).isEqualTo(1);
        assertThat(step.warmUp().warmUpRequests()).isEqualTo(10_000L * requests);
    }

    @Test
    void keepsEveryClientWithinDescriptorsAndPortsAndGivesEachConnectionARequest() throws PreconditionException {
        var random = new Random(SEED);
        for (int i = 0; i < 500; i++) {
            int connections = 1 + random.nextInt(40_000);
            var host = host(8_000 + random.nextInt(20_000), 3_000 + random.nextInt(25_000));
            var step = at(connections)
                    .requests(new Requests.PerConnection(1))
                    .on(host)
                    .getFirst();
            assertThat(step.clients()).allSatisfy(client -> {
                assertThat(client.measured().load().connections())
                        .isPositive()
                        .isLessThanOrEqualTo(host.portsPerSource());
                assertThat((long) client.measured().load().connections()).isLessThan(host.nofile());
                assertThat(client.measured().load().requests())
                        .isGreaterThanOrEqualTo(client.measured().load().connections());
                assertThat(option(client.warmUp().command().words(), "-n"))
                        .isGreaterThanOrEqualTo(client.measured().load().connections());
            });
        }
    }

    @Test
    void keepsEveryServerWithinItsDescriptors() throws PreconditionException {
        var random = new Random(SEED);
        for (int i = 0; i < 500; i++) {
            int connections = 1 + random.nextInt(40_000);
            var host = host(8_000 + random.nextInt(20_000), 28_000);
            var step = at(connections).on(host).getFirst();
            int verifiers = Math.ceilDiv(step.load().verifiers(), step.shards().size());
            for (int shard = 0; shard < step.shards().size(); shard++) {
                int number = shard;
                int held = step.clients().stream()
                        .filter(client -> client.shard() == number)
                        .mapToInt(client -> client.measured().load().connections())
                        .sum();
                assertThat((long) held + verifiers).isPositive().isLessThan(host.nofile() - 200);
            }
        }
    }

    @Test
    void givesEveryLoadASourceOfItsOwn() throws PreconditionException {
        var sources = new ArrayList<String>();
        for (var step : at(1_000, 40_000).repeats(3).on(CONTAINER)) {
            for (var client : step.clients()) {
                assertThat(word(client.measured().command().words(), "-B"))
                        .isEqualTo(client.measured().load().source());
                sources.add(client.measured().load().source());
                assertThat(word(client.warmUp().command().words(), "-B"))
                        .isEqualTo(client.warmUp().load().source());
                if (step.load().concurrency() == 1_000) {
                    sources.add(client.warmUp().load().source());
                }
            }
        }
        assertThat(sources).hasSize(3 * (2 + 6)).doesNotHaveDuplicates().doesNotContain(AnswerVerifier.VERIFIER_SOURCE);
        assertThat(sources).noneMatch(source -> source.startsWith("127.0."));
    }

    @Test
    void loadsItsShard() throws PreconditionException {
        var step = at(40_000).step();
        assertThat(step.clients().stream().map(Client::shard)).containsExactly(0, 0, 1, 1, 2, 2);
        assertThat(step.clients())
                .allSatisfy(client -> Stream.of(
                                client.measured().command().words(),
                                client.warmUp().command().words())
                        .forEach(line -> assertThat(line.getLast())
                                .isEqualTo(step.shards().get(client.shard()).url() + "/json2?time=100")));
    }

    @Test
    void logsTheMeasuredRequestsOnlyEachIntoAFileOfItsOwn() throws PreconditionException {
        var clients = at(20_000).step().clients();
        assertThat(clients.stream()
                        .map(client -> word(client.measured().command().words(), "-g")))
                .containsExactly(
                        "results/now/steps/001-kilim-20000/ab-1.tsv", "results/now/steps/001-kilim-20000/ab-2.tsv");
        assertThat(clients)
                .allSatisfy(
                        client -> assertThat(client.warmUp().command().words()).doesNotContain("-g"));
    }

    @Test
    void letsAbCheckLengthsWhereTheyAreKnown() throws PreconditionException {
        assertThat(at(10).route("/fortunes")
                        .step()
                        .clients()
                        .getFirst()
                        .measured()
                        .command()
                        .words())
                .doesNotContain("-l");
        assertThat(at(10).servers()
                        .targets(target("mine", null))
                        .route("/theirs")
                        .step()
                        .clients())
                .allSatisfy(client ->
                        assertThat(client.measured().command().words()).contains("-l"));
    }

    @Test
    void keepsConnectionsOnlyWhenAsked() throws PreconditionException {
        assertThat(at(10).step().clients().getFirst().measured().command().words())
                .doesNotContain("-k");
        assertThat(at(10).keepAlive()
                        .step()
                        .clients()
                        .getFirst()
                        .measured()
                        .command()
                        .words())
                .contains("-k");
        assertThat(at(10).keepAlive()
                        .step()
                        .clients()
                        .getFirst()
                        .warmUp()
                        .command()
                        .words())
                .contains("-k");
    }

    @Test
    void addsTheSleepToTheTimeout() throws PreconditionException {
        assertThat(at(10).timeout(5).route("/json2?time=1500").step().clients())
                .allSatisfy(
                        client -> assertThat(option(client.measured().command().words(), "-s"))
                                .isEqualTo(7));
    }

    private static long sum(StepPlan step, ToLongFunction<Client> value) {
        return step.clients().stream().mapToLong(value).sum();
    }

    private static long option(List<String> line, String name) {
        return Long.parseLong(word(line, name));
    }

    private static String word(List<String> line, String name) {
        return line.get(line.indexOf(name) + 1);
    }
}
