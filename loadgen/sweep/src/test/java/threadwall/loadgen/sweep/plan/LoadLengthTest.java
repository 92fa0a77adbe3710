package threadwall.loadgen.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static threadwall.loadgen.sweep.plan.SweepConfigBuilder.CONTAINER;
import static threadwall.loadgen.sweep.plan.SweepConfigBuilder.at;

import org.junit.jupiter.api.Test;
import threadwall.loadgen.sweep.plan.SweepConfig.Requests;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan;

class LoadLengthTest {

    private static StepPlan planned(int concurrency) throws PreconditionException {
        return at(concurrency).requests(Requests.Lasting.DEFAULT).on(CONTAINER).getFirst();
    }

    @Test
    void makesAsManyRequestsAsTheTimeTakesWithAMargin() throws PreconditionException {
        var step = planned(5_000);
        assertThat(step.load().requests()).isEqualTo(25_000);
        var sized = LoadLength.sized(step, 10_000);
        assertThat(sized.load().requests()).isGreaterThan(10_000 * 5).isLessThan(10_000 * 8);
        assertThat(sized.clients().getFirst().measured().command().words())
                .containsSequence("-n", String.valueOf(sized.load().requests()));
        assertThat(sized.load().concurrency()).isEqualTo(5_000);
    }

    @Test
    void neverFewerThanPlanned() throws PreconditionException {
        assertThat(LoadLength.sized(planned(5_000), 100)).isEqualTo(planned(5_000));
    }

    @Test
    void dividesTheRequestsOverAllClients() throws PreconditionException {
        var sized = LoadLength.sized(planned(40_000), 20_000);
        assertThat(sized.clients()).hasSizeGreaterThan(2);
        assertThat(sized.clients().stream()
                        .mapToLong(client -> client.measured().load().requests())
                        .sum())
                .isEqualTo(sized.load().requests());
        assertThat(sized.clients())
                .allSatisfy(client -> assertThat(client.measured().load().requests())
                        .isGreaterThanOrEqualTo(client.measured().load().connections()));
    }

    @Test
    void aFixedNumberStays() throws PreconditionException {
        var step =
                at(5_000).requests(new Requests.PerConnection(4)).on(CONTAINER).getFirst();
        assertThat(LoadLength.sized(step, 1_000_000)).isEqualTo(step);
    }

    /** Ports of the first load may still be in TIME_WAIT. */
    @Test
    void aRepeatedLoadComesFromOtherAddresses() throws PreconditionException {
        var step = planned(5_000);
        var load = LoadLength.repeated(step, 10_000).clients().getFirst().measured();
        assertThat(step.clients().getFirst().measured().load().source()).isEqualTo("127.1.0.1");
        assertThat(load.load().source()).isEqualTo("127.4.0.1");
        assertThat(load.command().words()).containsSequence("-B", "127.4.0.1");
    }

    @Test
    void aLoadThatIsNotMeasuredIsTheSameFromOtherAddresses() throws PreconditionException {
        var step = planned(40_000);
        var second = LoadLength.rehearsal(step, 2);
        assertThat(second.clients()).hasSameSizeAs(step.clients());
        assertThat(second.clients()).allSatisfy(client -> {
            var load = client.measured().load();
            assertThat(load.source()).startsWith("127.6.0.");
            assertThat(client.measured().command().words()).containsSequence("-B", load.source());
        });
        assertThat(second.clients().stream()
                        .map(client -> client.measured().load().requests()))
                .containsExactlyElementsOf(step.clients().stream()
                        .map(client -> client.measured().load().requests())
                        .toList());
    }

    @Test
    void clientsStayOnTheirProcessors() throws PreconditionException {
        var step = at(5_000)
                .requests(Requests.Lasting.DEFAULT)
                .pin("server=0,client=1")
                .on(CONTAINER)
                .getFirst();
        var words = LoadLength.sized(step, 10_000)
                .clients()
                .getFirst()
                .measured()
                .command()
                .words();
        assertThat(words).startsWith("taskset", "-c", "1", "ab");
    }
}
