package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import threadwall.record.DataRecord;
import threadwall.record.RunFile;

/** The data of a store: loaded, inspected, deleted, and interrupted while loading. */
@Timeout(120)
class DataTest {

    @TempDir
    private Path temporary;

    @Test
    void anEmbeddedStoreIsLoadedInspectedAndDropped() throws Exception {
        loadsInspectsAndDrops(folder("embedded"));
    }

    @Test
    void aServedPostgresIsLoadedByItsUrlAndKeepsItsData() throws Exception {
        var data = temporary.toRealPath().resolve("data").toString();
        var serve = Cli.process(List.of("serve", "postgres", "--data", data)).start();
        try (var out = serve.inputReader()) {
            var url = out.readLine().replaceFirst(".*\"url\":\"([^\"]*)\".*", "$1");
            loadsInspectsAndDrops(List.of("--postgres", url));
            load(List.of("--postgres", url), "10k", "last");
            Cli.run("data", "info", "--data", data).refused(4, "a PostgreSQL already runs in " + data);
            serve.toHandle().destroy();
            assertThat(out.readLine()).startsWith("STOPPED ");
            assertThat(serve.waitFor()).isZero();
        } finally {
            serve.destroyForcibly();
        }
        assertThat(info(folder("postgres")).world().rows()).isEqualTo(10_000);
    }

    private void loadsInspectsAndDrops(List<String> place) throws Exception {
        var load = load(place, "20k", "first");
        assertThat(load.out())
                .startsWith("where   ")
                .contains("20,000 rows, ids 1 to 20,000", "as loaded;", "load    20,000 rows in ");
        var run = temporary.resolve("first");
        assertThat(load.err()).contains("record: " + run.resolve(RunFile.NAME));
        assertThat(Files.readString(run.resolve(RunFile.NAME))).doesNotContain("jdbc:");
        var record = (DataRecord) RunFile.in(run).read().lines().getLast();
        assertThat(record.loading().present()).isZero();
        assertThat(info(place).world())
                .usingRecursiveComparison()
                .ignoringFields("tableBytes") // the embedded store records in its file that it was opened
                .isEqualTo(record.world());

        assertThat(load(place, "30k", "second").out())
                .contains("30,000 rows, ids 1 to 30,000", "as loaded;", "load    10,000 rows in ");
        data("load", place, "--rows", "10k").refused(4, "table world already has 30,000 rows, but --rows is 10,000");

        var asked = data("drop", place);
        assertThat(asked.exitCode()).isEqualTo(2);
        assertThat(asked.out()).contains("30,000 rows");
        assertThat(asked.err()).contains("add --yes");
        assertThat(data("drop", place, "--yes").out()).contains("30,000 rows").endsWith("deleted\n");
        assertThat(info(place).world()).isNull();
    }

    /** In folders that are empty or do not exist. */
    @ParameterizedTest
    @CsvSource({"postgres, .", "postgres, not/there", "embedded, ."})
    void aDryRunLeavesNothing(String store, String folder) throws Exception {
        var place =
                List.of("--store", store, "--data", temporary.resolve(folder).toString());
        var plan = data("load", place, "--rows", "1k", "--dry-run");
        assertThat(plan.exitCode()).as(plan.err()).isZero();
        assertThat(plan.out())
                .startsWith("table world has 0 of 1,000 rows; the others take ")
                .contains("GB are free");
        assertThat(temporary).isEmptyDirectory();
    }

