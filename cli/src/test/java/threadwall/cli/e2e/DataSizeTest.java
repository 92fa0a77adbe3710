package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import threadwall.process.PreconditionException;
import threadwall.process.cgroup.CgroupLimits;
import threadwall.process.cgroup.TemporaryCgroups;
import threadwall.record.StepRecord.Cache;

/** A database that may keep so much of its data in memory. Needs leave to make a cgroup, as root has, and is skipped else. */
@Timeout(180)
class DataSizeTest {

    @TempDir
    private Path temporary;

    private static void assumeCgroups() {
        List<Path> places;
        try {
            places = TemporaryCgroups.plannedFolders(new CgroupLimits(1, null));
        } catch (PreconditionException e) {
            places = List.of();
        }
        assumeThat(places).as("places for a cgroup").isNotEmpty();
    }

    private List<String> sweep(String... more) throws IOException {
        var words = new ArrayList<>(List.of(
                "sweep",
                "--route=/db2",
                "--servers=kilim",
                "--connections=20",
                "--requests=2k",
                "--database-memory=64M",
                "--port=" + Ports.free(),
                "--out=" + temporary.resolve("run")));
        words.addAll(List.of(more));
        return words;
    }

    @Test
    void whatDoesNotFitIntoMemoryIsReadFromTheDisk() throws Exception {
        assumeCgroups();
        var exceeds = cache("300%");
        Files.move(temporary.resolve("run"), temporary.resolve("run before"));
        // the first rows of the same table; at 30 % some had to be read again, for PostgreSQL itself takes a half
        var fits = cache("15%");
        assertThat(fits.dataBytes()).isBetween((long) (0.14 * (64 << 20)), (long) (0.16 * (64 << 20)));
        assertThat(exceeds.dataBytes()).isBetween((long) (2.9 * (64 << 20)), (long) (3.1 * (64 << 20)));
        assertThat(exceeds.diskBytes())
                .as("of 2,000 rows most have neither their page nor that of the index in memory")
                .isGreaterThan(2_000 * 8_192)
                .isGreaterThan(3 * fits.diskBytes());
        assertThat(exceeds.refaults()).isPositive();
        assertThat(fits.laterScanSeconds())
                .hasSize(3)
                .allSatisfy(seconds -> assertThat(seconds).isPositive());
    }

    /** Of a step over so much of a table that stays. */
    private Cache cache(String size, String... more) throws IOException {
        var words = sweep("--data-size=" + size, "--data=" + temporary.resolve("data"));
        words.addAll(List.of(more));
        var result = Cli.run(words.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.err()).contains("temporary cgroups limit PostgreSQL; the sweep removes them at its end: [/");
        var steps = Cli.steps(temporary.resolve("run"));
        assertThat(steps).hasSize(1);
        var database = steps.getFirst().database();
        assertThat(database.connectionsPeak())
                .isEqualTo(steps.getFirst().asked().databaseConnections());
        var cache = database.cache();
        assertThat(cache.coldRequestsPerSecond()).isPositive();
        return cache;
    }

    /** Then no request reads a file, whereas with the default about half of them would. */
    @Test
    void whatFitsIntoPostgresqlsOwnCacheIsNotReadFromTheKernel() throws Exception {
        assumeCgroups();
        var cache = cache("25%", "--shared-buffers=24M");
        assertThat(cache.askedBytes()).as("of 2,000 rows").isLessThan(200 * 8_192);
        var size = Cli.steps(temporary.resolve("run")).getFirst().asked().data().dataSize();
        assertThat(size.sharedBuffersBytes()).isEqualTo(24 << 20);
    }

    @Test
    void ctrlCTakesTheCgroupAlong() throws Exception {
        assumeCgroups();
        var process = Cli.process(sweep("--data-size=30%")).start();
        try (var err = process.errorReader()) {
            var line = awaitLine(err, "temporary cgroups limit PostgreSQL");
            var group = Path.of(line.replaceFirst(".*\\[([^,\\]]*).*", "$1"));
            awaitLine(err, "[1/1]");
            assertThat(group).isDirectory();
            new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                    .start()
                    .waitFor();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            Await.until("the cgroup is gone", () -> !Files.exists(group));
        } finally {
            process.destroyForcibly();
        }
    }

    private static String awaitLine(BufferedReader lines, String start) throws IOException {
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(start)) {
                return line;
            }
        }
        throw new AssertionError("it ended without saying " + start);
    }

    /** Not once the run is there, and can only be gone on with to the same end. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /etc        | /etc contains files that do not belong to threadwall's PostgreSQL;
            /etc/passwd | /etc/passwd is not a folder, so PostgreSQL cannot keep its data there
            /proc/x/y   | PostgreSQL cannot write its data to /proc
            """)
    void aFolderThatIsUnfitIsRefusedBeforeAnythingIsMade(String data, String reason) throws Exception {
        Cli.run(sweep("--data-size=50%", "--data=" + data).toArray(String[]::new))
                .refused(4, reason);
        assertThat(temporary.resolve("run")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sweep --data-size=50% | --data-size needs --route /db2; --route is /json2?time=100
            sweep --disk-reads=200 | --database-memory, --shared-buffers, --disk-reads and --data apply only with --data-size
            sweep --shared-buffers=64M | --database-memory, --shared-buffers, --disk-reads and --data apply only
            sweep --route=/db2 --data-size=50% --shared-buffers=100k | is not a size such as 256M or 4G
            sweep --route=/db2 --data-size=50% --shared-buffers=240M | needs at least 272M: 252M for itself and 2M per
            sweep --route=/db2 --data-size=50%,50% | --data-size has 50 twice
            sweep --route=/db2 --data-size=0% | is not a percentage of the memory such as 90% or 150%
            sweep --route=/db2 --data-size=50 | is not a percentage of the memory such as 90% or 150%
            sweep --route=/db2 --data-size=50% --database-memory=1M | --database-memory 1M: PostgreSQL with 10 connections
            sweep --route=/db2 --data-size=1% --database-memory=64M | ask for at least 3%
            sweep --route=/db2 --data-size=50% --servers=go | go has no /db2?max=
            sweep --route=/db2 --data-size=50% --postgres=jdbc:postgresql://127.0.0.1/db | leave --postgres out
            """)
    void whatMakesNoSenseIsRefused(String line, String reason) {
        Cli.run(line.split(" ")).refused(2, reason);
    }
}
