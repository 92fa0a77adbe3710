package threadwall.report.claims;

import java.util.List;
import java.util.Locale;

/**
 * Something that a text says with a number.
 *
 * @param id the text and a number in it: {@code 003-07}
 * @param place the section of the text
 * @param quote as the text has it, letter by letter; parts left out are {@code …}
 * @param conditions what the text measured, where the quote does not say it, and how it is read; {@code null} = none
 * @param compare one or more things that it says
 * @param needs how many of these have to hold; {@code null} in the file = all
 * @param untested why there is no record; {@code null} where the comparisons have cells of one
 * @param command of the experiment, where there is no record that has it; {@code null} = none
 * @param because why figures differ, what is the likely reason and what would settle it; {@code null} = nothing to say
 */
record Claim(
        String id,
        String place,
        String quote,
        String conditions,
        List<Comparison> compare,
        Needs needs,
        Untested untested,
        String command,
        Because because) {

    Claim {
        needs = needs == null ? Needs.ALL : needs;
    }

    /** How many of several comparisons have to hold. */
    enum Needs {
        ALL,
        MOST
    }

    /**
     * One figure of the text and one of ours.
     *
     * @param what is compared: the measure and its rows
     * @param theirs one figure, two of which the first is divided by the second, or words where the rule needs no number
     * @param here as many cells of records, each as {@code TABLE | rows: … | columns: …}; empty = none yet
     * @param rule as {@link ComparisonRule#parse} reads it; {@code null} without cells
     */
    record Comparison(String what, List<String> theirs, List<String> here, String rule) {

        Comparison {
            here = here == null ? List.of() : here;
        }
    }

    /**
     * Why there is no figure of ours.
     *
     * @param possible whether this project's machines can run it
     */
    record Untested(boolean possible, String why) {}

    /** @param likely what differs: machine, version, size or method; {@code null} where nothing has to be explained */
    record Because(Likely likely, String why) {}

    /** The likely reason of a difference. */
    enum Likely {
        MACHINE,
        VERSION,
        SIZE,
        METHOD;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The id of its text. */
    String text() {
        return id.split("-")[0];
    }
}