    /** @param megabytes size of the store's folder once rows are committed: more than a new store and a trial take */
    @ParameterizedTest
    @CsvSource({"postgres, KILL, 250", "embedded, KILL, 4", "embedded, INT, 4"})
    void anInterruptedLoadContinues(String store, String signal, long megabytes) throws Exception {
        var err = temporary.resolve("err");
        // a killed load leaves its temporary folder to ./threadwall clean
        var places = Files.createDirectory(temporary.resolve("tmp"));
        var builder =
                Cli.process(List.of("-Djava.io.tmpdir=" + places), arguments("load", folder(store), "--rows", "50M"));
        var load = builder.redirectError(err.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            Await.until("the first rows", () -> !load.isAlive() || bytes() > megabytes * 1_000_000);
            assertThat(load.isAlive()).as(Files.readString(err)).isTrue();
            var descendants = load.descendants().toList();
            assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(load.pid()))
                            .start()
                            .waitFor())
                    .isZero();
            load.waitFor();
            descendants.forEach(one -> one.onExit().join());
        } finally {
            load.destroyForcibly();
        }
        if (signal.equals("INT")) {
            assertThat(err).content().endsWith("loaded rows are kept; repeat the command to continue\n");
        }
        var there = info(folder(store)).world();
        assertThat(there.asLoaded()).isTrue();
        assertThat(there.rows()).isBetween(1L, 49_999_999L);
        var next = load(folder(store), Long.toString(there.rows() + 1_000), "run");
        assertThat(next.out()).contains("as loaded;", "load    1,000 rows in ");
    }

    /** Size of the store's folder; files may disappear meanwhile. */
    private long bytes() {
        try (var files = Files.walk(temporary.resolve("data"))) {
            return files.map(Path::toFile)
                    .filter(File::isFile)
                    .mapToLong(File::length)
                    .sum();
        } catch (IOException | UncheckedIOException e) {
            return 0;
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "load                                                   | Missing required option: '--rows=N'",
                "load --rows 5x --data a                                | '5x' is not a count",
                "load --rows 1M                                         | give exactly one of --postgres URL (a",
                "load --rows 1M --postgres jdbc:postgresql://a --data a | give exactly one of --postgres URL (a",
                "load --rows 1M --postgres http://a                     | --postgres must be jdbc:postgresql://",
                "load --rows 1M --store redis --data a                  | --store must be postgres or embedded, not redis",
                "load --rows 1M --data a --dry-run --json plan          | --dry-run makes no record: leave --json and --out out",
                "load --rows 1M --data a --dry-run --out plans          | --dry-run makes no record: leave --json and --out out",
                "info --store embedded                                  | --data is missing: give the folder that",
                "info --store embedded --postgres jdbc:postgresql://a   | --postgres does not apply to the embedded store",
            })
    void badUsageIs2(String options, String words) {
        Cli.run(("data " + options).split(" +")).refused(2, words);
    }

    @Test
    void missingDataIs4() {
        var nowhere = temporary.resolve("nowhere").toString();
        for (var store : List.of("postgres", "embedded")) {
            for (var command : List.of("info", "drop")) {
                Cli.run("data", command, "--store", store, "--data", nowhere)
                        .refused(4, "there is no folder " + nowhere);
            }
        }
        Cli.run("data", "info", "--data", "/etc/passwd").refused(4, "/etc/passwd is not a folder");
        Cli.run("data", "info", "--postgres", "jdbc:postgresql://127.0.0.1:1/x?user=me&password=secret")
                .refused(4, "the database at jdbc:postgresql://127.0.0.1:1/x does not answer");
        Cli.run("data", "info", "--data", temporary.toString()).refused(4, temporary + " is empty");
        assertThat(temporary).isEmptyDirectory();
    }

    private List<String> folder(String store) {
        return List.of("--store", store, "--data", temporary.resolve("data").toString());
    }

    private Cli.Result load(List<String> place, String rows, String out) {
        var load = data(
                "load", place, "--rows", rows, "--out", temporary.resolve(out).toString());
        assertThat(load.exitCode()).as(load.err()).isZero();
        return load;
    }

    private DataRecord info(List<String> place) throws IOException {
        var folder = Files.createDirectories(temporary.resolve("info"));
        var info = data("info", place, "--json", folder.resolve(RunFile.NAME).toString());
        assertThat(info.exitCode()).as(info.err()).isZero();
        return (DataRecord) RunFile.in(folder).read().lines().getFirst();
    }

    private static Cli.Result data(String command, List<String> place, String... options) {
        return Cli.run(arguments(command, place, options).toArray(String[]::new));
    }

    private static List<String> arguments(String command, List<String> place, String... options) {
        return Stream.of(List.of("data", command), place, List.of(options))
                .flatMap(List::stream)
                .toList();
    }
}
