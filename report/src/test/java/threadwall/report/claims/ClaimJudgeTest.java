package threadwall.report.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From a file of claims and the cells of records to verdicts, pages and JSON. */
class ClaimJudgeTest {

    private static final String FILE = """
            {"texts": [{"id": "009", "title": "A text", "source": "its author", "machine": "a machine", "ours": "another"}],
             "tables": {"memory": {"record": "docs/data/run", "under": "Memory", "command": "./threadwall tasks", "page": "p.md"}},
             "claims": [
              {"id": "009-01", "place": "Start", "quote": "go takes 6x", "conditions": "at once",
               "compare": [{"what": "go over rust", "theirs": ["600 MB", "100 MB"], "rule": "ratio within 1.5",
                 "here": ["memory | rows: program = go | columns: MB", "memory | rows: program = rust | columns: MB"]}],
               "because": {"likely": "VERSION", "why": "Newer."}},
              {"id": "009-02", "place": "End", "quote": "a | b",
               "compare": [{"what": "a over b", "theirs": ["7"]}],
               "untested": {"possible": true, "why": "Nobody ran it."}, "command": "./threadwall sweep"},
              {"id": "009-03", "place": "End", "quote": "most are done",
               "compare": [
                 {"what": "go", "theirs": ["done"], "here": ["memory | rows: program = go | columns: outcome"], "rule": "starts with ok"},
                 {"what": "rust", "theirs": ["over 10 MB"], "here": ["memory | rows: program = rust | columns: MB"], "rule": "within 1"}],
               "needs": "MOST", "because": {"likely": "SIZE", "why": "Smaller."}}
             ]}
            """;

    private final Map<String, String> cells = new HashMap<>(Map.of(
            "docs/data/run | under: Memory | rows: program = go | columns: MB", "1,200 (1,100–1,300)",
            "docs/data/run | under: Memory | rows: program = rust | columns: MB", "200",
            "docs/data/run | under: Memory | rows: program = go | columns: outcome", "missing"));

    @TempDir
    private Path temporary;

    private ClaimsFile file(String text) throws IOException {
        return ClaimsFile.read(Files.writeString(temporary.resolve("claims.json"), text));
    }

    private JudgedClaim judge(String id) throws IOException {
        return ClaimJudge.judge(file(FILE), cells::get).stream()
                .filter(claim -> claim.claim().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aChangedCellChangesTheVerdict() throws IOException {
        assertThat(judge("009-01").verdict()).isEqualTo(Verdict.HOLDS);
        assertThat(judge("009-01").parts().getFirst().here()).isEqualTo("1,200 / 200 = 6.00");

        cells.replaceAll((cell, text) -> text.startsWith("1,200") ? "700" : text);
        assertThat(judge("009-01").verdict()).isEqualTo(Verdict.HOLDS_IN_PART);

        cells.replaceAll((cell, text) -> text.equals("700") ? "100" : text);
        assertThat(judge("009-01").verdict()).isEqualTo(Verdict.DOES_NOT_HOLD);
    }

    @Test
    void moreThanHalfAreMost() throws IOException {
        assertThat(judge("009-03").verdict()).isEqualTo(Verdict.DOES_NOT_HOLD);
        cells.replaceAll((cell, text) -> text.equals("missing") ? "ok, marked" : text);
        assertThat(judge("009-03").verdict()).isEqualTo(Verdict.HOLDS);
    }

    @Test
    void aClaimWithoutARecordIsNotJudged() throws IOException {
        assertThat(judge("009-02").verdict()).isEqualTo(Verdict.NOT_TESTED_YET);
        var impossible = file(FILE.replace("\"possible\": true", "\"possible\": false"));
        assertThat(ClaimJudge.judge(impossible, cells::get).get(1).verdict()).isEqualTo(Verdict.CANNOT_BE_TESTED);
    }

    @Test
    void aCellWithoutAFigureNamesItsClaim() {
        cells.replaceAll((cell, text) -> text.equals("200") ? "no difference (0.9–1.1)" : text);
        assertThatThrownBy(() -> judge("009-01"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("claim 009-01: the record has 'no difference (0.9–1.1)', which is no figure");
    }

    @Test
    void thePageHasBothFiguresTheReasonAndTheRecord() throws IOException {
        cells.replaceAll((cell, text) -> text.startsWith("1,200") ? "700" : text);
        var file = file(FILE);
        var pages = ClaimsPages.of(file, ClaimJudge.judge(file, cells::get));

        assertThat(pages.get(Path.of("docs/claims/README.md")))
                .contains("| [009](009.md): A text | 3 | 0 | 1 | 1 | 0 | 1 |\n| all | 3 | 0 | 1 | 1 | 0 | 1 |\n");
        assertThat(pages.get(Path.of("docs/claims/009.md")))
                .contains(
                        "| 009-01 | “go takes 6x” | go over rust | 600 MB / 100 MB = 6.00 | 700 / 200 = 3.50 | 0.58 | holds in part |",
                        "- **009-01**: At once. Likely reason: version. Newer.\n",
                        "| 009-02 | “a \\| b” | a over b | 7 |  |  | not tested yet |",
                        "- **009-02**: Nobody ran it.\n",
                        "| 009-03 | “most are done” | most of: |  |  |  | does not hold |",
                        "| 009-01 | ratio within 1.5 | memory: program = go: MB | memory: program = rust: MB |",
                        "| memory | [run](../data/run/run.jsonl), [results](../results/p.md) | Memory | `./threadwall tasks` |",
                        "| 009-02 | `./threadwall sweep` |");
    }

    @Test
    void theTerminalHasOneLineForEachComparison() throws IOException {
        var file = file(FILE);
        assertThat(ClaimsText.text(file, ClaimJudge.judge(file, cells::get)))
                .startsWith("009  A text\n\nclaim   verdict ")
                .containsPattern("(?m)^009-01  holds +6.00 +6.00 +1.00  go over rust$")
                .containsPattern("(?m)^ +over 10 MB +200 +20.0  rust$")
                .contains("3 claims: 1 holds · 1 does not hold · 1 not tested yet\n");
    }

    @Test
    void jsonHasTheReasonOnlyWhereFiguresDiffer() throws IOException {
        var file = file(FILE);
        assertThat(ClaimsText.json(file, ClaimJudge.judge(file, cells::get)))
                .contains(
                        "\"verdict\" : \"holds\"",
                        "\"commands\" : [ \"./threadwall tasks\" ]",
                        "\"reason\" : \"Smaller.\"")
                .doesNotContain("Newer.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "009-02 | 009-01 | claim 009-01: the id is there twice",
                "009-02 | 008-02 | claim 008-02: its id names none of the texts",
                "'\"rule\": \"within 1\"' | '\"rule\": null' | claim 009-03: each comparison needs cells and a rule",
                "'\"texts\": [' | '\"texts\": [[' | is malformed"
            })
    void aFileThatContradictsItselfIsRefused(String text, String other, String message) {
        assertThatThrownBy(() -> file(FILE.replace(text, other)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aTableThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> ClaimJudge.judge(
                        file(FILE.replace("memory | rows: program = rust", "time | rows: x = y")), cells::get))
                .hasMessageContaining("there is no table 'time', but memory");
    }
}
