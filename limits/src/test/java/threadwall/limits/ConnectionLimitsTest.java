package threadwall.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static threadwall.limits.LimitRows.connections;
import static threadwall.limits.LimitRows.limit;
import static threadwall.limits.LimitRows.snapshot;

import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Every limit on connections, on recorded machines: limit | scope | effect | in force | allows. */
class ConnectionLimitsTest {

    @Test
    void rootOfAHybridHost() {
        assertThat(LimitRows.of(connections(snapshot("v1-hybrid"))))
                .containsExactly(
                        "net.core.somaxconn | NETWORK_NAMESPACE | SLOWS | 4096 | 4097",
                        "net.ipv4.ip_local_port_range (half) | ADDRESS_PAIR | SLOWS | 14116 | 14116",
                        "RLIMIT_NOFILE | PROCESS | REFUSES | 20000 | 19910",
                        "net.ipv4.ip_local_port_range | ADDRESS_PAIR | REFUSES | 28232 | 28232",
                        "net.ipv4.tcp_mem | MACHINE | SLOWS | 575802 | 287819",
                        "fs.nr_open | PROCESS | REFUSES | 1048576 | 1048486",
                        "memory of the machine | MACHINE | KILLS | 24694050816 | 3086756",
                        // CAP_SYS_ADMIN
                        "fs.file-max | MACHINE | REFUSES | - | -",
                        // SYN cookies are on
                        "net.ipv4.tcp_max_syn_backlog | NETWORK_NAMESPACE | SLOWS | - | -",
                        "memory.limit_in_bytes of /sys/fs/cgroup/memory/job/1 | CGROUP | KILLS | - | -",
                        "memory.limit_in_bytes of /sys/fs/cgroup/memory/job | CGROUP | KILLS | - | -",
                        "memory.limit_in_bytes of /sys/fs/cgroup/memory | CGROUP | KILLS | - | -",
                        // loaded, but no rule makes it track connections
                        "net.netfilter.nf_conntrack_max | NETWORK_NAMESPACE | REFUSES | - | -");
        assertThat(connections(snapshot("v1-hybrid")).unread()).isEmpty();
    }

    @Test
    void filesCountForAnOrdinaryUser() {
        assertThat(LimitRows.of(connections(snapshot("v1-hybrid-user"))))
                .contains("fs.file-max | MACHINE | REFUSES | 2466183 | 1232680");
    }

    @Test
    void aUserUnderSystemd() {
        assertThat(LimitRows.of(connections(snapshot("v2-systemd"))))
                .containsExactly(
                        "RLIMIT_NOFILE (soft) | PROCESS | REFUSES_OTHERS | 1024 | 934",
                        "net.core.somaxconn | NETWORK_NAMESPACE | SLOWS | 4096 | 4097",
                        "net.ipv4.ip_local_port_range (half) | ADDRESS_PAIR | SLOWS | 28000 | 28000",
                        "net.ipv4.ip_local_port_range | ADDRESS_PAIR | REFUSES | 64512 | 64500",
                        "net.ipv4.tcp_mem | MACHINE | SLOWS | 130000 | 64500",
                        "memory.max of /sys/fs/cgroup/user.slice/user-1000.slice | CGROUP | KILLS | 2147483648 | 255935",
                        "memory of the machine | MACHINE | KILLS | 5734400000 | 716800",
                        "RLIMIT_NOFILE | PROCESS | REFUSES | 1048576 | 1048486",
                        "memory.max of /sys/fs/cgroup/user.slice | CGROUP | KILLS | - | -");
        assertThat(connections(snapshot("v2-systemd")).unread())
                .containsExactly(
                        "fs.nr_open: cannot be read from /proc/sys/fs/nr_open",
                        "fs.file-max: cannot be read from /proc/sys/fs/file-max, file-nr",
                        "net.ipv4.tcp_max_syn_backlog: cannot be read from"
                                + " /proc/sys/net/ipv4/tcp_max_syn_backlog, tcp_syncookies");
    }

