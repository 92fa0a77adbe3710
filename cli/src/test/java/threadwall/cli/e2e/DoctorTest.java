package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import threadwall.limits.ProcessLimits;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The doctor on this machine, whatever that is. */
@Tag("alone")
class DoctorTest {

    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    private Path temporary;

    @Test
    void withoutATargetItTellsTheMostOfBoth() {
        var told = Cli.run("doctor");
        assertThat(told.exitCode()).isZero();
        assertThat(told.err()).isEmpty();
        assertThat(told.out())
                .contains("Threads of one JVM", "Connections of one server process", "at most", "binds first, at")
                .contains("vm.max_map_count", "kernel.pid_max", "RLIMIT_NOFILE", "memory maps");
    }

    @Test
    void aTargetThatFitsIs0AndOneThatDoesNotIs4WithCommands() {
        var fits = Cli.run("doctor", "--threads", "20", "--connections", "20");
        assertThat(fits.exitCode()).as(fits.out()).isZero();
        assertThat(fits.out()).contains("20 fit;").doesNotContain("apply --");

        var no = Cli.run("doctor", "--threads", "1000M");
        assertThat(no.exitCode()).isEqualTo(4);
        assertThat(no.out().replaceAll("\\s+", " "))
                .contains("1,000,000,000 do not fit")
                .contains("but the kernel accepts at most 4,194,304")
                .contains("No command here gives one JVM 1,000,000,000 threads.")
                .doesNotContain("Connections of", "apply --");
    }

    /** Its files are those of this machine here, so its limits are this machine's. */
    @Test
    void anotherHostsLimitsAreReadLikeTheOwn() throws Exception {
        var temporaries = temporaries();
        for (var subject : List.of("--connections", "--threads")) {
            var own = JSON.readTree(
                    Cli.run("doctor", subject, "20", "--json", "-").out());
            var other = Cli.run("doctor", subject, "20", "--host", "localhost", "--json", "-");
            assertThat(other.exitCode()).as(other.err()).isZero();
            assertThat(other.err()).isEmpty();
            var record = JSON.readTree(other.out());
            assertThat(record.path("host").asString()).isEqualTo("localhost");
            assertThat(record.path("user")).isEqualTo(own.path("user"));
            assertThat(inForce(record)).isEqualTo(inForce(own)).hasSizeGreaterThan(3);
            assertThat(record.path("diagnoses").path(0).path("unread"))
                    .isEqualTo(own.path("diagnoses").path(0).path("unread"));
        }
        assertThat(temporaries()).isEqualTo(temporaries);

        var threads = Cli.run("doctor", "--host", "localhost", "--threads", "20");
        assertThat(threads.exitCode()).as(threads.out()).isZero();
        assertThat(threads.out().replaceAll("\\s+", " "))
                .contains(
                        "Threads of one JVM on localhost, for user ", "20 fit;", "estimated: no child JVM was started");
    }

    private static List<Path> temporaries() throws IOException {
        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("threadwall-host"))
                    .sorted()
                    .toList();
        }
    }

    /** Each limit with its value; memory and what is in use change between two readings. */
    private static Map<String, String> inForce(JsonNode record) {
        return record.path("diagnoses")
                .path(0)
                .path("walls")
                .valueStream()
                .filter(limit -> !limit.path("limit").asString().contains("mem"))
                .collect(Collectors.toMap(
                        limit -> limit.path("limit").asString(),
                        limit -> limit.path("inForce").toString() + limit.path("setAt"),
                        (one, other) -> one + other,
                        TreeMap::new));
    }

    @Test
    void connectionsAreHeldByOneProcessUpToItsDescriptors() throws Exception {
        var hard = ProcessLimits.ofThisProcess().nofile().hard().orElseThrow();
        var no = Cli.run("doctor", "--connections", "2000M", "--json", "-");
        assertThat(no.exitCode()).isEqualTo(4);
        var record = JSON.readTree(no.out());
        assertThat(record.path("kind").asString()).isEqualTo("doctor");
        assertThat(record.path("costs").isNull())
                .as("no thread was asked about")
                .isTrue();
        var connections = record.path("diagnoses").path(0);
        assertThat(connections.path("fits").asBoolean(true)).isFalse();
        var nofile = connections
                .path("walls")
                .valueStream()
                .filter(wall -> wall.path("limit").asString().equals("RLIMIT_NOFILE"))
                .findFirst()
                .orElseThrow();
        assertThat(nofile.path("allows").asLong()).isEqualTo(hard - 100);
        assertThat(nofile.path("raise").path("forCount").asLong()).isEqualTo(2_000_000_000);
    }

    @Test
    void jsonGoesToAFileBesideTheText() throws Exception {
        var file = temporary.resolve("doctor.json");
        var told = Cli.run("doctor", "--threads", "30", "--json", file.toString());
        assertThat(told.out()).startsWith("Threads of one JVM");
        JsonNode record = JSON.readTree(Files.readString(file));
        assertThat(record.path("diagnoses").path(0).path("asked").asLong()).isEqualTo(30);
        assertThat(record.path("costs").path("measured").asBoolean()).isTrue();
        assertThat(record.path("costs").path("maps").asDouble()).isBetween(1.5, 3.5);
        assertThat(record.path("command").valueStream().map(JsonNode::asString))
                .containsExactly("doctor", "--threads", "30", "--json", file.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--threads many                   | 'many' is not a count such as 500, 5k or 1M",
                "--user no-such-user-here         | --user no-such-user-here: there is no such user on this machine",
                "--probe memory                   | --probe 'memory' is neither threads nor connections",
                "--probe threads --threads 4k     | leave --threads and --connections out",
                "--time-limit 5                        | --time-limit and --out apply to a probe only",
                "--json /nowhere/at/all.json      | cannot write /nowhere/at/all.json: its folder does not exist",
                "--nope                           | Unknown option: '--nope'",
            })
    void badUsageIs2(String options, String words) {
        Cli.run(("doctor " + options).split(" ")).refused(2, words);
    }

    @Test
    void aRecordWithoutAPlaceIs4BeforeAnythingStarts() throws Exception {
        Cli.run("doctor", "--probe", "threads", "--out", "/proc/run")
                .refused(4, "cannot write the record to /proc/run");
        var taken = Files.createFile(temporary.resolve("taken"));
        Cli.run("doctor", "--probe", "threads", "--out", taken.toString())
                .refused(4, "cannot write the record to " + taken + "; choose another folder with --out");
    }
}
