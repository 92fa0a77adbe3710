package threadwall.process.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.process.socket.Connections;
import threadwall.process.socket.SocketMemory;
import threadwall.process.socket.TcpCounters;

class CountersTest {

    @TempDir
    Path proc;

    private void write(String file, String text) throws IOException {
        Path path = proc.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void readsRecordedCountersAndTheirDifference() throws Exception {
        write("net/netstat", """
                TcpExt: SyncookiesSent ListenOverflows ListenDrops TCPTimeWaitOverflow TCPSynRetrans
                TcpExt: 0 12 13 400 5
                IpExt: InNoRoutes InOctets
                IpExt: 0 6349
                """);
        write("net/snmp", """
                Ip: Forwarding DefaultTTL
                Ip: 1 64
                Tcp: RtoAlgorithm MaxConn AttemptFails OutSegs RetransSegs
                Tcp: 1 -1 2 7136 45
                """);
        TcpCounters counters = TcpCounters.read(proc);
        assertThat(counters).isEqualTo(new TcpCounters(12L, 13L, 400L, 7136L, 45L, 5L, null, 2L));

        TcpCounters earlier = new TcpCounters(10L, 13L, null, 7000L, 40L, 5L, 1L, 0L);
        assertThat(counters.minus(earlier)).isEqualTo(new TcpCounters(2L, 0L, null, 136L, 5L, 0L, null, 2L));
    }

    @Test
    void readsRecordedSocketMemory() throws Exception {
        write("net/sockstat", """
                sockets: used 13
                TCP: inuse 40 orphan 1 tw 30920 alloc 41 mem 240
                UDP: inuse 0 mem 0
                """);
        assertThat(SocketMemory.read(proc, 4096)).isEqualTo(new SocketMemory(40L, 1L, 30_920L, 41L, 983_040L));
    }

    @Test
    void readsRecordedKernelMemoryAndMachine() throws Exception {
        write("meminfo", """
                MemTotal:       24684096 kB
                MemAvailable:   24078192 kB
                Slab:             163052 kB
                KernelStack:        2304 kB
                """);
        write("sys/kernel/osrelease", "6.18.44\n");
        write("cpuinfo", "processor\t: 0\nmodel name\t: AMD EPYC: second\nprocessor\t: 1\nmodel name\t: other\n");
        assertThat(KernelMemory.read(proc))
                .isEqualTo(new KernelMemory(24_078_192L * 1024, 2_304L * 1024, null, 163_052L * 1024));
        var machine = MachineInfo.read(proc, List.of());
        assertThat(machine.kernel()).isEqualTo("6.18.44");
        assertThat(machine.cpu()).isEqualTo("AMD EPYC: second");
        assertThat(machine.memTotalBytes()).isEqualTo(24_684_096L * 1024);
        assertThat(machine.jvm()).contains(System.getProperty("java.runtime.version"));
    }

    @Test
    void readsRecordedSlabCaches() throws Exception {
        write("slabinfo", """
                slabinfo - version: 2.1
                # name            <active_objs> <num_objs> <objsize> <objperslab> <pagesperslab> : tunables <limit> <batchcount> <sharedfactor> : slabdata <active_slabs> <num_slabs> <sharedavail>
                TCP                  310    325   2368   13    8 : tunables    0    0    0 : slabdata     25     25      0
                sock_inode_cache     608    627    832   19    4 : tunables    0    0    0 : slabdata     33     33      0
                """);
        assertThat(SlabCache.readAll(proc, 4096))
                .containsExactly(
                        new SlabCache("TCP", 310, 2368, 25 * 8 * 4096),
                        new SlabCache("sock_inode_cache", 608, 832, 33 * 4 * 4096));
    }

    @Test
    void missingValuesAreNull() {
        assertThat(SlabCache.readAll(proc, 4096)).isNull();
        assertThat(TcpCounters.read(proc)).isEqualTo(new TcpCounters(null, null, null, null, null, null, null, null));
        assertThat(SocketMemory.read(proc, 4096)).isEqualTo(new SocketMemory(null, null, null, null, null));
        assertThat(KernelMemory.read(proc)).isEqualTo(new KernelMemory(null, null, null, null));
        assertThat(MachineInfo.read(proc, List.of()).kernel()).isNull();
    }

    @Test
    void contextSwitchesLostWithEndedThreadsMakeTheDifferenceEmpty() {
        var before = new ContextSwitches(100, 7);
        assertThat(before.plus(new ContextSwitches(20, 1)).since(before)).contains(new ContextSwitches(20, 1));
        assertThat(new ContextSwitches(99, 9).since(before)).isEmpty();
        assertThat(new ContextSwitches(101, 6).since(before)).isEmpty();
    }

    @Test
    void thisMachineCountsSegmentsAndSockets() throws Exception {
        TcpCounters before = TcpCounters.read();
        try (Connections open = Connections.v4(InetAddress.getLoopbackAddress().getHostAddress(), 10)) {
            open.open("127.0.0.1", "127.0.0.1");
            assertThat(TcpCounters.read().minus(before).outSegments()).isPositive();
            assertThat(SocketMemory.read().inUse()).isGreaterThanOrEqualTo(3);
        }
        assertThat(KernelMemory.read().kernelStackBytes()).isPositive();
        assertThat(MachineInfo.memoryBytes()).isPositive();
    }
}
