package threadwall.loadgen.sweep.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.loadgen.testbed.ServerCatalog.Collector;
import threadwall.record.GcPause;
import threadwall.record.StepRecord.Gc;

class GcLogTest {

    private static final Instant ZERO = Instant.parse("2026-11-21T20:41:39.000Z");

    @TempDir
    Path folder;

    @Test
    void placesThePausesOfG1() {
        assertThat(parse("""
                [2026-11-21T20:41:38.005+0000][0.010s] Using G1
                [2026-11-21T20:41:39.123+0000][1.128s] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(256M) 3.125ms
                [2026-11-21T20:41:39.500+0000][1.505s] GC(1) Pause Young (Concurrent Start) (Metadata GC Threshold) 9M->5M(256M) 2.000ms
                [2026-11-21T20:41:39.501+0000][1.506s] GC(2) Concurrent Mark Cycle
                [2026-11-21T20:41:39.506+0000][1.511s] GC(2) Pause Remark 6M->6M(256M) 1.499ms
                [2026-11-21T20:41:39.508+0000][1.513s] GC(2) Pause Cleanup 6M->6M(256M) 0.012ms
                [2026-11-21T20:41:39.510+0000][1.515s] GC(2) Concurrent Mark Cycle 9.216ms
                """))
                .containsExactly(
                        new GcPause(120, 3.125, 1),
                        new GcPause(498, 2, 1),
                        new GcPause(505, 1.499, 1),
                        new GcPause(508, 0.012, 1));
    }

    @Test
    void parsesPausesOfTheSerialCollector() {
        assertThat(parse("""
                [2026-11-21T20:41:38.005+0000][0.010s] Using Serial
                [2026-11-21T20:41:40.000+0000][2.005s] GC(0) Pause Young (Allocation Failure) 25M->2M(31M) 4.600ms
                [2026-11-21T20:41:41.250+0000][3.255s] GC(1) Pause Full (System.gc()) 3M->2M(31M) 10.250ms
                """)).containsExactly(new GcPause(995, 4.6, 1), new GcPause(2_240, 10.25, 1));
    }

    @Test
    void leavesOutEarlierPausesAndTruncatedLines() {
        assertThat(parse("""
                [2026-11-21T20:41:38.900+0000][0.905s] GC(0) Pause Young (Allocation Failure) 25M->2M(31M) 4.600ms
                [2026-11-21T20:41:39.100+0000][1.105s] GC(1) Pause Young (Allocation Fai""")).isEmpty();
    }

    @Test
    void sumsThoseThatBeganWithinTheLoad() {
        var pauses = List.of(
                new GcPause(99, 7, 0), new GcPause(100, 1.5, 0), new GcPause(200, 2, 1), new GcPause(201, 9, 0));
        assertThat(GcLog.within(pauses, 100, 200)).isEqualTo(new Gc(2, 3.5, 2));
        assertThat(GcLog.within(pauses, 101, 199)).isEqualTo(new Gc(0, 0, 0));
    }

    @Test
    void isEmptyWithoutALog() throws IOException {
        // the command line of the plan's server has no GC log
        assertThat(GcLog.pauses(folder, Plans.step(10, 40, 1, null, false), ZERO))
                .isEmpty();
    }

    /** Starts a JVM with a server's flags in a folder whose name has all separators of -Xlog. */
    @Tag("slow")
    @ParameterizedTest
    @EnumSource(Collector.class)
    void readsTheLogOfAJvm(Collector collector) throws Exception {
        var log = Files.createDirectory(folder.resolve("a b,c:d")).resolve("gc-1.log");
        var command = ServerCatalog.SPRING_VIRTUAL.command(collector, null, log.toString(), List.of());

        var java = new java.util.ArrayList<>(command.subList(0, command.indexOf("-jar")));
        java.set(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
        java.addAll(List.of("-cp", System.getProperty("java.class.path"), Collects.class.getName()));
        var before = Instant.now();
        var jvm = new ProcessBuilder(java).inheritIO().start();
        assertThat(jvm.waitFor()).isZero();
        long took = Instant.now().toEpochMilli() - before.toEpochMilli();

        try (var lines = Files.lines(log)) {
            assertThat(GcLog.parse(lines, before, 0)).isNotEmpty().allSatisfy(pause -> {
                assertThat(pause.millis()).isBetween(0L, took);
                assertThat(pause.pauseMillis()).isPositive();
            });
        }
    }

    /** A main class that runs collections. */
    static final class Collects {
        public static void main(String[] arguments) {
            System.gc();
        }
    }

    private static List<GcPause> parse(String log) {
        return GcLog.parse(log.lines(), ZERO, 1);
    }
}
