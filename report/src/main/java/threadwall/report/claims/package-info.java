/**
 * The claims of the texts that this project began with, each beside a figure of a published record.
 *
 * <p>{@code docs/claims/claims.json} has what the texts say, which cells of our records are compared with it, and by which
 * rule ({@link threadwall.report.claims.ClaimsFile}). A {@link threadwall.report.claims.ClaimJudge} computes every verdict
 * from these. Nobody writes a verdict by hand, except that a claim cannot be tested here, or was not tested yet.
 */
package threadwall.report.claims;
