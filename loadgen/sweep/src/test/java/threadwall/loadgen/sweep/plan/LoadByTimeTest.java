package threadwall.loadgen.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static threadwall.loadgen.sweep.plan.SweepConfigBuilder.at;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan;

/** Steps of wrk and oha, which end by time. */
class LoadByTimeTest {

    @Test
    void isOneClientWithoutANumberOfRequests() throws PreconditionException {
        var step = wrk(256, "/json", 10);
        assertThat(step.load().engine()).isEqualTo("wrk");
        assertThat(step.load().requests()).isNull();
        assertThat(step.warmUp().warmUpRequests()).isNull();
        assertThat(step.clients()).singleElement().satisfies(client -> {
            assertThat(client.measured().load().requests()).isNull();
            assertThat(client.measured().load().source()).isEqualTo("127.0.0.1");
            assertThat(client.measured().load().connections()).isEqualTo(256);
            assertThat(client.warmUp().command().words())
                    .isNotEqualTo(client.measured().command().words());
        });
    }

    /** Five rounds of 5 s. On a route that sleeps longer, rounds last two sleeps and there are fewer of them. */
    @ParameterizedTest
    @CsvSource({
        "/json,              10, 5, 5",
        "/json,               1, 5, 1",
        "/json2?time=100,    10, 5, 5",
        "/json2?time=2500,   20, 4, 6",
        "/json2?time=20000,  90, 1, 40",
        "/json2?time=20000,  25, 1, 25",
    })
    void warmsUpNoLongerThanItLoads(String route, int seconds, int rounds, int warmUpSeconds)
            throws PreconditionException {
        var step = wrk(1_000, route, seconds);
        assertThat(step.warmUp().warmUpRounds()).isEqualTo(rounds);
        assertThat(step.clients().getFirst().warmUp().load().seconds()).isEqualTo(warmUpSeconds);
        assertThat(step.clients().getFirst().measured().load().seconds()).isEqualTo(seconds);
    }

    /** 700 answers of one second each within 10 s, plus a third: 91 connections. */
    @ParameterizedTest
    @CsvSource({"/json, 1000, 4", "/json2?time=100, 1000, 10", "/json2?time=1000, 1000, 91", "/json2?time=1000, 20, 20"
    })
    void checksEnoughAnswersUnderLoad(String route, int concurrency, int verifiers) throws PreconditionException {
        assertThat(wrk(concurrency, route, 10).load().verifiers()).isEqualTo(verifiers);
    }

    @Test
    void usesHalfOfTheCpusByDefaultAndAtLeastOneConnectionPerThread() throws PreconditionException {
        assertThat(threads(wrk(256, "/json", 1))).isEqualTo(2); // of 4
        assertThat(threads(wrk(1, "/json", 1))).isEqualTo(1);
        assertThat(threads(wrk(255, "/json", 1)))
                .as("with 2 threads, one connection would not be opened")
                .isEqualTo(1);
        assertThat(threads(at(255).by(LoadEngine.OHA, 1).step())).isEqualTo(2);
        assertThat(threads(at(259).by(LoadEngine.WRK, 1)
                        .clientThreads(7)
                        .keepAlive()
                        .route("/json")
                        .step()))
                .isEqualTo(7);
    }

    @Test
    void ohaKeepsConnectionsOnlyWhenAsked() throws PreconditionException {
        assertThat(keeps(at(10).by(LoadEngine.OHA, 1).step())).containsExactly(false, false);
        assertThat(keeps(at(10).by(LoadEngine.OHA, 1).keepAlive().step())).containsExactly(true, true);
    }

    private static List<Boolean> keeps(StepPlan step) {
        var client = step.clients().getFirst();
        return List.of(
                client.warmUp().load().keepAlive(), client.measured().load().keepAlive());
    }

    private static int threads(StepPlan step) {
        return step.clients().getFirst().measured().load().threads();
    }

    private static StepPlan wrk(int concurrency, String route, int seconds) throws PreconditionException {
        return at(concurrency)
                .by(LoadEngine.WRK, seconds)
                .keepAlive()
                .route(route)
                .step();
    }
}
