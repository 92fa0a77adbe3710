package threadwall.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static threadwall.report.html.Made.good;
import static threadwall.report.html.Made.numbered;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.RunFile;
import threadwall.record.Sample.Phase;
import threadwall.record.SampleFile;
import threadwall.record.StepRecord;

/** What is read of folders, and what is not. */
class RunReaderTest {

    @TempDir
    private Path temporary;

    @Test
    void namesRunsByTheirFoldersAndByPathsWhereTheseAreAlike() {
        assertThat(RunReader.labels(List.of(Path.of("results/a"), Path.of("b/"))))
                .containsExactly("a", "b");
        assertThat(RunReader.labels(List.of(Path.of("old/run"), Path.of("new/run"))))
                .containsExactly("old/run", "new/run");
        var deep = Path.of("a".repeat(PlainText.NAME));
        assertThat(RunReader.labels(List.of(deep.resolve("old/run"), deep.resolve("new/run"))))
                .as("whole paths that are cut to the same")
                .containsExactly("1 run", "2 run");
        assertThat(RunReader.labels(List.of(Path.of("run"), Path.of("run")))).containsExactly("1 run", "2 run");
    }

    @Test
    void choosesTheFirstRepeatsOfTheMostConnections() {
        var steps = new ArrayList<StepRecord>();
        for (int repeat = 1; repeat <= 2; repeat++) {
            for (int concurrency = 1_000; concurrency <= 5_000; concurrency += 1_000) {
                steps.add(numbered(steps.size() + 1, good("kilim", repeat, concurrency, 1, 1)));
            }
        }
        assertThat(RunReader.chosen(steps, 3))
                .extracting(step -> step.asked().number())
                .containsExactly(3, 4, 5);
    }

    @Test
    void readsSamplesInsideTheFolderOnly() throws Exception {
        var folder = Files.createDirectories(temporary.resolve("run"));
        var inside = good("kilim", 1, 1_000, 1_000, 24);
        var outside = numbered(2, good("x/../../../elsewhere", 1, 1_000, 1_000, 24));
        var spoiled = numbered(3, good("mine", 1, 1_000, 1_000, 24));
        Files.createDirectories(folder.resolve("steps/002-x"));
        for (var step : List.of(inside, outside, spoiled)) {
            RunFile.in(folder).append(step);
            var place = Files.createDirectories(
                    folder.resolve(step.asked().folder()).normalize());
            try (var file = SampleFile.create(place)) {
                for (var sample : Made.samples(Phase.LOAD, 0, 13, 24)) {
                    file.append(sample);
                }
            }
        }
        var place = folder.resolve(spoiled.asked().folder()).resolve(SampleFile.NAME);
        Files.writeString(place, Files.readString(place).replace(",load,", ",coffee,"));
        var run = RunReader.read(List.of(folder), text -> {}).getFirst();
        assertThat(run.watched())
                .extracting(watched -> watched.step().asked().server())
                .containsExactly("kilim");
        assertThat(run.faults())
                .singleElement()
                .asString()
                .startsWith("the samples of step 3 cannot be read: no phase");
        assertThat(run.sampled()).isEqualTo(2);
    }

    @Test
    void tellsWhichRunItReads() throws Exception {
        var a = Files.createDirectory(temporary.resolve("a"));
        var b = Files.createDirectory(temporary.resolve("b"));
        RunFile.in(a).append(good("kilim", 1, 1_000, 1_000, 24));
        RunFile.in(b).append(good("kilim", 1, 1_000, 1_000, 24));
        var told = new ArrayList<String>();
        RunReader.read(List.of(a, b), told::add);
        assertThat(told).containsExactly("reading run 1 of 2: " + a, "reading run 2 of 2: " + b);
    }

    @Test
    void aNewerSchemaSaysWhatItNeeds() throws Exception {
        Files.writeString(temporary.resolve(RunFile.NAME), "{\"kind\":\"run\",\"schema\":99}\n");
        assertThatThrownBy(() -> RunReader.read(List.of(temporary), text -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has schema 99")
                .hasMessageContaining("use a newer one");
    }

    @Test
    void stepsThatLackWhatEveryStepHasAreToldAndLeftOut() throws Exception {
        RunFile.in(temporary).append(good("kilim", 1, 1_000, 1_000, 24));
        var file = temporary.resolve(RunFile.NAME);
        Files.writeString(
                file,
                Files.readString(file)
                        + "{\"kind\":\"step\",\"schema\":2,\"seconds\":1,\"outcome\":\"OK\"}\n"
                        + "{\"kind\":\"step\",\"schema\":2,\"outco");
        var runs = RunReader.read(List.of(temporary), text -> {});
        assertThat(runs.getFirst().steps()).hasSize(1);
        assertThat(ReportNotes.of(runs, StepGroup.of(runs)))
                .contains(
                        "1 line of its run.jsonl could not be read and is left out (line 3).",
                        "Incomplete steps are left out: 1.");
    }
}
