package threadwall.report.claims;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import threadwall.report.claims.Claim.Comparison;
import threadwall.report.claims.ComparisonRule.More;
import threadwall.report.claims.ComparisonRule.RatioWithin;
import threadwall.report.claims.ComparisonRule.StartsWith;
import threadwall.report.claims.ComparisonRule.Within;
import threadwall.report.claims.JudgedClaim.Part;

/** Computes the verdict of every claim from published records. */
public final class ClaimJudge {

    /** Published records. */
    @FunctionalInterface
    public interface Records {

        /**
         * The text of one cell.
         *
         * @param choice a folder, the heading of a table, a row and a column, as pages name them
         * @throws IOException when the record cannot be read or has no such cell
         */
        String cell(String choice) throws IOException;
    }

    /** A figure of a table: the median where a range or an interval follows. */
    private static final Pattern FIGURE = Pattern.compile("(\\d[\\d,]*(?:\\.\\d+)?)(?: %)?(?: \\(.*\\))?");

    private final ClaimsFile file;
    private final Records records;

    private ClaimJudge(ClaimsFile file, Records records) {
        this.file = file;
        this.records = records;
    }

    /** @throws IOException when a record cannot be read, or a claim names what is not there or cannot be compared */
    public static List<JudgedClaim> judge(ClaimsFile file, Records records) throws IOException {
        var judge = new ClaimJudge(file, records);
        var judged = new ArrayList<JudgedClaim>();
        for (var claim : file.claims()) {
            try {
                judged.add(judge.judged(claim));
            } catch (IOException | IllegalArgumentException e) {
                throw new IOException("claim %s: %s".formatted(claim.id(), e.getMessage()), e);
            }
        }
        return judged;
    }

    private JudgedClaim judged(Claim claim) throws IOException {
        return claim.untested() == null ? tested(claim) : untested(claim);
    }

    private JudgedClaim tested(Claim claim) throws IOException {
        var parts = new ArrayList<Part>();
        for (var comparison : claim.compare()) {
            parts.add(part(claim, comparison));
        }
        var verdicts = parts.stream().map(Part::verdict).toList();
        var verdict =
                switch (claim.needs()) {
                    case ALL -> Verdict.ofAll(verdicts);
                    case MOST -> Verdict.ofMost(verdicts);
                };
        return new JudgedClaim(claim, parts, verdict);
    }

    private static JudgedClaim untested(Claim claim) {
        var verdict = claim.untested().possible() ? Verdict.NOT_TESTED_YET : Verdict.CANNOT_BE_TESTED;
        var parts = claim.compare().stream()
                .map(comparison -> new Part(comparison, stated(comparison), "", null, verdict))
                .toList();
        return new JudgedClaim(claim, parts, verdict);
    }

    /** What the text says, as a reader sees it: words are not computed with. */
    private static String stated(Comparison comparison) {
        return comparison.theirs().size() == 2
                ? theirs(comparison).words()
                : comparison.theirs().getFirst();
    }

    private static StatedFigure theirs(Comparison comparison) {
        var figures = comparison.theirs().stream().map(StatedFigure::parse).toList();
        return switch (figures.size()) {
            case 1 -> figures.getFirst();
            case 2 -> figures.getFirst().over(figures.getLast());
            default ->
                throw new IllegalArgumentException(
                        "'theirs' has %d figures; it must have 1 or 2".formatted(figures.size()));
        };
    }

    private Part part(Claim claim, Comparison comparison) throws IOException {
        var cells = new ArrayList<String>();
        for (var cell : comparison.here()) {
            cells.add(records.cell(file.choice(claim, cell)));
        }
        return switch (ComparisonRule.parse(comparison.rule())) {
            case StartsWith rule -> {
                requireCells(cells.size() == 1, cells, "1");
                var cell = cells.getFirst();
                yield new Part(comparison, stated(comparison), cell, null, rule.judge(cell));
            }
            case More rule -> {
                requireCells(cells.size() == 2, cells, "2");
                yield new Part(comparison, stated(comparison), words(cells), null, rule.judge(value(cells)));
            }
            case Within rule -> compared(comparison, cells, rule::judge);
            case RatioWithin rule -> compared(comparison, cells, rule::judge);
        };
    }

    private interface Judgement {
        Verdict of(StatedFigure theirs, double ours);
    }

    private static Part compared(Comparison comparison, List<String> cells, Judgement judgement) {
        var theirs = theirs(comparison);
        double ours = value(cells);
        return new Part(comparison, theirs.words(), words(cells), theirs.compare(ours), judgement.of(theirs, ours));
    }

    private static void requireCells(boolean fits, List<String> cells, String needed) {
        if (!fits) {
            throw new IllegalArgumentException("'here' has %d cell%s; its rule needs %s"
                    .formatted(cells.size(), cells.size() == 1 ? "" : "s", needed));
        }
    }

    /** The figure of one cell, or the first divided by the second. */
    private static double value(List<String> cells) {
        if (cells.size() == 1) {
            return figure(cells.getFirst());
        }
        requireCells(cells.size() == 2, cells, "1 or 2");
        return figure(cells.getFirst()) / figure(cells.getLast());
    }

    private static double figure(String cell) {
        var figure = FIGURE.matcher(cell);
        if (!figure.matches()) {
            throw new IllegalArgumentException("the record has '%s', which is no figure".formatted(cell));
        }
        return StatedFigure.number(figure.group(1));
    }

    private static String words(List<String> cells) {
        if (cells.size() == 1) {
            return cells.getFirst();
        }
        var medians =
                cells.stream().map(cell -> cell.replaceFirst(" \\(.*", "")).toList();
        return "%s / %s = %s".formatted(medians.getFirst(), medians.getLast(), StatedFigure.ratio(value(cells)));
    }
}
