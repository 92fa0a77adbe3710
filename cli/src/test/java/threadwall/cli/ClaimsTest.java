package threadwall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.report.claims.ClaimJudge;
import threadwall.report.claims.ClaimsFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The claims of this project, and the command that shows them. That the pages are up to date is DocsCommandTest's. */
class ClaimsTest {

    private static final Path HOME =
            Path.of(System.getProperty("threadwall.home")).toAbsolutePath().normalize();

    private static final int AT_LEAST = 170;

    @TempDir
    private Path temporary;

    private record Result(int exitCode, String out, String err) {}

    private static Result claims(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        int code = Threadwall.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(
                        Stream.concat(Stream.of("claims"), Stream.of(arguments)).toArray(String[]::new));
        return new Result(code, out.toString(), err.toString());
    }

    private static List<JsonNode> judged(String... arguments) {
        var json = claims(
                Stream.concat(Stream.of("--json", "-"), Stream.of(arguments)).toArray(String[]::new));
        assertThat(json.err).isEmpty();
        assertThat(json.exitCode).isZero();
        return new JsonMapper().readTree(json.out).valueStream().toList();
    }

    @Test
    void everyTextHasItsClaims() {
        var claims = judged();
        assertThat(claims).hasSizeGreaterThanOrEqualTo(AT_LEAST);
        assertThat(claims.stream().map(claim -> id(claim).substring(0, 3)).distinct())
                .containsExactly("000", "001", "002", "003", "004");
    }

    /** A reader can run what a verdict is from, and learns why it is none or why figures differ. */
    @Test
    void everyVerdictHasWhatAReaderNeeds() {
        assertThat(judged()).allSatisfy(claim -> {
            var verdict = claim.get("verdict").asString();
            boolean tested = claim.get("notTested").isNull();
            assertThat(tested)
                    .isEqualTo(
                            List.of("holds", "holds in part", "does not hold").contains(verdict));
            assertThat(claim.get("commands").isEmpty() && tested)
                    .as("a command")
                    .isFalse();
            assertThat(claim.get("compared")
                            .valueStream()
                            .noneMatch(part -> part.get("here").isNull()))
                    .as("figures of ours")
                    .isEqualTo(tested);
            assertThat(claim.get("reason").isNull()).as("no reason").isEqualTo(!tested || verdict.equals("holds"));
        });
    }

    @Test
    void theFilesOfTheRecordsAndTheirPagesAreThere() throws IOException {
        var file = new JsonMapper().readTree(Files.readString(HOME.resolve(ClaimsFile.PLACE)));
        assertThat(file.get("tables").valueStream()).isNotEmpty().allSatisfy(table -> {
            assertThat(HOME.resolve(table.get("record").asString())).isDirectory();
            var page = HOME.resolve("docs/results", table.get("page").asString());
            assertThat(Files.readString(page))
                    .contains(Path.of(table.get("record").asString()).getFileName() + "/run.jsonl");
        });
    }

    /** Its options are those of today, also where the record was made with a former name of one. */
    @Test
    void everyCommandIsUnderstood() {
        var commands = judged().stream()
                .flatMap(claim -> claim.get("commands").valueStream())
                .flatMap(command -> Stream.of(command.asString().split(" && ")))
                .map(command -> command.replaceFirst("^[A-Z_]+=\\S+ ", ""))
                .distinct()
                .toList();
        assertThat(commands).isNotEmpty().allSatisfy(command -> {
            var words = command.split(" ");
            if (command.startsWith("./threadwall vm-test ")) {
                assertThat(HOME.resolve("ops/vm/tests/" + words[2] + ".bats")).isRegularFile();
            } else if (words[0].equals("./threadwall")) {
                var parsed = Threadwall.commandLine().parseArgs(Arrays.copyOfRange(words, 1, words.length));
                assertThat(parsed.errors()).isEmpty();
            } else {
                assertThat(HOME.resolve(words[words[0].equals("sudo") ? 1 : 0])).isExecutable();
            }
        });
    }

    /** Go over tokio at a million tasks: "over 12x" holds in part, and holds where Go has taken more. */
    @Test
    void aFigureThatChangesInARecordChangesTheVerdictAndThePage() throws IOException {
        assertThat(claim(HOME)).contains("| over 12 | 2,763 / 459 = 6.02 | 0.50 | holds in part |");

        copy(HOME.resolve("docs/data"), temporary.resolve("docs/data"));
        copy(HOME.resolve("docs/claims"), temporary.resolve("docs/claims"));
        Files.createDirectories(temporary.resolve("docs/reference"));
        Files.writeString(temporary.resolve(DocsCommand.COMMANDS), CommandsPage.text(Threadwall.commandLine()));
        Files.writeString(temporary.resolve("README.md"), "no table\n");
        assertThat(DocsCommand.stale(temporary)).isEmpty();

        var record = temporary.resolve("docs/data/20261128-tasks-sleep-1m/run.jsonl");
        var changed = Files.readAllLines(record).stream()
                .map(line -> line.contains("\"program\":\"go\"") && line.contains("\"tasks\":1000000")
                        ? line.replace("\"peakRssBytes\":", "\"peakRssBytes\":9")
                        : line)
                .toList();
        Files.write(record, changed);
        var page = DocsCommand.stale(temporary).get(Path.of("docs/claims/003.md"));
        assertThat(page).containsPattern("Now Go loses over 12x to the winner.*\\| holds \\|");
    }

    private static String claim(Path home) throws IOException {
        return Files.readString(home.resolve("docs/claims/003.md"))
                .lines()
                .filter(line -> line.contains("Now Go loses over 12x"))
                .findFirst()
                .orElseThrow();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var copy = to.resolve(from.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    @Test
    void showsOneText() {
        var result = claims("--text", "002");
        assertThat(result.exitCode).isZero();
        assertThat(result.out)
                .startsWith("002  max threads on linux\n")
                .doesNotContain("001-01")
                .contains("\n002-01  ");
        assertThat(judged("--text=004"))
                .isNotEmpty()
                .allSatisfy(claim -> assertThat(id(claim)).startsWith("004-"));
    }

    @Test
    void refusesATextThatIsNotThere() {
        var result = claims("--text", "2");
        assertThat(result.exitCode).isEqualTo(2);
        assertThat(result.err)
                .isEqualTo("threadwall: --text: there is no text '2'; there are 000, 001, 002, 003, 004"
                        + System.lineSeparator());
        assertThat(result.out).isEmpty();
    }

    @Test
    void theTableAndTheJsonHaveTheSameVerdicts() throws IOException {
        var file = ClaimsFile.read(HOME.resolve(ClaimsFile.PLACE));
        var verdicts = ClaimJudge.judge(file, new PublishedRecords(HOME)::cell).stream()
                .map(claim -> claim.verdict().words())
                .toList();
        assertThat(judged().stream().map(claim -> claim.get("verdict").asString()))
                .isEqualTo(verdicts);
        assertThat(claims().out.lines().filter(line -> line.matches("00\\d-\\d\\d  .*")))
                .hasSameSizeAs(verdicts)
                .zipSatisfy(
                        verdicts,
                        (line, verdict) -> assertThat(line.substring(8)).startsWith(verdict + " "));
    }

    private static String id(JsonNode claim) {
        return claim.get("id").asString();
    }
}
