package threadwall.process.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.process.Await;
import threadwall.process.socket.Connections;

@Tag("slow")
class ProcStatTest {

    private Process child;

    @AfterEach
    void end() {
        if (child != null) {
            child.destroyForcibly();
        }
    }

    private long start(String script) throws Exception {
        child = new ProcessBuilder("sh", "-c", script).start();
        return child.pid();
    }

    @Test
    void readsAChild() throws Exception {
        long pid = start("exec sleep 600");
        ProcStat stat = Await.until(() -> ProcStat.read(pid).orElseThrow(), s -> s.state() == 'S');
        assertThat(stat.pid()).isEqualTo(pid);
        assertThat(stat.threads()).isEqualTo(1);
        assertThat(ProcStat.openDescriptors(pid)).hasValue(3);
        assertThat(stat.rssBytes()).isBetween(100_000L, 50_000_000L);
        assertThat(stat.pageTableBytes()).isPositive();
        assertThat(ProcStat.pssBytes(pid).orElseThrow()).isBetween(1L, stat.rssBytes());
        assertThat(ContextSwitches.read(pid).orElseThrow().voluntary()).isPositive();
    }

    @Test
    void cpuTimeOfABusyChildGrows() throws Exception {
        long pid = start("while :; do :; done");
        ProcStat first = ProcStat.read(pid).orElseThrow();
        ProcStat later = Await.until(
                () -> ProcStat.read(pid).orElseThrow(), s -> s.userCpuSeconds() >= first.userCpuSeconds() + 0.05);
        assertThat(later.cpuSeconds()).isGreaterThan(first.cpuSeconds());
        assertThat(later.sameProcess(first)).isTrue();
    }

    @Test
    void aProcessThatIsGoneIsEmpty() throws Exception {
        long pid = start("exec sleep 600");
        child.destroyForcibly().waitFor();
        assertThat(ProcStat.read(pid)).isEmpty();
        assertThat(ProcStat.pssBytes(pid)).isEmpty();
        assertThat(ProcStat.openDescriptors(pid)).isEmpty();
        assertThat(ContextSwitches.read(pid)).isEmpty();
    }

    @Test
    void aZombieHasNoMemory() throws Exception {
        long parent = start("sleep 600 & echo $!; exec sleep 600");
        long zombie = Long.parseLong(child.inputReader().readLine());
        // A shell would reap its child; sleep does not.
        Path comm = Path.of("/proc", Long.toString(parent), "comm");
        assertThat(Await.until(() -> Files.readString(comm), "sleep\n"::equals)).isEqualTo("sleep\n");
        ProcessHandle.of(zombie).orElseThrow().destroyForcibly();
        Optional<ProcStat> stat = Await.until(
                () -> ProcStat.read(zombie), s -> s.isEmpty() || s.get().state() == 'Z');
        assertThat(stat.orElseThrow().state()).isEqualTo('Z');
        assertThat(stat.get().rssBytes()).isNull();
        assertThat(ProcStat.pssBytes(zombie)).isEqualTo(OptionalLong.empty());
    }

    @Test
    void countsThreadsAndDescriptorsOfThisJvm() throws Exception {
        long self = ProcessHandle.current().pid();
        long before = ProcStat.openDescriptors(self).orElseThrow();
        try (Connections open = Connections.v4("127.0.0.1", 10)) {
            for (int i = 0; i < 100; i++) {
                open.open("127.0.0.1", "127.0.0.1");
            }
            assertThat(ProcStat.openDescriptors(self).orElseThrow()).isGreaterThan(before + 150);
            assertThat(ProcStat.read(self).orElseThrow().threads()).isGreaterThan(5);
        }
    }

    @Test
    void aNameWithBracketsAndBlanksIsSkipped(@TempDir Path proc) throws Exception {
        Path process = Files.createDirectories(proc.resolve("42"));
        Files.writeString(
                process.resolve("stat"),
                "42 (a) R (b)) S 1 42 42 0 -1 4194560 105 0 0 0 250 75 0 0 20 0 7 0 98765 2711552 289\n");
        ProcStat stat = ProcStat.read(proc, 42).orElseThrow();
        assertThat(stat)
                .isEqualTo(new ProcStat(
                        42,
                        'S',
                        98_765,
                        250.0 / Sysconf.TICKS_PER_SECOND,
                        75.0 / Sysconf.TICKS_PER_SECOND,
                        7,
                        null,
                        null));
    }
}
