package threadwall.loadgen.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static threadwall.loadgen.sweep.plan.SweepConfigBuilder.CONTAINER;
import static threadwall.loadgen.sweep.plan.SweepConfigBuilder.at;
import static threadwall.loadgen.sweep.plan.SweepConfigBuilder.target;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.testbed.CpuPinning;
import threadwall.process.CpuList;
import threadwall.process.PreconditionException;

class CpuPinningTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0|0", "0-2|0,1,2", "3,0-1,1|0,1,3", "7-7|7"})
    void readsListsAsCpusetHasThem(String text, String numbers) {
        assertThat(CpuList.parse(text).orElseThrow()).hasToString(numbers);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "2-1", "0,", "-1", "0-1-2", "123456"})
    void refusesAMalformedList(String text) {
        assertThat(CpuList.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "server=", "client=0,server=1", "server=0,client=", "server=0;client=1", "server=1-0"})
    void refusesOtherForms(String text) {
        refused(() -> CpuPinning.parse(text), 2, "--pin '%s' is not server=CPUS,client=CPUS".formatted(text));
    }

    @Test
    void pinsServersAndClientsApart() {
        refused(
                () -> CpuPinning.parse("server=0-2,client=2,3"),
                2,
                "--pin server=0-2,client=2,3 has CPU 2 on both sides");
    }

    @Test
    void refusesAMissingCpu() throws PreconditionException {
        refused(
                () -> at(10).pin("server=0,client=4").on(CONTAINER),
                4,
                "--pin asks for CPU 4, but processes here may only use 0,1,2,3: choose among these");
        assertThat(at(10).pin("server=0,client=3").on(CONTAINER)).hasSize(1);
    }

    @Test
    void cannotMoveATarget() throws PreconditionException {
        var builder = at(10).servers().targets(target("mine", null));
        refused(() -> builder.pin("server=0").on(CONTAINER), 2, "--pin server=0 cannot pin mine, which you run");
        assertThat(builder.pin("client=0").on(CONTAINER)).hasSize(1);
    }

    @Test
    void prefixesTheCommandLinesOfBothSides() throws PreconditionException {
        var step = at(10).pin("server=0-1,client=3").step();
        assertThat(step.shards().getFirst().command().words()).startsWith("taskset", "-c", "0,1", "java");
        assertThat(step.clients()).singleElement().satisfies(client -> {
            assertThat(client.measured().command().words()).startsWith("taskset", "-c", "3", "ab");
            assertThat(client.warmUp().command().words()).startsWith("taskset", "-c", "3", "ab");
            assertThat(client.measured().command().words())
                    .containsSequence("-B", client.measured().load().source());
        });
        assertThat(step.shards().getFirst().gcLog()).isNotNull();
    }

    @Test
    void givesAClientAThreadForEachOfItsCpus() throws PreconditionException {
        var step = at(300).by(LoadEngine.WRK, 1)
                .keepAlive()
                .route("/json")
                .pin("client=1-3")
                .step();
        assertThat(step.clients().getFirst().measured().load().threads()).isEqualTo(3);
    }

    @FunctionalInterface
    private interface Planning {
        void run() throws PreconditionException;
    }

    private static void refused(Planning planning, int exitCode, String message) {
        assertThatThrownBy(planning::run)
                .isInstanceOfSatisfying(
                        PreconditionException.class,
                        refused -> assertThat(refused.exitCode()).isEqualTo(exitCode))
                .hasMessageStartingWith(message);
    }
}
