package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import threadwall.cli.Threadwall;
import threadwall.lessons.LessonPage;
import threadwall.lessons.LessonPage.Section;
import threadwall.record.DoctorRecord;
import threadwall.record.RunFile;

/** Lessons that run their commands. Those with published records are tested in the module of the lessons. */
class LessonTest {

    /** A home of its own, so that a lesson of the developer goes on as it was. */
    @TempDir
    private Path home;

    @BeforeEach
    void makeHome() throws IOException {
        var project = Home.path().toAbsolutePath();
        for (var folder : List.of("docs", "process")) {
            Files.createSymbolicLink(home.resolve(folder), project.resolve(folder));
        }
        var command = new ArrayList<>(List.of("exec", Java.path()));
        command.addAll(Java.FLAGS);
        command.addAll(List.of(
                "-Dthreadwall.home=" + project, "-jar", project.resolve(Cli.JAR).toString(), "\"$@\"\n"));
        var script = Files.writeString(home.resolve("threadwall"), "#!/bin/sh\n" + String.join(" ", command));
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }

    private record Ended(int code, String out) {}

    private ProcessBuilder lesson(String... arguments) {
        var all = new ArrayList<>(List.of("lesson"));
        all.addAll(List.of(arguments));
        return Java.withoutToolOptions(Cli.process(List.of("-Dthreadwall.home=" + home), all))
                .directory(home.toFile())
                .redirectErrorStream(true);
    }

    private Ended run(String... arguments) throws IOException, InterruptedException {
        var process = lesson(arguments).start();
        process.getOutputStream().close();
        var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), out);
    }

    @Test
    @Timeout(120)
    void runsItsCommandsAndJudgesByWhatTheyMeasured() throws Exception {
        assertThat(run().out())
                .contains(" 1. What stops me?", "11. Make a server")
                .doesNotContain("done");

        var first = run("1", "--guess", "1000");
        assertThat(first.code()).as(first.out()).isZero();
        assertThat(first.out())
                .contains("$ ./threadwall doctor --json results/lesson-1/run/run.jsonl", "your guess: 1,000", "Why\n");
        var doctor = RunFile.in(home.resolve("results/lesson-1/run"))
                .read()
                .of(DoctorRecord.class)
                .findFirst()
                .orElseThrow();
        var binding = doctor.diagnoses().getFirst().walls().getFirst();
        assertThat(first.out()).contains("%,d".formatted(binding.allows()));

        assertThat(run("1", "--answer", "no limit").code()).isEqualTo(3);
        assertThat(run("1", "--answer", binding.limit()).out()).contains("Right. Lesson 1 is done.");
        assertThat(run().out()).containsPattern("1\\. What stops me\\? .* done");
        assertThat(run("--export", "-").out()).contains("\"right\" : true");
        assertThat(run("--reset").code()).isZero();
        assertThat(run().out()).doesNotContain("done");
    }

    private static final Pattern WORD = Pattern.compile("'([^']*)'|\\S+");

    static Stream<String> commands() throws IOException {
        return LessonPage.readAll(Home.path()).stream()
                .flatMap(page -> Stream.of(Section.RUN, Section.CHANGE).flatMap(part -> page.commands(part).stream()))
                .filter(command -> command.contains("./threadwall "));
    }

    /** As far as can be told without running it: a lesson whose command has another form by now fails here. */
    @ParameterizedTest
    @MethodSource("commands")
    void threadwallTakesEachCommand(String command) {
        var text = command.substring(command.indexOf("./threadwall ") + "./threadwall ".length())
                .replaceFirst("\\)$", "");
        var words = WORD.matcher(text)
                .results()
                .map(word -> word.group(1) == null ? word.group() : word.group(1))
                .collect(Collectors.toCollection(ArrayList::new));
        if (words.getFirst().equals("doctor")) {
            Threadwall.commandLine().parseArgs(words.toArray(String[]::new));
        } else {
            words.add("--dry-run");
            words.replaceAll(word -> word.replaceFirst("^results/lesson", home + "/results/lesson"));
            var planned = Cli.run(words.toArray(String[]::new));
            assertThat(planned.exitCode()).as(planned.err()).isZero();
        }
    }

    @Test
    @Timeout(120)
    void ctrlCLeavesNothingRunningAndTheLessonGoesOn() throws Exception {
        var out = home.resolve("out");
        var process = lesson("4", "--guess", "100").redirectOutput(out.toFile()).start();
        Await.until(
                "the server of the lesson",
                () -> process.descendants()
                        .flatMap(child -> child.info().arguments().stream())
                        .anyMatch(arguments ->
                                List.of(arguments).stream().anyMatch(text -> text.endsWith("server-spring.jar"))));
        var started = process.descendants().collect(Collectors.toSet());
        SweepProcess.signal("INT", List.of(process.toHandle()));
        SweepProcess.awaitEnd(started);
        assertThat(process.waitFor()).as(Files.readString(out)).isEqualTo(130);
        assertThat(out).content().contains("Interrupted. ./threadwall lesson 4 goes on here.");
        assertThat(run().out()).containsPattern("4\\. Are N connections N threads\\? .* begun");
    }

    @Test
    void sharesAsManyLearnersAsThereAre() throws Exception {
        run("1", "--published", "--guess", "7");
        run("--export", "learner.json");
        var process = Cli.process(
                        List.of("-Dthreadwall.home=" + home), List.of("class", "learner.json", "learner.json"))
                .directory(home.toFile())
                .start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("2 learners")
                .containsPattern("1\\. What stops me\\? +2 +7");
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void badUsageIsOneClearLine() {
        for (var arguments : List.of(
                List.of("0"),
                List.of("12"),
                List.of("four"),
                List.of("--guess", "5"),
                List.of("4", "--guess", "many"),
                List.of("4", "--answer", "5"),
                List.of("4", "--hint"),
                List.of("4", "--all"),
                List.of("4", "--answer", "5", "--hint"),
                List.of("--reset", "--export", "-"),
                List.of("--export", "/nowhere/at/all.json"))) {
            Cli.runIn(
                            home,
                            Stream.concat(Stream.of("lesson"), arguments.stream())
                                    .toArray(String[]::new))
                    .refused(2, "threadwall: ");
        }
    }
}
