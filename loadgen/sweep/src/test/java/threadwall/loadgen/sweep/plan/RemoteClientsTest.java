package threadwall.loadgen.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.loadgen.sweep.plan.SweepConfig.Requests;
import threadwall.process.PreconditionException;
import threadwall.record.ClientHost;

/** Plans of loads that come from other hosts. */
class RemoteClientsTest {

    private static final ClientHost LAB1 = host("lab1", "198.18.1.1");
    private static final ClientHost LAB2 = host("lab2", "198.18.2.1");

    private static ClientHost host(String name, String address) {
        return host(name, address, 0.1);
    }

    private static ClientHost host(String name, String address, double roundTripMillis) {
        var readings = new ClientHost.Readings(
                null, 2, 9_040L, "1024 65535", "", "cubic", "1.7.0", "25", 0, null, roundTripMillis, null);
        return new ClientHost(name, address, 1, 9_000, readings);
    }

    @Test
    void oneClientMakesTheLoadFromAllHostsAndThisMachineTheWarmUp() throws PreconditionException {
        var step = SweepConfigBuilder.at(15_000).from(LAB1, LAB2).step();
        assertThat(step.load().engine()).isEqualTo("tsung");
        assertThat(step.shards())
                .singleElement()
                .satisfies(shard -> assertThat(shard.url()).isEqualTo("http://198.18.0.1:8080"));
        assertThat(step.shards().getFirst().command().words()).containsSequence("--host", "198.18.0.1");
        var client = step.clients().getFirst();
        assertThat(step.clients()).hasSize(1);
        assertThat(client.measured().load().connections()).isEqualTo(15_000);
        assertThat(client.measured().load().sources()).containsExactly("198.18.1.1", "198.18.2.1");
        assertThat(client.measured().command().words())
                .containsExactly(
                        "loadgen/tsung/run.sh",
                        "results/now/steps/001-kilim-15000/tsung-1.run",
                        "198.18.0.1",
                        "lab1=198.18.1.1,lab2=198.18.2.1",
                        "15000");
        assertThat(client.warmUp().command().words().getFirst()).isEqualTo("ab");
        assertThat(client.warmUp().load().connections())
                .as("as many as one ab opens")
                .isEqualTo((int) SweepConfigBuilder.CONTAINER.connectionsOfOneClient());
    }

    @Test
    void aHostHasAsFewProcessesAsItsConnectionsNeed() throws PreconditionException {
        var few = new ClientHost("few", "198.18.3.1", 16, 500, null);
        assertThat(processes(400, few)).containsExactly(1);
        assertThat(processes(501, few)).containsExactly(2);
        assertThat(processes(9_600, LAB1, few)).containsExactly(1, 2);
    }

    private static List<Integer> processes(int connections, ClientHost... hosts) throws PreconditionException {
        return SweepConfigBuilder.at(connections)
                .from(hosts)
                .step()
                .clients()
                .getFirst()
                .measured()
                .load()
                .hosts()
                .stream()
                .map(ClientHost::processes)
                .toList();
    }

    @Test
    void moreThanTheHostsOrTheServerMayOpenIsRefused() {
        assertThatThrownBy(() -> SweepConfigBuilder.at(19_000).from(LAB1, LAB2).step())
                .isInstanceOf(PreconditionException.class)
                .hasMessage(
                        "asked for 19,000 connections; the hosts of --clients may open 18,000: lab1 9,000 (nofile 9,040,"
                                + " ports 1024 65535), lab2 9,000 (nofile 9,040, ports 1024 65535). Raise the limits there, name"
                                + " more hosts, or ask for fewer (./threadwall doctor --host lab1 --connections 9500 shows how)");
        assertThatThrownBy(() -> SweepConfigBuilder.at(40_000)
                        .from(new ClientHost("big", "198.18.1.1", 8, 9_000, null))
                        .step())
                .isInstanceOf(PreconditionException.class)
                .hasMessageStartingWith(
                        "asked for 40,000 connections from other hosts to one server process; nofile is 20,000");
    }

    /** 20 users a second on each of two hosts at 50 ms: 1,000 connections take 25 s to start. */
    @Test
    void overASlowLinkTheFirstConnectionsOutlastTheStart() throws PreconditionException {
        var near = SweepConfigBuilder.at(1_000)
                .from(LAB1, LAB2)
                .requests(Requests.Lasting.DEFAULT)
                .step();
        assertThat(near.load().requests()).isEqualTo(40_000);
        var far = SweepConfigBuilder.at(1_000)
                .from(host("lab1", "198.18.1.1", 50.0), host("lab2", "198.18.2.1", 50.0))
                .requests(Requests.Lasting.DEFAULT)
                .step();
        double sleep = far.load().sleepMillis() == null ? 0 : far.load().sleepMillis();
        assertThat(far.load().requests()).isEqualTo(1_000 * (long) Math.ceil(1.5 * 25 / ((sleep + 50) / 1e3)));
        assertThat(LoadLength.sized(far, 1e9).load().requests())
                .as("no more than the round trips allow")
                .isEqualTo(Math.max(far.load().requests(), (long) Math.ceil(5 * 1_000 / ((sleep + 50) / 1e3))));
    }

    @Test
    void aLoadThatCannotEndInTimeIsRefused() {
        assertThatThrownBy(() -> SweepConfigBuilder.at(5_000)
                        .from(host("lab1", "198.18.1.1", 50.0))
                        .requests(new Requests.PerConnection(14_000))
                        .step())
                .hasMessageContaining(" over a round trip of 50.0 ms, after a start of 250 s, take ")
                .hasMessageEndingWith("lower --requests, name more hosts, or use a shorter sleep");
    }

    @Test
    void aRepeatedLoadKeepsItsHosts() throws PreconditionException {
        var step = LoadLength.repeated(SweepConfigBuilder.at(1_000).from(LAB1).step(), 5_000);
        assertThat(step.clients().getFirst().measured().load().sources()).containsExactly("198.18.1.1");
    }
}
