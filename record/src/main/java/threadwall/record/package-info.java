/**
 * What a run writes down.
 *
 * <p>A run is a folder with one {@code run.jsonl}: a JSON object a line, each with {@code schema} and {@code kind}. Every
 * name carries its unit ({@code rssBytes}, {@code p99Millis}); a value that was not measured is {@code null}, never 0 or
 * -1. {@code run.schema.json} beside these types publishes the format. Reports are made from these lines and nothing
 * else.
 */
package threadwall.record;
