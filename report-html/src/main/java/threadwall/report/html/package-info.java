/**
 * A run, or several beside each other, as one HTML file that needs no network.
 *
 * <p>{@link threadwall.report.html.Report} puts it together. What it shows is made before, by pure functions from records:
 * {@link threadwall.report.html.Group}s of like load, {@link threadwall.report.html.Charts} with the tables under them,
 * the {@link threadwall.report.html.Finding}. A {@link threadwall.report.html.Room} says how much of a large run goes in.
 */
package threadwall.report.html;
