package threadwall.report.claims;

import java.util.List;
import threadwall.report.claims.Claim.Comparison;

/** A claim with its verdict. */
public record JudgedClaim(Claim claim, List<Part> parts, Verdict verdict) {

    /**
     * A comparison with its result.
     *
     * @param theirs what the text says, for a reader
     * @param here our figure with the cells that it is made of; empty where there is none
     * @param ratio ours over theirs; {@code null} where that is no number
     */
    record Part(Comparison comparison, String theirs, String here, Double ratio, Verdict verdict) {

        String ratioWords() {
            return ratio == null ? "" : StatedFigure.ratio(ratio);
        }
    }

    /** The id of its text. */
    public String text() {
        return claim.text();
    }
}
