package threadwall.report.claims;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import threadwall.report.TableColumns;
import threadwall.report.TableFormat;
import tools.jackson.databind.json.JsonMapper;

/** Judged claims for a terminal and as JSON. */
public final class ClaimsText {

    private ClaimsText() {}

    /** A claim in JSON. */
    private record Line(
            String id,
            String place,
            String quote,
            String conditions,
            String verdict,
            List<LinePart> compared,
            String notTested,
            String likelyReason,
            String reason,
            List<String> commands) {}

    /** @param hereOverTheirs {@code null} where it is no number */
    private record LinePart(
            String what,
            String theirs,
            String here,
            Double hereOverTheirs,
            String rule,
            List<String> cells,
            String verdict) {}

    /** A table for each text, and how many claims have which verdict. */
    public static String text(ClaimsFile file, List<JudgedClaim> claims) {
        var out = new StringBuilder();
        for (var text : file.texts()) {
            var its = ClaimsPages.of(claims, text);
            if (!its.isEmpty()) {
                out.append("%s  %s\n\n".formatted(text.id(), text.title()))
                        .append(table(its))
                        .append('\n')
                        .append(counts(its))
                        .append("\n\n");
            }
        }
        return out.append("Why, by which rule and from which record: docs/claims/.\n")
                .toString();
    }

    private static String table(List<JudgedClaim> claims) {
        var columns = new TableColumns()
                .left("claim", "verdict")
                .right("theirs", "here", "here/theirs")
                .left("compared");
        var rows = new ArrayList<List<String>>();
        for (var claim : claims) {
            var id = claim.claim().id();
            for (var part : claim.parts()) {
                rows.add(List.of(
                        id,
                        id.isEmpty() ? "" : claim.verdict().words(),
                        figure(part.theirs()),
                        figure(part.here()),
                        part.ratioWords(),
                        part.comparison().what()));
                id = "";
            }
        }
        return TableFormat.text(columns.list(), rows);
    }

    /** Of a ratio only its value: the page has what it is made of. Of a long outcome the start. */
    private static String figure(String words) {
        var value = words.substring(words.lastIndexOf(" = ") < 0 ? 0 : words.lastIndexOf(" = ") + 3);
        return value.length() > 20 ? value.substring(0, 19) + "…" : value;
    }

    private static String counts(List<JudgedClaim> claims) {
        return Arrays.stream(Verdict.values())
                .filter(verdict -> ClaimsPages.count(claims, verdict) > 0)
                .map(verdict -> "%d %s".formatted(ClaimsPages.count(claims, verdict), verdict.words()))
                .collect(Collectors.joining(" · ", "%d claims: ".formatted(claims.size()), ""));
    }

    /** A list of the claims. */
    public static String json(ClaimsFile file, List<JudgedClaim> claims) {
        var lines = claims.stream().map(claim -> line(file, claim)).toList();
        return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(lines) + "\n";
    }

    private static Line line(ClaimsFile file, JudgedClaim judged) {
        var claim = judged.claim();
        boolean explained = claim.because() != null && judged.verdict() != Verdict.HOLDS;
        return new Line(
                claim.id(),
                claim.place(),
                claim.quote(),
                claim.conditions(),
                judged.verdict().words(),
                judged.parts().stream().map(part -> linePart(file, claim, part)).toList(),
                claim.untested() == null ? null : claim.untested().why(),
                explained ? claim.because().likely().word() : null,
                explained ? claim.because().why() : null,
                file.commands(claim));
    }

    private static LinePart linePart(ClaimsFile file, Claim claim, JudgedClaim.Part part) {
        var comparison = part.comparison();
        return new LinePart(
                comparison.what(),
                part.theirs(),
                part.here().isEmpty() ? null : part.here(),
                part.ratio(),
                comparison.rule(),
                comparison.here().stream().map(cell -> file.choice(claim, cell)).toList(),
                part.verdict().words());
    }
}
