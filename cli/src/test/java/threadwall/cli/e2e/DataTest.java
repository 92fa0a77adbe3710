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
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.record.DataRecord;
import threadwall.record.RunFile;

/** The data of a store: loaded, looked at, taken away, and ended in the middle of it. */
@Timeout(120)
class DataTest {

    @TempDir
    private Path temporary;

    @ParameterizedTest
    @ValueSource(strings = {"postgres", "embedded"})
    void loadsLooksAndDrops(String store) throws Exception {
        var load = data(store, "load", "--rows", "20k", "--out", run().toString());
        assertThat(load.exitCode()).as(load.err()).isZero();
        assertThat(load.out()).contains("20,000 rows, ids 1 to 20,000", "as loaded;", "load    20,000 rows in ");
        assertThat(load.err()).contains("record: " + run().resolve(RunFile.NAME));
        var record = (DataRecord) RunFile.in(run()).read().lines().getLast();
        assertThat(record.world().rows()).isEqualTo(20_000);
        assertThat(record.loading().present()).isZero();

        assertThat(info(store).world())
                .usingRecursiveComparison()
                .ignoringFields("tableBytes") // the embedded store notes in its file that it was opened
                .isEqualTo(record.world());

        var more = data(
                store,
                "load",
                "--rows",
                "30k",
                "--out",
                temporary.resolve("more").toString());
        assertThat(more.out()).contains("30,000 rows, ids 1 to 30,000", "as loaded;", "load    10,000 rows in ");

        data(store, "load", "--rows", "10k").refused(4, "world has 30,000 rows, more than the 10,000 asked for");

        var asked = data(store, "drop");
        assertThat(asked.exitCode()).isEqualTo(2);
        assertThat(asked.out()).contains("30,000 rows");
        assertThat(asked.err()).contains("say --yes");
        assertThat(info(store).world().rows()).isEqualTo(30_000);

        assertThat(data(store, "drop", "--yes").out()).endsWith("removed\n");
        assertThat(info(store).world()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgres", "embedded"})
    void aPlanLeavesNothing(String store) throws Exception {
        var plan = data(store, "load", "--rows", "1k", "--dry-run");
        assertThat(plan.exitCode()).as(plan.err()).isZero();
        assertThat(plan.out())
                .startsWith("world has 0 of 1,000 rows; the others take ")
                .contains("GB are free");
        assertThat(temporary).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({"postgres, KILL, 100", "embedded, KILL, 4", "embedded, INT, 4"})
    void whatIsEndedInTheMiddleGoesOn(String store, String signal, long megabytes) throws Exception {
        var err = temporary.resolve("err");
        var load = Cli.process(arguments(store, "load", "--rows", "50M"))
                .redirectError(err.toFile())
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
            assertThat(err).content().endsWith("what is loaded stays, and the same command goes on behind it\n");
        }
        var there = info(store).world();
        assertThat(there.asLoaded()).isTrue();
        assertThat(there.rows()).isBetween(1L, 49_999_999L);
        var next = data(store, "load", "--rows", Long.toString(there.rows() + 1_000), "--out", run().toString());
        assertThat(next.exitCode()).as(next.err()).isZero();
        assertThat(next.out()).contains("as loaded;", "load    1,000 rows in ");
    }

    /** Of the store's folder; a file may go while it is looked at. */
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

    @Test
    void aPostgresServedByHandIsLoadedByItsUrl() throws Exception {
        var folder = temporary.resolve("data").toString();
        var serve = Cli.process(List.of("serve", "postgres", "--data", folder)).start();
        try (var out = serve.inputReader()) {
            var url = out.readLine().replaceFirst(".*\"url\":\"([^\"]*)\".*", "$1");
            var load = Cli.run("data", "load", "--rows", "10k", "--postgres", url, "--out", run().toString());
            assertThat(load.exitCode()).as(load.err()).isZero();
            assertThat(Files.readString(run().resolve(RunFile.NAME))).doesNotContain("jdbc:");
            Cli.run("data", "info", "--data", folder).refused(4, "a PostgreSQL runs in " + folder);
            serve.toHandle().destroy();
            assertThat(out.readLine()).startsWith("STOPPED ");
            assertThat(serve.waitFor()).isZero();
        } finally {
            serve.destroyForcibly();
        }
        assertThat(info("postgres").world().rows()).isEqualTo(10_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "load                                                   | Missing required option: '--rows=N'",
                "load --rows 5x --data a                                | '5x' is not a count",
                "load --rows 1M                                         | say where the data are: either --postgres URL",
                "load --rows 1M --postgres jdbc:postgresql://a --data a | say where the data are: either --postgres URL",
                "load --rows 1M --postgres http://a                     | --postgres must be jdbc:postgresql://",
                "load --rows 1M --store redis --data a                  | --store must be postgres or embedded, not redis",
                "info --store embedded                                  | say where the embedded store is: --data DIR",
                "info --store embedded --postgres jdbc:postgresql://a   | --postgres is none of the embedded store's",
            })
    void badUsageIs2(String options, String words) {
        Cli.run(("data " + options).split(" +")).refused(2, words);
    }

    @Test
    void whatIsNotThereIs4() {
        var nowhere = temporary.resolve("nowhere").toString();
        for (var store : List.of("postgres", "embedded")) {
            for (var command : List.of("info", "drop")) {
                Cli.run("data", command, "--store", store, "--data", nowhere)
                        .refused(4, "there is no folder " + nowhere);
            }
        }
        Cli.run("data", "info", "--postgres", "jdbc:postgresql://127.0.0.1:1/x?user=me&password=secret")
                .refused(4, "the database at jdbc:postgresql://127.0.0.1:1/x does not answer");
        assertThat(temporary).isEmptyDirectory();
    }

    private Cli.Result data(String store, String command, String... options) {
        return Cli.run(arguments(store, command, options).toArray(String[]::new));
    }

    private List<String> arguments(String store, String command, String... options) {
        var place = List.of(
                "data",
                command,
                "--store",
                store,
                "--data",
                temporary.resolve("data").toString());
        return Stream.concat(place.stream(), Stream.of(options)).toList();
    }

    private DataRecord info(String store) throws IOException {
        var folder = Files.createDirectories(temporary.resolve("info"));
        var info = data(store, "info", "--json", folder.resolve(RunFile.NAME).toString());
        assertThat(info.exitCode()).as(info.err()).isZero();
        return (DataRecord) RunFile.in(folder).read().lines().getFirst();
    }

    private Path run() {
        return temporary.resolve("run");
    }
}
