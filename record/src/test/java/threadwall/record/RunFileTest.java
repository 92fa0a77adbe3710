package threadwall.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFileTest {

    @TempDir
    Path folder;

    RunFile file;

    @BeforeEach
    void open() {
        file = RunFile.in(folder);
    }

    @Test
    void isNotThereBeforeTheFirstLine() throws IOException {
        assertThat(file.exists()).isFalse();
        file.append(Samples.run());
        assertThat(file.exists()).isTrue();
    }

    @Test
    void readsWhatWasAppended() throws IOException {
        for (var line : SchemaTest.lines()) {
            file.append(line);
        }
        var content = file.read();
        assertThat(content.lines()).isEqualTo(SchemaTest.lines());
        assertThat(content.skipped()).isEmpty();
        assertThat(content.run()).contains(Samples.run());
        assertThat(content.steps()).containsExactly(Samples.step(1), Samples.sparseStep());
    }

    @Test
    void writesALineEach() throws IOException {
        file.append(Samples.run());
        file.append(Samples.step(1));
        assertThat(Files.readString(file.path())).endsWith("}\n");
        assertThat(Files.readAllLines(file.path()))
                .containsExactly(RunFile.json(Samples.run()), RunFile.json(Samples.step(1)));
    }

    @Tag("slow")
    @Test
    void skipsAndReportsALineTruncatedAtAnyByte() throws IOException {
        file.append(Samples.run());
        long whole = Files.size(file.path());
        file.append(Samples.step(1));
        var bytes = Files.readAllBytes(file.path());
        for (int length = (int) whole + 1; length < bytes.length - 1; length++) {
            Files.write(file.path(), Arrays.copyOf(bytes, length));
            var content = file.read();
            assertThat(content.lines()).as("cut at %d", length).containsExactly(Samples.run());
            assertThat(content.skipped())
                    .singleElement()
                    .asString()
                    .startsWith("line 2 of " + file.path() + " is not a whole record");
        }
    }

    @Test
    void readsALineThatLacksOnlyItsLineEnd() throws IOException {
        Files.writeString(file.path(), RunFile.json(Samples.run()));
        assertThat(file.read().lines()).containsExactly(Samples.run());
    }

    @Test
    void appendsALineAfterATruncatedOne() throws IOException {
        file.append(Samples.run());
        append("{\"kind\":\"step\",\"sche");
        file.append(Samples.step(2));
        var content = file.read();
        assertThat(content.lines()).containsExactly(Samples.run(), Samples.step(2));
        assertThat(content.skipped()).hasSize(1);
    }

    @Test
    void refusesANewerSchema() throws IOException {
        file.append(Samples.run());
        append(RunFile.json(Samples.step(1))
                        .replace("\"schema\":" + RecordLine.SCHEMA, "\"schema\":" + (RecordLine.SCHEMA + 1))
                + "\n");
        assertThatThrownBy(file::read)
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "%s line 2 has schema %d; this threadwall reads up to %d: use a newer one",
                        file.path(), RecordLine.SCHEMA + 1, RecordLine.SCHEMA);
    }

    @Test
    void ignoresUnknownPropertiesOfTheSameSchema() throws IOException {
        append(RunFile.json(Samples.run()).replaceFirst("\\{", "{\"later\":{\"a\":[1]},") + "\n");
        var content = file.read();
        assertThat(content.lines()).containsExactly(Samples.run());
        assertThat(content.skipped()).isEmpty();
    }

    @Test
    void readsAnOldRecordThatHasTheVersionOfAbOnly() throws IOException {
        var engines = "\"engines\":[\"This is ApacheBench\",\"wrk\"]";
        append(RunFile.json(Samples.run()).replace(engines, "\"ab\":\"This is ApacheBench\"") + "\n");
        append(RunFile.json(Samples.run()).replace(engines, "\"ab\":null") + "\n");
        assertThat(Files.readString(file.path())).doesNotContain("engines");
        assertThat(file.read().lines())
                .extracting(run -> ((RunRecord) run).machine().engines())
                .containsExactly(List.of("This is ApacheBench"), List.of());
    }

    @Test
    void skipsAndReportsWhatIsNotARecord() throws IOException {
        append("\n{}\nnull\n42\n{\"kind\":\"novel\",\"schema\":1}\n{\"kind\":\"run\"}{\"kind\":\"run\"}\n");
        file.append(Samples.run());
        var content = file.read();
        assertThat(content.lines()).containsExactly(Samples.run());
        assertThat(content.skipped()).hasSize(5);
    }

    @Test
    void takesTheFirstRunOfAResumedOne() throws IOException {
        file.append(Samples.run());
        file.append(Samples.step(1));
        file.append(Samples.sparseRun());
        assertThat(file.read().run()).contains(Samples.run());
    }

    private void append(String text) throws IOException {
        Files.write(
                file.path(),
                text.getBytes(StandardCharsets.UTF_8),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}
