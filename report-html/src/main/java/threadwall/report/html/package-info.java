/**
 * One or several runs as one HTML file that needs no network.
 *
 * <p>{@link threadwall.report.html.SweepReport} and {@link threadwall.report.html.TaskReport} write it. Pure functions
 * make its parts from records: {@link threadwall.report.html.StepGroup}s of like load, {@link
 * threadwall.report.html.Charts} with their tables, the {@link threadwall.report.html.ReportHeadline}. A {@link
 * threadwall.report.html.SizeBudget} limits what it shows of a large run.
 */
package threadwall.report.html;
