package threadwall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import threadwall.record.StepPlan.Program;
import threadwall.record.StepPlan.TargetSettings;

class TargetsFileTest {

    @TempDir
    private Path folder;

    private Path file(String text) throws Exception {
        return Files.writeString(folder.resolve("shop.yaml"), text);
    }

    @Test
    void hasCommandsAndUrls() throws Exception {
        var targets = TargetsFile.read(file("""
                targets:
                  - name: blocking
                    command: java -jar shop.jar --server.port={port}
                    env: {PROFILE: "it's load", N: 3}
                    ready: /actuator/health
                    readyTimeout: 90s
                    expect: {status: 201, contains: id, jsonPath: "$.items[0].id"}
                    ignore: "\\\\d+"
                  - name: elsewhere
                    url: http://127.0.0.1:9000
                """));
        var here = folder.toString();
        assertThat(targets)
                .containsExactly(
                        new TargetsFile.Named(
                                "blocking=export PROFILE='it'\\''s load'; export N=3; java -jar shop.jar --server.port={port}",
                                new TargetSettings(
                                        new Program(here, "/actuator/health", 90), 201, "id", "$.items[0].id", "\\d+")),
                        new TargetsFile.Named(
                                "elsewhere=http://127.0.0.1:9000",
                                new TargetSettings(new Program(here, null, 120), null, null, null, null)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                                    | has no targets",
                "'targets: []'                                         | has no targets",
                "'targets: [{name: a, comand: b}]'                     | target 1 has the key 'comand', which is none of command, env, expect",
                "'targets: [{command: b}]'                             | target 1: it needs a name, and a command or a url",
                "'targets: [{name: a}]'                                | target a: it needs a name, and a command or a url",
                "'targets: [{name: a, url: http://b, ready: /c}]'      | env, ready and readyTimeout are for a command",
                "'targets: [{name: a, command: b, env: {1x: y}}]'      | env has '1x', which is no name of a variable",
                "'targets: [{name: a, command: b, readyTimeout: soon}]' | is not a time",
                "'targets: [{name: a, command: b, ready: up}]'         | --ready 'up' is not a path",
                "'targets: [{name: a, command: b, ignore: (}]'         | is not a regular expression of Java",
                "'targets: [{name: a, command: b, expect: {status: 404}}]' | it must be from 200 to 299",
                "'targets: ['                                          | cannot be parsed",
                "'targets: a'                                          | the file is not what docs/reference/targets.schema.json says",
                "'targets: [{name: a, command: b, env: [C=d]}]'        | target 1, env is not what docs/reference",
                "'shops: []'                                           | the file has the key 'shops', which is none of targets",
                "'targets: [null]'                                     | it needs a name, and a command or a url",
                "'# nothing'                                           | has no targets",
                "'targets: [{name: a=b, command: c}]'                  | its name may have letters",
                "'targets: [{name: a, url: 127.0.0.1:9000}]'           | does not begin with http://",
                "'targets: [{name: a, command: b, env: {A: }}]'        | env has no value for A",
                "'targets: [{name: a, name: b, command: c}]'           | Duplicate",
            })
    void saysWhatIsWrong(String text, String message) {
        assertThatThrownBy(() -> TargetsFile.read(file(text))).hasMessageContaining(message);
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> TargetsFile.read(Path.of("nowhere.yaml")))
                .hasMessageContaining("nowhere.yaml: there is no such file");
    }
}