    @Test
    void aUserOfDebianAsItComes() {
        assertThat(LimitRows.of(connections(snapshot("v2-session"))))
                .startsWith(
                        "RLIMIT_NOFILE (soft) | PROCESS | REFUSES_OTHERS | 1024 | 934",
                        "net.core.somaxconn | NETWORK_NAMESPACE | SLOWS | 4096 | 4097",
                        "net.ipv4.ip_local_port_range (half) | ADDRESS_PAIR | SLOWS | 14116 | 14116",
                        "net.ipv4.ip_local_port_range | ADDRESS_PAIR | REFUSES | 28232 | 28232",
                        "net.ipv4.tcp_mem | MACHINE | SLOWS | 139620 | 69810",
                        "memory of the machine | MACHINE | KILLS | 5933252608 | 741656",
                        "RLIMIT_NOFILE | PROCESS | REFUSES | 1048576 | 1048486",
                        "fs.nr_open | PROCESS | REFUSES | 1048576 | 1048486",
                        // systemd sets the largest possible number
                        "fs.file-max | MACHINE | REFUSES | - | -");
        assertThat(connections(snapshot("v2-session")).unread()).isEmpty();
    }

    @Test
    void rootOfAContainer() {
        assertThat(LimitRows.of(connections(snapshot("v2-container"))))
                .containsExactly(
                        "net.core.somaxconn | NETWORK_NAMESPACE | SLOWS | 128 | 129",
                        "net.ipv4.tcp_max_syn_backlog | NETWORK_NAMESPACE | SLOWS | 512 | 385",
                        "RLIMIT_NOFILE | PROCESS | REFUSES | 4096 | 4006",
                        "net.ipv4.ip_local_port_range (half) | ADDRESS_PAIR | SLOWS | 28000 | 28000",
                        "fs.file-max | MACHINE | REFUSES | 100000 | 48455",
                        "net.ipv4.ip_local_port_range | ADDRESS_PAIR | REFUSES | 64512 | 64511",
                        "memory.max of /sys/fs/cgroup | CGROUP | KILLS | 1073741824 | 121717",
                        "net.ipv4.tcp_mem | MACHINE | SLOWS | 380000 | 190000",
                        "net.netfilter.nf_conntrack_max | NETWORK_NAMESPACE | REFUSES | 262144 | 262024",
                        "fs.nr_open | PROCESS | REFUSES | 1048576 | 1048486",
                        "memory of the machine | MACHINE | KILLS | 10240000000 | 1280000",
                        "net.ipv4.ip_local_reserved_ports | NETWORK_NAMESPACE | SLOWS | - | -");
    }

    @Test
    void aListenerInsideTheRangeMayLoseItsPort() {
        // 8080 is reserved, 9090 is not
        assertThat(limit(connections(snapshot("v2-container")), "net.ipv4.ip_local_reserved_ports")
                        .formula())
                .isEqualTo("the listener on 9090, inside 1024–65535, may lose its port when it restarts:"
                        + " sysctl -w net.ipv4.ip_local_reserved_ports=8080,9090");
    }

    @Test
    void whatOnlySlowsStopsNothing() {
        SystemSnapshot host = snapshot("v1-hybrid");
        Diagnosis fits = ConnectionLimits.diagnose(host, LimitRows.OWN, OptionalLong.of(19_910));
        assertThat(fits.fits()).isTrue();
        assertThat(fits.binding().orElseThrow().name()).isEqualTo("RLIMIT_NOFILE");
        assertThat(ConnectionLimits.diagnose(host, LimitRows.OWN, OptionalLong.of(19_911))
                        .fits())
                .isFalse();
    }

    @Test
    void aSoftLimitStopsOnlyThoseThatDoNotRaiseIt() {
        Diagnosis session = ConnectionLimits.diagnose(snapshot("v2-systemd"), LimitRows.OWN, OptionalLong.of(20_000));
        assertThat(session.fits()).isTrue();
        assertThat(limit(session, "RLIMIT_NOFILE (soft)").remedy(20_000).now()).containsExactly("ulimit -Sn 23000");
    }

    @Test
    void aJvmsOwnSoftLimitIsNotWhatAShellGives() {
        // the JVM of this tree has raised its own, from 1,024
        assertThat(ProcessLimits.parse(new SystemFiles(RecordedMachines.root("v2-container")).text("proc/self/limits"))
                        .nofile())
                .hasToString("4096/4096");
        assertThat(snapshot("v2-container").process().nofile()).hasToString("4096/4096");
        assertThat(SystemSnapshot.read(RecordedMachines.root("v2-container"), Optional.empty(), Optional.of("1024"))
                        .process()
                        .nofile())
                .hasToString("1024/4096");
    }

    @Test
    void thisMachineHasALimit() {
        Diagnosis here = ConnectionLimits.diagnose(SystemSnapshot.read(), LimitRows.OWN, OptionalLong.empty());
        assertThat(here.most().orElseThrow()).isPositive();
        assertThat(LimitRows.of(here)).anyMatch(row -> row.startsWith("net.ipv4.ip_local_port_range | ADDRESS_PAIR"));
    }
}
