package threadwall.loadgen.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import threadwall.record.StepPlan.TargetSettings;

class UserLoadTest {

    private static final URI JSON2 = URI.create("http://127.0.0.5:8080/json2?time=100");

    @Test
    void theRecipesLineIsUnderstood() throws Exception {
        var words = List.of(
                "ops/ulim.sh", "ulimit -Sn 65536; ab -q -r -l -c20000 -n200000 http://127.0.0.5:8080/json2?time=100");
        assertThat(UserLoad.parse(words)).isEqualTo(new UserLoad(JSON2, 20_000, 200_000L, false, 30, null, null));
    }

    @Test
    void optionsMayBeTogetherOrApart() throws Exception {
        var words = List.of(
                "/usr/bin/ab", "-qrkc", "7", "-n", "21", "-s5", "-B", "127.0.9.9", "-g", "a.tsv", JSON2.toString());
        assertThat(UserLoad.parse(words)).isEqualTo(new UserLoad(JSON2, 7, 21L, true, 5, "127.0.9.9", "a.tsv"));
        assertThat(UserLoad.parse(List.of("ab", "-t", "9", "-n", "100", JSON2.toString())))
                .isEqualTo(new UserLoad(JSON2, 1, null, false, 30, null, null));
    }

    @Test
    void aUrlMayHaveWhatAShellWouldTakeForTheEndOfACommand() throws Exception {
        var url = URI.create("http://127.0.0.1:80/x?a=1&b=2");
        assertThat(UserLoad.parse(List.of("ab", url.toString())).url()).isEqualTo(url);
        assertThat(UserLoad.parse(List.of("bash", "-c", "ab '" + url + "' 2> /dev/null | tee x"))
                        .url())
                .isEqualTo(url);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "wrk -c 5 http://127.0.0.1:8080/                   | the command has none",
                "ab http://127.0.0.1/ ab http://127.0.0.2/         | the command has 2 of them",
                "ab -c 0 http://127.0.0.1:8080/                    | has -c 0, which is no number",
                "ab -B lo http://127.0.0.1:8080/                   | has -B lo, which is no IPv4 address",
                "ab -c 5                                           | has no URL",
                "ab -c five http://127.0.0.1:8080/                 | has -c five, which is no number",
                "ab https://127.0.0.1:8080/                        | has 'https://127.0.0.1:8080/' where it needs a URL",
                "ab http://127.0.0.1:8080                          | where it needs a URL",
                "ab http://127.0.0.1:8080/ >/dev/null              | goes to '>/dev/null', and record reads it",
                "ab http://127.0.0.1:8080/$ROUTE                   | does not know its value: write it out",
                "ab -p order.json http://127.0.0.1:8080/           | checks answers by a plain GET",
            })
    void anyOtherCommandIsRefused(String line, String message) {
        assertThatThrownBy(() -> UserLoad.parse(List.of(line.split(" ")))).hasMessageContaining(message);
    }

    @Test
    void theStepRunsTheLineAsItIsInTheUsersFolder() throws Exception {
        var words = List.of("ab", "-c", "7", "-n", "21", "-g", "a.tsv", JSON2.toString());
        var load = UserLoad.parse(words);
        assertThat(load.server()).isEqualTo("http://127.0.0.5:8080");
        var target = new SweepConfig.Target.Running(
                "mine", URI.create(load.server()), List.of(7L), null, new TargetSettings(null, null, null, null, null));
        var step = load.step(target, words, Path.of("/somewhere"));
        var client = step.clients().getFirst().measured();
        assertThat(client.command().words())
                .containsExactly("ab", "-c", "7", "-n", "21", "-g", "a.tsv", JSON2.toString());
        assertThat(client.directory()).isEqualTo("/somewhere");
        assertThat(client.load().log()).isEqualTo("/somewhere/a.tsv");
        assertThat(step.load().timeoutSeconds()).isEqualTo(31);
        assertThat(step.onKeptServers()).isTrue();
        assertThat(step.load().route()).isEqualTo("/json2?time=100");
    }
}
