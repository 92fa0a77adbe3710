package threadwall.report.claims;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.report.LineWrap;
import threadwall.report.TableColumns;
import threadwall.report.TableFormat;
import threadwall.report.claims.ClaimsFile.RecordTable;
import threadwall.report.claims.ClaimsFile.Text;

/** The page of one text: its claims by section, then the record and the rule of each. */
record ClaimsPage(ClaimsFile file, Text source, List<JudgedClaim> claims) {

    private static final int WIDTH = 120;

    String text() {
        var page = new StringBuilder("""
                # Claims of text %s

                """.formatted(source.id()));
        page.append(paragraph("For readers of “%s” (%s): which of its claims hold on our machines."
                        .formatted(source.title(), source.source())))
                .append("\n[threadwall](../../README.md) · [all documents](../README.md) · [all claims](README.md)\n\n")
                .append(ClaimsPages.WRITTEN)
                .append('\n')
                .append(paragraph(
                        "Machine of the text: %s. Ours: %s. [The overview](README.md) says what verdicts and rules mean."
                                .formatted(source.machine(), source.ours())));
        var places = new LinkedHashMap<String, List<JudgedClaim>>();
        claims.forEach(claim -> places.computeIfAbsent(claim.claim().place(), place -> new ArrayList<>())
                .add(claim));
        places.forEach((place, there) -> section(page, place, there));
        records(page);
        planned(page);
        return page.toString();
    }

    private static String paragraph(String text) {
        return String.join("\n", LineWrap.wrap(text, WIDTH)) + "\n";
    }

    private static void section(StringBuilder page, String place, List<JudgedClaim> claims) {
        var columns = new TableColumns()
                .left("claim", "the text says", "compared", "theirs", "here")
                .right("here/theirs")
                .left("verdict");
        var rows = claims.stream().flatMap(ClaimsPage::rows).toList();
        page.append("\n## ").append(TableFormat.markdown(place)).append("\n\n");
        page.append(TableFormat.markdown(columns.list(), rows));
        var notes = new LinkedHashMap<String, List<String>>();
        claims.forEach(claim -> notes.computeIfAbsent(note(claim), note -> new ArrayList<>())
                .add(claim.claim().id()));
        notes.remove("");
        notes.forEach((note, ids) -> page.append(item(ids, note)));
        if (notes.isEmpty()) {
            page.setLength(page.length() - 1); // the empty line below the table
        }
    }

    private static String item(List<String> ids, String note) {
        var text = "- **%s**: %s".formatted(String.join(", ", ids), TableFormat.markdown(note));
        return String.join("\n  ", LineWrap.wrap(text, WIDTH - 2)) + "\n";
    }

    /** A row, or a row for the claim and one for each of its parts. */
    private static Stream<List<String>> rows(JudgedClaim judged) {
        var id = judged.claim().id();
        var quote = "“" + judged.claim().quote() + "”";
        var verdict = judged.verdict().words();
        if (judged.parts().size() == 1) {
            return Stream.of(row(id, quote, judged.parts().getFirst(), verdict));
        }
        boolean different = judged.parts().stream().anyMatch(part -> part.verdict() != judged.verdict());
        return Stream.concat(
                Stream.of(List.of(
                        id, quote, judged.claim().needs() == Claim.Needs.MOST ? "most of:" : "", "", "", "", verdict)),
                judged.parts().stream()
                        .map(part ->
                                row("", "", part, different ? part.verdict().words() : "")));
    }

    private static List<String> row(String id, String quote, JudgedClaim.Part part, String verdict) {
        return List.of(id, quote, part.comparison().what(), part.theirs(), part.here(), part.ratioWords(), verdict);
    }

    /** Conditions and reasons; empty where there is nothing to say. */
    private static String note(JudgedClaim judged) {
        var claim = judged.claim();
        var sentences = new ArrayList<String>();
        if (claim.conditions() != null) {
            sentences.add(sentence(claim.conditions()));
        }
        if (claim.untested() != null) {
            sentences.add(claim.untested().why());
        }
        if (claim.because() != null && judged.verdict() != Verdict.HOLDS) {
            sentences.add(
                    "Likely reason: %s.".formatted(claim.because().likely().word()));
            sentences.add(claim.because().why());
        }
        return String.join(" ", sentences);
    }

    private static String sentence(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
    }

    private void records(StringBuilder page) {
        var tables = new LinkedHashSet<String>();
        var rows = new ArrayList<List<String>>();
        for (var judged : claims) {
            for (var part : judged.parts()) {
                var cells = part.comparison().here();
                if (!cells.isEmpty()) {
                    cells.forEach(cell -> tables.add(ClaimsFile.name(cell)));
                    rows.add(List.of(
                            judged.claim().id(),
                            part.comparison().rule(),
                            words(cells.getFirst()),
                            cells.size() == 1 ? "" : words(cells.getLast())));
                }
            }
        }
        page.append("""

                ## Records and rules

                A figure is a cell: table, row, column. What a column has: [columns](../reference/columns.md).
                """);
        if (!rows.isEmpty()) {
            page.append('\n')
                    .append(TableFormat.markdown(
                            new TableColumns()
                                    .left("claim", "rule", "figure", "divided by")
                                    .list(),
                            rows));
            page.append("| table | of the record | under the heading | command |\n|---|---|---|---|\n");
            tables.forEach(name -> page.append(tableRow(name, file.tables().get(name))));
        }
    }

    /** The experiments that would close the gaps. */
    private void planned(StringBuilder page) {
        var planned = claims.stream()
                .map(JudgedClaim::claim)
                .filter(claim -> claim.command() != null)
                .collect(Collectors.groupingBy(
                        Claim::command, LinkedHashMap::new, Collectors.mapping(Claim::id, Collectors.joining(", "))));
        if (!planned.isEmpty()) {
            page.append("\nCommands that would test what is not tested yet:\n\n| claims | command |\n|---|---|\n");
            planned.forEach((command, ids) -> page.append("| %s | `%s` |\n".formatted(ids, command)));
        }
    }

    /** {@code burst | rows: program = go | columns: total s} for a reader. */
    private static String words(String cell) {
        return cell.replace(" | rows: ", ": ").replace(" | columns: ", ": ");
    }

    private static String tableRow(String name, RecordTable table) {
        var folder = table.record().substring(table.record().lastIndexOf('/') + 1);
        return "| %s | [%s](../data/%s/run.jsonl), [results](../results/%s) | %s | `%s` |\n"
                .formatted(
                        name,
                        folder,
                        folder,
                        table.page(),
                        table.under() == null ? "" : table.under(),
                        table.command());
    }
}
