package threadwall.report.claims;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import threadwall.report.claims.ClaimsFile.Text;

/** The pages of {@code docs/claims/}: an overview, and one for each text. */
public final class ClaimsPages {

    /** The folder of the pages, under the project's root. */
    static final Path FOLDER = ClaimsFile.PLACE.getParent();

    static final String WRITTEN =
            "<!-- Written by ./threadwall docs from claims.json and the records: change those. -->\n";

    private static final String HEAD = """
            # Which claims of the five texts hold

            For readers of the texts that threadwall began with: each of their claims with a number, beside a figure of ours.

            [threadwall](../../README.md) · [all documents](../README.md)

            %s
            [claims.json](claims.json) has the claims: what the text says, which cells of our published records are compared
            with it, and by which rule. `./threadwall claims` prints them with their verdicts.

            """;

    private static final String TAIL = """

            ## What a verdict means

            A verdict is computed from the record and the rule of its claim. None is written by hand.

            - **holds**: all that the claim compares fits its rule.
            - **holds in part**: some of it fits. Or a ratio has the direction that the text says, and another size.
            - **does not hold**: none of it fits. The page says what the likely reason is: another machine, version, size or
              method.
            - **cannot be tested here**: our machines cannot run the experiment, or the text does not say enough.
            - **not tested yet**: our machines can run it, and there is no published record. This is a gap, and no verdict.

            ## The rules

            | rule | holds if |
            |---|---|
            | `within F` | our figure is in the text's range, widened by the factor F at both ends |
            | `ratio within F` | the same for a ratio; it holds in part if both ratios have the same direction, by more than 1.2 |
            | `more` | our ratio is above 1.2; it holds in part from 1 to 1.2, the noise of a single run |
            | `starts with WORDS` | the cell, an outcome, starts with these words |

            - The factor is 1.25 for ratios of rates and of total times and for numbers of threads and cores, 1.5 for memory,
              mean times and ratios of threads, 2 for figures of another machine, and 3.2 for an order of magnitude. It is 1
              where the text says "over" or "more than".
            - A rate or a time of another machine says little when it holds: both figures are of the same order.
            - A figure *over 12* has no upper end. Of several repeats the median counts, in the texts and in our records.
            - *a / b = c* is a ratio. *here/theirs* is our figure over the nearest end of the text's range.
            - Our figures are those that the tables of the record show, rounded as there.

            ## Check a verdict

            1. Find the claim on the page of its text. The last section of that page has its record and rule.
            2. Run the command of the record, or read the cells in its table:
               `./threadwall report docs/data/RECORD --markdown -`.
            3. Compare the figures by the rule.
            """;

    private ClaimsPages() {}

    /** Every page by its path under the project's root. */
    public static Map<Path, String> of(ClaimsFile file, List<JudgedClaim> claims) {
        var pages = new TreeMap<Path, String>();
        pages.put(FOLDER.resolve("README.md"), overview(file, claims));
        for (var text : file.texts()) {
            pages.put(FOLDER.resolve(text.id() + ".md"), new ClaimsPage(file, text, of(claims, text)).text());
        }
        return pages;
    }

    static List<JudgedClaim> of(List<JudgedClaim> claims, Text text) {
        return claims.stream().filter(claim -> claim.text().equals(text.id())).toList();
    }

    private static String overview(ClaimsFile file, List<JudgedClaim> claims) {
        var table = new StringBuilder("| text | claims |");
        Arrays.stream(Verdict.values()).forEach(verdict -> table.append(" %s |".formatted(verdict.words())));
        table.append("\n|---|--:|")
                .append("--:|".repeat(Verdict.values().length))
                .append('\n');
        for (var text : file.texts()) {
            table.append(row("[%s](%s.md): %s".formatted(text.id(), text.id(), text.title()), of(claims, text)));
        }
        return HEAD.formatted(WRITTEN) + table + row("all", claims) + TAIL;
    }

    private static String row(String name, List<JudgedClaim> claims) {
        var counts = Arrays.stream(Verdict.values())
                .map(verdict -> String.valueOf(count(claims, verdict)))
                .collect(Collectors.joining(" | "));
        return "| %s | %d | %s |\n".formatted(name, claims.size(), counts);
    }

    static long count(List<JudgedClaim> claims, Verdict verdict) {
        return claims.stream().filter(claim -> claim.verdict() == verdict).count();
    }
}
