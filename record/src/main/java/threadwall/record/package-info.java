/**
 * The records of a run.
 *
 * <p>A run is a folder with one {@code run.jsonl}: one JSON object per line, each with {@code schema} and {@code kind}.
 * Names contain the unit ({@code rssBytes}, {@code p99Millis}). A value that was not measured is {@code null}, never 0
 * or -1. {@code run.schema.json} beside these types publishes the format. Reports are made from these lines alone.
 */
package threadwall.record;
