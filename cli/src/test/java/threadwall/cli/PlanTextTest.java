package threadwall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import threadwall.record.CommandLine;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.Client;
import threadwall.record.StepPlan.PlannedLoad;
import threadwall.record.StepPlan.Shard;
import threadwall.report.ShellQuoting;

class PlanTextTest {

    @Test
    void aShellReadsTheSameWords() throws IOException, InterruptedException {
        var words = List.of(
                "ab",
                "",
                "-n",
                "a b",
                "it's",
                "''",
                "\"$HOME\"",
                "$(id)",
                "`id`",
                "*",
                "?",
                "[a]",
                "{a,b}",
                "~",
                "~root",
                "a\nb",
                "\\",
                "\\n",
                "!!",
                "#no",
                "a#b",
                ";",
                "&",
                "|",
                "<",
                ">",
                "(",
                ")",
                "=",
                "a=b",
                "%s",
                "ä字",
                "{postgres}",
                "/json2?time=100&a=1",
                "-Xlog:gc:file=\"x y\"");
        var shell = new ProcessBuilder("bash", "-c", "printf '%s\\0' " + ShellQuoting.line(words))
                .redirectErrorStream(true)
                .start();
        var read = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).isZero();
        assertThat(read.split("\0", -1))
                .startsWith(words.toArray(String[]::new))
                .hasSize(words.size() + 1);
    }

    @Test
    void plainWordsStayPlain() {
        assertThat(ShellQuoting.line(List.of("ab", "-c", "5", "http://127.0.0.1:8080/json")))
                .isEqualTo("ab -c 5 http://127.0.0.1:8080/json");
    }

    @Test
    void printsEveryCommandOfAStep() {
        assertThat(printed(step(2, List.of("java", "-jar", "k.jar")))).isEqualTo("""
                # steps: 1; commands run from the project's root

                # step 1: kilim, 5,000 connections, 20,000 requests after 1 x 20,000 to warm up, one connection per request, kept running for 75 s, repeat 2
                #   it takes 50,000 requests/s
                java -jar k.jar &
                ab -c 5000 'http://127.0.0.1:8080/json2?time=100'
                ab -c 5000 -g ab-1.tsv 'http://127.0.0.1:8080/json2?time=100'
                """);
    }

    @Test
    void startsNoTarget() {
        assertThat(printed(step(1, null)))
                .doesNotContain("&\n", "repeat", "kept running")
                .contains("\nab -c 5000");
    }

    @Test
    void tellsNumbersOfWorkersApart() {
        assertThat(printed(step(1, null, 2), step(1, null, null)))
                .contains("# step 1: kilim, 2 workers, 5,000", "# step 1: kilim, default workers, 5,000");
    }

    private static String printed(StepPlan... steps) {
        var text = new StringWriter();
        PlanText.print(List.of(steps), OptionalDouble.empty(), new PrintWriter(text));
        return text.toString();
    }

    private static StepPlan step(int repeat, List<String> server) {
        return step(repeat, server, null);
    }

    private static StepPlan step(int repeat, List<String> server, Integer workers) {
        var url = "http://127.0.0.1:8080/json2?time=100";
        return new StepPlan(
                1,
                "kilim",
                repeat,
                new StepPlan.LoadSettings("/json2?time=100", 100, 5_000, 20_000L, null, null, false, "ab", 228, 31),
                new StepPlan.WarmUpSettings(1, 20_000L, null),
                new StepPlan.ServerSettings(null, workers, null, repeat == 1 ? null : 75, null, null),
                List.of(new Shard(
                        "http://127.0.0.1:8080",
                        List.of(),
                        null,
                        null,
                        server == null ? null : new CommandLine(server))),
                List.of(new Client(
                        0,
                        new PlannedLoad(null, CommandLine.of("ab", "-c", "5000", url)),
                        null,
                        new PlannedLoad(null, CommandLine.of("ab", "-c", "5000", "-g", "ab-1.tsv", url)))),
                List.of("it takes 50,000 requests/s"),
                new StepPlan.DataSettings(null, null, null),
                null);
    }
}
