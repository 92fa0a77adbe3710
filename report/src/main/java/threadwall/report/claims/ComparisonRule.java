package threadwall.report.claims;

import java.util.regex.Pattern;

/** How a figure of ours is compared with that of a text. A file writes a rule in the words of {@link #words}. */
sealed interface ComparisonRule {

    /** Ratios of ours from 1/1.2 to 1.2 are taken as no difference: most records have one repeat. */
    double NOISE = 1.2;

    String words();

    /** Our figure is in the stated range, widened by a factor at both ends. */
    record Within(double factor) implements ComparisonRule {

        Verdict judge(StatedFigure theirs, double ours) {
            return theirs.contains(ours, factor) ? Verdict.HOLDS : Verdict.DOES_NOT_HOLD;
        }

        @Override
        public String words() {
            return "within " + factor;
        }
    }

    /**
     * The same for a ratio. Where its size is another but not its direction, the claim holds in part. A direction is a
     * difference of more than the noise, in the text's ratio and in ours.
     */
    record RatioWithin(double factor) implements ComparisonRule {

        Verdict judge(StatedFigure theirs, double ours) {
            if (theirs.contains(ours, factor)) {
                return Verdict.HOLDS;
            }
            boolean same = theirs.low() > NOISE && ours > NOISE || theirs.high() < 1 / NOISE && ours < 1 / NOISE;
            return same ? Verdict.HOLDS_IN_PART : Verdict.DOES_NOT_HOLD;
        }

        @Override
        public String words() {
            return "ratio within " + factor;
        }
    }

    /** The text says that one is more than the other, and not by how much. A difference within the noise is a part of it. */
    record More() implements ComparisonRule {

        Verdict judge(double ours) {
            return ours > NOISE ? Verdict.HOLDS : ours > 1 ? Verdict.HOLDS_IN_PART : Verdict.DOES_NOT_HOLD;
        }

        @Override
        public String words() {
            return "more";
        }
    }

    /** A cell that is no number begins with these words. */
    record StartsWith(String start) implements ComparisonRule {

        Verdict judge(String cell) {
            return cell.startsWith(start) ? Verdict.HOLDS : Verdict.DOES_NOT_HOLD;
        }

        @Override
        public String words() {
            return "starts with " + start;
        }
    }

    Pattern FORM = Pattern.compile("(within|ratio within|more|starts with)(?: (.+))?");

    /** @throws IllegalArgumentException when it is no rule */
    static ComparisonRule parse(String text) {
        var form = FORM.matcher(text);
        var words = form.matches() ? form.group(1) : "";
        var rest = words.isEmpty() ? null : form.group(2);
        if (rest == null != words.equals("more")) {
            words = "";
        }
        return switch (words) {
            case "within" -> new Within(factor(rest));
            case "ratio within" -> new RatioWithin(factor(rest));
            case "more" -> new More();
            case "starts with" -> new StartsWith(rest);
            default ->
                throw new IllegalArgumentException(
                        ("'%s' is not a rule; use one such as 'within 1.5', 'ratio within 1.5', 'more' or 'starts with"
                                        + " ok'")
                                .formatted(text));
        };
    }

    private static double factor(String text) {
        double factor = Double.parseDouble(text);
        if (!(factor >= 1)) {
            throw new IllegalArgumentException("the factor %s of a rule is below 1".formatted(text));
        }
        return factor;
    }
}
