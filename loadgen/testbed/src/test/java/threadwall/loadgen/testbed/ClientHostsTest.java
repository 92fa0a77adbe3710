package threadwall.loadgen.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.loadgen.testbed.ClientHosts.Facts;
import threadwall.process.PreconditionException;
import threadwall.record.ClientHost;

/** What hosts say of themselves, and which are refused. */
class ClientHostsTest {

    private static final String GOOD = """
            kernel=6.1.0-40-cloud-amd64
            processors=4
            nofile=20000
            ports=1024 65535
            reserved=4369,64000-65500
            congestion=cubic
            addresses=127.0.0.1 198.18.1.1
            queue=noqueue 0: root refcnt 2
            ip=found
            tc=found
            pgrep=found
            tsung=Tsung version 1.7.0
            erlang=25
            time=1000.250000000
            """;

    private static final Facts HERE = facts("localhost", GOOD);

    private static Facts facts(String name, String said) {
        try {
            return ClientHosts.parsed(name, "198.18.1.1", said, Instant.ofEpochSecond(1_000));
        } catch (PreconditionException e) {
            throw new AssertionError(e);
        }
    }

    private static void refused(String said, String message) {
        assertThatThrownBy(() -> ClientHosts.checked(facts("lab2", said), HERE))
                .isInstanceOf(PreconditionException.class)
                .hasMessage(message)
                .extracting(problem -> ((PreconditionException) problem).exitCode())
                .isEqualTo(4);
    }

    @Test
    void aHostMayOpenWhatItsDescriptorsAllow() throws PreconditionException {
        assertThat(ClientHosts.checked(facts("lab1", GOOD), HERE))
                .isEqualTo(new ClientHost(
                        "lab1",
                        "198.18.1.1",
                        1,
                        20_000 - 40,
                        new ClientHost.Readings(
                                "6.1.0-40-cloud-amd64",
                                4,
                                20_000L,
                                "1024 65535",
                                "4369,64000-65500",
                                "cubic",
                                "Tsung version 1.7.0",
                                "25",
                                250,
                                "noqueue 0: root refcnt 2",
                                null,
                                null)));
    }

    @Test
    void orItsPortsIfTheseAreFewer() throws PreconditionException {
        var few = GOOD.replace("1024 65535", "32768 60999").replace("4369,64000-65500", "");
        assertThat(ClientHosts.checked(facts("lab1", few), HERE).maxConnections())
                .isEqualTo((int) (0.9 * 14_116));
    }

    /** A process may have few files, so several share the ports. */
    @Test
    void orSeveralProcessesOfFewDescriptorsEach() throws PreconditionException {
        var few = ClientHosts.checked(facts("lab1", GOOD.replace("nofile=20000", "nofile=1024")), HERE);
        assertThat(few.maxConnections()).isEqualTo(1_024 - 40);
        assertThat(few.processes()).isEqualTo(16);
        var half = ClientHosts.checked(facts("lab1", GOOD.replace("nofile=20000", "nofile=12000")), HERE);
        assertThat(half.maxConnections()).isEqualTo(12_000 - 40);
        assertThat(half.processes()).isEqualTo(2);
        var here = ClientHosts.checked(facts("localhost", GOOD.replace("nofile=20000", "nofile=1024")), HERE);
        assertThat(here.processes()).isEqualTo(1);
    }

    @Test
    void anAddressThatIsTranslatedIsRefused() {
        refused(
                GOOD.replace("198.18.1.1", "10.0.0.7"),
                "lab2 is reached by 198.18.1.1, which is none of its own addresses (127.0.0.1 10.0.0.7): its connections"
                        + " would not be recognized, and Erlang could not listen there; give ssh an address of the host"
                        + " itself (HostName)");
    }

    @Test
    void theClockIsComparedWithThisMachines() {
        assertThat(facts("lab1", GOOD).offset()).hasMillis(250);
        refused(
                GOOD.replace("time=1000", "time=1005"),
                "the clock of lab2 differs from this machine's by 5.3 s; the limit is 1 s: set it (timedatectl set-ntp true)");
    }

    /** Erlang once read the end of the script, the clock included. */
    @Test
    void aHostWithoutAClockIsRefused() {
        for (var said : List.of(GOOD.replaceFirst("time=.*\n", ""), GOOD.replace(".250000000", ".%N"))) {
            assertThatThrownBy(() -> ClientHosts.parsed("lab2", "198.18.1.1", said, Instant.EPOCH))
                    .isInstanceOf(PreconditionException.class)
                    .hasMessageStartingWith("the clock of lab2 cannot be read");
        }
    }

    @Test
    void theAddressIsOneThatOtherHostsReach() throws Exception {
        var here = new ClientHost("localhost", "127.0.0.1", 1, 10, null);
        var other = new ClientHost("lab1", "198.18.1.1", 1, 10, null);
        assertThat(ClientHosts.listenAddress(List.of(here), null)).isEqualTo("127.0.0.1");
        assertThat(ClientHosts.listenAddress(List.of(here), "127.0.0.1")).isEqualTo("127.0.0.1");
        assertThatThrownBy(() -> ClientHosts.listenAddress(List.of(here, other), "127.0.0.1"))
                .hasMessage("--listen 127.0.0.1 is this machine's own loopback, which lab1 does not reach");
        for (var no : List.of("here", "0.0.0.0", "198.51.100.1", "400.1.1.1")) {
            assertThatThrownBy(() -> ClientHosts.listenAddress(List.of(here), no))
                    .hasMessage("--listen %s is no IPv4 address of this machine; ip -4 address lists them", no);
        }
    }

    @Test
    void aHostIsNamedOnce() throws PreconditionException {
        var one = new ClientHost("lab1", "198.18.1.1", 1, 10, null);
        ClientHosts.requireDistinct(List.of(one, new ClientHost("lab2", "198.18.2.1", 1, 10, null)));
        assertThatThrownBy(() ->
                        ClientHosts.requireDistinct(List.of(one, new ClientHost("alias", "198.18.1.1", 1, 10, null))))
                .isInstanceOf(PreconditionException.class)
                .hasMessage("--clients: lab1 and alias are the same host (198.18.1.1): name it once");
        var here = new ClientHost(ClientHost.THIS_MACHINE, "127.0.0.1", 1, 10, null);
        ClientHosts.requireDistinct(List.of(here));
        assertThatThrownBy(() -> ClientHosts.requireDistinct(List.of(one, here)))
                .hasMessageStartingWith("--clients: localhost is this machine, which other hosts do not reach");
    }

    @Test
    void bothNeedTheSameTsungAndErlang() {
        refused(GOOD.replace("tc=found\n", ""), "lab2 has no tc; install it there: apt-get install iproute2");
        refused(GOOD.replaceFirst("tsung=.*\n", ""), "lab2 has no tsung; install it there: apt-get install tsung");
        refused(
                GOOD.replace("1.7.0", "1.8.0"),
                "lab2 has tsung 1.8.0, this machine 1.7.0: install the same version on both");
        refused(
                GOOD.replace("erlang=25", "erlang=27"),
                "lab2 has erlang 27, this machine 25: install the same version on both");
    }

    @Test
    void aHostWithoutDescriptorsIsRefused() {
        refused(
                GOOD.replace("nofile=20000", "nofile=32"),
                "lab2 has a hard nofile of 32 and ports 1024 65535, too few for a client: raise them (./threadwall doctor"
                        + " --host lab2 --connections 1k shows how)");
    }
}
