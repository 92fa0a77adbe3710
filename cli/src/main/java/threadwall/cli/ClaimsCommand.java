package threadwall.cli;

import static threadwall.cli.OutputOptions.Output.CLAIMS_JSON;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import threadwall.process.PreconditionException;
import threadwall.report.claims.ClaimJudge;
import threadwall.report.claims.ClaimsFile;
import threadwall.report.claims.ClaimsFile.Text;
import threadwall.report.claims.ClaimsText;
import threadwall.report.claims.JudgedClaim;

@Command(
        name = "claims",
        sortOptions = false,
        customSynopsis = {"./threadwall claims [--text ID] [--json FILE|-]"},
        description = {
            "Shows which claims of the five texts that threadwall began with hold here.",
            "Each claim with a number stands beside a figure of a published record. The",
            "verdict is computed from both by the rule of the claim; nothing is measured.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  ./threadwall claims",
            "  ./threadwall claims --text 002",
            "  ./threadwall claims --json claims.json",
            "",
            "Quotes, rules, records and reasons: docs/claims/README.md.",
            "Exit codes: 0 shown, 1 a record cannot be read, 2 usage."
        })
final class ClaimsCommand extends AbstractCommand {

    @Option(names = "--text", paramLabel = "ID", description = "Show only the claims of this text: 000 to 004.")
    private String id;

    @Mixin
    private final OutputOptions outputs = new OutputOptions(CLAIMS_JSON);

    @Override
    public Integer call() throws Exception {
        outputs.open();
        var home = Threadwall.home();
        var file = ClaimsFile.read(home.resolve(ClaimsFile.PLACE));
        requireText(file);
        var claims = ClaimJudge.judge(file, new PublishedRecords(home)::cell).stream()
                .filter(this::isShown)
                .toList();
        outputs.write(
                out(), () -> ClaimsText.text(file, claims), Map.of(CLAIMS_JSON, () -> ClaimsText.json(file, claims)));
        return 0;
    }

    private boolean isShown(JudgedClaim claim) {
        return id == null || id.equals(claim.text());
    }

    private void requireText(ClaimsFile file) throws PreconditionException {
        List<String> texts = file.texts().stream().map(Text::id).toList();
        if (id != null && !texts.contains(id)) {
            throw PreconditionException.usage(
                    "--text: there is no text '%s'; there are %s",
                    id, texts.stream().collect(Collectors.joining(", ")));
        }
    }
}
